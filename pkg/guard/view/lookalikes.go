package view

import "unicode"

// lookalikes gives, per Latin letter, the characters that are read as it: Latin letters with strokes, hooks and
// accents, phonetic letters, Greek, Cyrillic, Armenian, Hebrew, Arabic, Thai, Georgian, Cherokee, Canadian syllables,
// Coptic, Yi, Lisu, Han, and signs of money. None of them has a compatibility form in Unicode.
var lookalikes = [...]string{
	"aāăąǎǟǡǻȁȃȧӑӓɑɐαаάἀἁӕ⍺ɒΑАᎪᗅᗩꓮⲀⲁ₳ค卂ꋫΆλΛлдДล∀ѧѦⱥȺꭺᴀᏗꍏꁲムﾑ",
	"bƀƁɓƄƅВвЬьЪъΒβϐҌҍᏏᏴᗷᗸᖯꓐⲂ฿ც乃ꃃБбᏰɃʙѢѣ₿ʚɮƃ๒ꌃꋰ",
	"cćĉċčƇƈȻȼɕϲсСςҫҪᏟᑕᑢꓚⲤⲥ₵¢©匚ꏳↄɔƆҀҁᏣ☾ᴄፈꉓꀯᄃ",
	"dďđĐɖɗƉƊƋƌԁԀᎠᗞᗪᑯꓓժᏧ₫ↁꁕძð∂ᴅᎴꀸꂠり",
	"eēĕėęěȅȇȩɇɛɘəǝƎƏƐеЕёЁєЄεΕέэЭҽҾҿӗᎬᏋᗴꓰⲈⲉℯ∊ϵ€乇ꍟꂅәӘעɜɆ∈عยᴇ٤ꈼ",
	"fƒƑϝғҒᖴꓝϜքẝꟻ千ꄟꜰՔ₣ʄſᎦꎇꄞキ",
	"gĝğġģǥǧǵɠɡɢƓǤԌԍցᎶᏀᏳᏩᘜꓖ₲ﻮوຟق",
	"hĥħĦȟɦɧһҺНнΗђЋћҥҢңӈӉᎻᏂᏲᕼꓧⲎհዘ卄ꃅԊԋʜɥⱧΉℏꍩん",
	"iիìĩīĭįǐȉȋıɨƗɩιίΙіІїЇӀӏᎥᏆᎨꓲⲒⲓןفเノ丨ꀤɪἰɭﺍنﻨاٱꂑ",
	"jĵǰɈɉʝϳјЈɟյᎫᒍꓙͿᏠנฝﻝלﾌꀭᴊɾ꒻フ",
	"kķĸƘƙǩκΚкКҚқҜҝҞҟҡӃӄᏦᏥꓗⲔⲕ₭ʞᴋ长ꀘҠϰᛕꀗズ",
	"l£ĺļľŀłŁƚɫɬʟȴℓᏞᒪꓡլⅼㄥ乚꒒ˡɿ∟ᏝⱠⱡレ",
	"mɱɯмМΜϺӍӎᎷᗰꓟⲘⲙനጠ爪ꂵᴍʍ₥๓ɰണꎭカ",
	"nńņňŉŋŊǹɲɳƝƞȠηΝпПийИЙոռᏁᑎꓠⲚ₦几ꋊղภήᴎɴѝҋӤӥทΠ∩ﮠחꈤ刀",
	"o¤ōŏőơǒǫǭǿȍȏȯȱøØοОоΟόσΣӦӧөӨѳѲօՕסه๏๐ᎤᏫᎾꓳⲞⲟ০ㄖꄲΘθφΦФфםᴏሀ◯○●⭕ⵔѻѺ٥ծωᎧꂦの",
	"pƥƤρΡрРҏҎþÞᏢᑭꓑⲢⲣ卩ꉣᴘᕵקר₱ƿᎮᖘア",
	"qɋɊԛԚգզϙҩᑫ۹Ҩꆰꁷゐ",
	"rŕŗřȑȓɍɌɼɽʀɹʁгГяЯᏒᎡᏛᖇꓣⲄⲅ尺ꋪրᴦᴙѓЃґҐ®Ʀ₨ᴚꌅⱤ",
	"sśŝşšșȿʂѕЅŞƧƨՏᏚᏕᔕꓢⲊ₴§丂ꌗรຣصﺱꜱઽֆꌚ",
	"tţťŧŦțƫƬƭƮʈȶτΤтТҭҬϯէᎢᏖꓔⲦⲧ₮ㄒ丅ꋖ七ᴛŤイ†ﺕⱦȾ┬ʇՇ꓄",
	"uũūŭůűųưǔǖǘǚǜȕȗʉυμµսՍᏌᑌꓴ∪Цц凵ㄩꀎนมປύϋՄᴜʊƱʋɄวบᏬꐇમひմપ",
	"vʌѵѴνӵᏙᐯꓦⲶ∨√ⅴשᴠѷѶ▽טᏉ۷ꀰ",
	"wŵшШщЩѡѠԝԜաᎳᏇᗯꓪ₩山ꅏฬᴡώฟ",
	"xхХχΧҳҲӼӽӾӿжЖ×᙭ꓫⲬⲭ乂ꉧҗҖאᎲϗጀซꊼꇒ",
	"yŷȳɏɎƴƳʎуУΥүҮұҰγΎỳўЎӯӰӱӲӳᎽᎩყꓬⲨ¥ㄚ丫ꌩצץʏՎ૪ƛƔɣվꐞリ",
	"zźżžƶƵȥʐʑɀΖζᏃꓜⲌ乙ꁴՀʒзЗӡӠƷᴢȤⱫፚչ",
}

// twins are the letters of other scripts that look the same as Latin ones.
const twins = "асеорхуіјѕԁһԛԝӏАВЕКМНОРСТХІЈЅУανικορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧοօսհոցզյ"

// twin marks a letter of the table that looks the same.
const twinBit = 0x80

// confusables holds the Latin letter of each look-alike by the two bytes of its code point.
var confusables = func() (t [256]*[256]byte) {
	put := func(c rune, letter byte) {
		if c < 0x80 || c > 0xFFFF {
			return
		}
		if t[c>>8] == nil {
			t[c>>8] = new([256]byte)
		}
		if t[c>>8][c&0xFF] == 0 {
			t[c>>8][c&0xFF] = letter
		}
	}
	for _, row := range lookalikes {
		for _, c := range row[1:] {
			put(c, row[0])
		}
	}
	for _, row := range lookalikes {
		for _, c := range row[1:] {
			if u := unicode.ToUpper(c); scriptOf(u) == scriptOf(c) {
				put(u, row[0])
			}
		}
	}
	for _, c := range twins {
		t[c>>8][c&0xFF] |= twinBit
	}
	return t
}()

// lookalike returns the Latin letter that c looks like, or 0, and whether it looks the same.
func lookalike(c rune) (letter byte, same bool) {
	if c < 0x80 || c > 0xFFFF || confusables[c>>8] == nil {
		return 0, false
	}
	e := confusables[c>>8][c&0xFF]
	return e &^ twinBit, e&twinBit != 0
}
