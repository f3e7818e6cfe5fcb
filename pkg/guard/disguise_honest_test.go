package guard_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

// undisguised are honest texts that look as if they hid something.
var undisguised = []string{
	// codes, plates, prices
	"Mi placa es AB1C234 y la de mi esposa XK7-93B, ¿cabemos los dos en el estacionamiento?",
	"El pedido es el 4E7A-90B1-C3D8, lo compré ayer a $1,299.00 con el cupón V3R4N0",
	"quiero 2x1 en B12 y D3, 500mg, y si hay el G3 de 4K en $50 c/u",
	"IBAN ES91 2100 0418 4502 0005 1332, concepto: reserva H4B1T4C10N 12",
	"ES9121000418450200051332 es mi cuenta para la devolución del pedido ORD-2024-00A7F3",
	"número de serie: SN 4C-52-A1-0F-33-9B, modelo XZ-R13, lote L0T3-88",
	"rastreo 1Z999AA10123456784 y el otro LX123456789CN, ¿dónde van mis paquetes?",
	"la MAC de mi equipo es 3C:22:FB:9A:01:7E y no se conecta al wifi del hotel",
	"commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 deployed, invoice attached",
	"colores #FF5733 #33FF57 #3357FF #F0F0F0 #0A0A0A para las invitaciones, ¿se puede?",
	"mi usuario de juego es xX_Dr4g0nSl4y3r_Xx y mi correo l4ur4.m4r1a@example.com",
	"El código del candado es 10 20 30 40 y el de la puerta 101 102 103 104 105 106",
	"talla: 36 38 40 42 44, ¿cuáles tienen? teléfonos 55 12 34 56 78",
	"el wifi es C4s4Bl4nc4_2024 y la clave del cuarto 3B",
	"Vuelo IB6403 T4 a las 10h20, puerta S12, asiento 23F, 2 maletas de 23kg",
	"101010 es mi número de socio, antes era 00110101",
	// addresses with percent signs, images and signatures
	"https://wa.me/5215512345678?text=Hola%2C%20quiero%20una%20cita%20para%20ma%C3%B1ana%20por%20la%20tarde",
	"vi esto: https://www.google.com/maps/place/Cl%C3%ADnica+Dental+Sonrisa/@19.43,-99.13,17z/data=!3m1!4b1 ¿es ahí?",
	"https://tienda.example.com/b%C3%BAsqueda?q=zapatos%20de%20ni%C3%B1o%20talla%2022&orden=precio%20ascendente",
	"mailto:citas@example.com?subject=Cambio%20de%20cita&body=Buenas%20tardes%2C%20necesito%20mover%20mi%20cita%20del%20lunes",
	"El 20% de descuento o el 15%? y con el 3% de comisión cuánto queda",
	"te mando la foto data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
	"DKIM-Signature: v=1; a=rsa-sha256; bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=; b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB4nujc7YopdG5dWLSdNg6xNAZpOPr+kHxt1IrE+NahM6L/LbvaHut",
	"Saludos,\n--\nLic. Ana P&eacute;rez\nGesti&oacute;n y atenci&oacute;n al cliente\nTel&eacute;fono&nbsp;55&nbsp;1234&nbsp;5678",
	"Informaci&oacute;n de la habitaci&oacute;n: &iquest;cu&aacute;nto cuesta, y est&aacute; incluido el desayuno ma&ntilde;ana?",
	`{"nombre": "Mar\u00eda Jos\u00e9 Nu\u00f1ez", "direcci\u00f3n": "Calle Le\u00f3n 5", "habitaci\u00f3n": "doble est\u00e1ndar"}`,
	"Me sali=C3=B3 as=C3=AD el correo: habitaci=C3=B3n doble, =C2=BFma=C3=B1ana?",
	"C:\\usuarios\\nueva\\tarde\\reservas\\norte\\recibo.pdf no abre",
	// capitals, emphasis, fancy letters
	"ESTOY MUY MOLESTO, LLEVO TRES DÍAS ESPERANDO Y NADIE ME CONTESTA EL TELÉFONO",
	"La comida estuvo M U Y  B U E N A, gracias a todos",
	"M U Y  B U E N O",
	"por favor, u r g e n t e",
	"N O  M E  G U S T Ó  N A D A el color",
	"es un n-o rotundo, y e-s-p-e-c-t-a-c-u-l-a-r el postre",
	"Se escribe G-O-N-Z-Á-L-E-Z con zeta, y el correo a-n-a arroba",
	"my surname is spelled S C H W A R Z and hers is K-O-W-A-L-S-K-I",
	"𝓜𝓪𝓻𝓲𝓪 𝓕𝓮𝓻𝓷𝓪𝓷𝓭𝓪 🌸 hola, quiero una cita para uñas",
	"Hola, soy ✨ 𝕃𝕦𝕔𝕚́𝕒 𝔾𝕠́𝕞𝕖𝕫 ✨ y quería saber el precio del corte",
	"Ⓛⓐ ⓒⓐⓢⓐ es el nombre de mi café, ¿pueden bordarlo así?",
	"🅱🅰🆁 🅻🆄🅽🅰 quiere reservar diez mesas",
	"ｈｏｌａ ～ ¿tienen mesa hoy?",
	"voy 🇲🇽 🇪🇸 🇦🇷 🇨🇱 a ver el partido, ¿lo pasan?",
	"hooola!!! q ondaaa, me aparta$ una mes@?",
	"#MesaParaDos #CumpleDeAna #ReservaYa #ComidaRica #NosVemosElSabado #FelizDia",
	"#bodaanaypedro2024 #fiestadefindeaño @restaurante.la.casa.de.maria",
	"Me llamo MariaJosé, mi correo es mariajose.delacruz_lopez@example.com",
	"dale, tb xq no pd: tqm bss, q tal x ahi tb? mñn nos vmos xfa",
	// backwards and palindromes
	"Anita lava la tina, dice mi hijo todo el día. Dábale arroz a la zorra el abad",
	"A man a plan a canal Panama, that's the tattoo that I want",
	"mi hija firma ANELE porque escribe Elena al revés, ¿se puede bordar así?",
	"En la ambulancia dice AICNALUBMA, quiero esa playera para mi hijo",
	"Roma es amor al revés, eso va en la taza",
	"el zurdo de mi nene escribe aloh en vez de hola y ámam por mamá",
	"¿La chaqueta es reversible? La quiero del revés negra y con el forro rojo",
	"mi clase de espejo: ¿dan la vuelta al texto para el vinilo, invertido para la luna del coche?",
	"Set, spas, ubac y arba son los pueblos, ¿llegan hasta allá?",
	// other scripts
	"Buenos días, la reserva va a nombre de Νίκος Παπαδόπουλος, dos noches",
	"Mi esposo se llama Александр Иванов y yo Ольга, ¿la mesa sigue a las 8?",
	"Здравствуйте! Можно записаться на стрижку завтра в три часа?",
	"Καλημέρα, θέλω να κλείσω ένα τραπέζι για δύο άτομα",
	"necesito un cartel que diga ДОБРО ПОЖАЛОВАТЬ para la fiesta de mi suegra",
	"El producto α-tocoferol y β-caroteno, 5 µg, Ω3: ¿los tienen?",
	"Սիրով սպասում ենք ձեզ, ¿pueden ponerlo en el pastel?",
	"iPhone de México, ¿el λ-carragenano es vegano? Δ del precio, por favor",
	// hidden characters that mail programs leave
	"Esti\u00admada clien\u00adta: su ha\u00adbi\u00adta\u00adción es\u00adtá con\u00adfir\u00admada",
	"Reserva\u200b para el jueves\u200b a las ocho\u200b, gracias",
	"\ufeffHola, les copio el correo que me llegó\u00a0con la fac\u00adtura\u00a0de mayo",
	"👩‍👩‍👧‍👦 somos cuatro ❤️‍🔥 y un perro 🐶, ☎️ llámenme",
	"\u200eHola\u200e, mi número es \u202a+52 55 1234 5678\u202c",
	// ciphers that are only spoken of
	"Tengo un escape room sobre el cifrado César para niños, ¿tienen sala el sábado?",
	"mi perro se llama Rot, ¿hacen cortes a rottweilers?",
	"El código morse del collar dice ... --- ..., ¿se puede grabar?",
	"¿pueden grabar .- -. .- en la pulsera? es mi nombre en morse",
	"www.example.org/xyzzy no carga, ni brrr ni hmm pfff, tsk tsk grr",
	"mis hijos Krzysztof, Grzegorz y Wojciech Szczepański van también, más Nguyễn Trần",
	"Buenas, es Ntra. Sra. del Pilar, c/ Dr. Fdez. n.º 3, pta. dcha., Bcn",
}

// screened wants a verdict from least to most for each text of a contact.
func screened(t *testing.T, texts []string, least, most guard.Verdict) {
	t.Helper()
	for _, text := range texts {
		if got := guard.Screen(text, guard.Contact); got.Verdict < least || got.Verdict > most {
			t.Errorf("%q is %v (%.1f): %+v", text, got.Verdict, got.Score, got.Findings)
		}
	}
}

func TestHonestTextsThatLookDisguisedPass(t *testing.T) {
	t.Parallel()
	screened(t, slices.Concat(undisguised, openly, daily, longOpen, mingled), guard.Allow, guard.Modify)
}

// suspected are honest texts that are flagged all the same: no more may be done to them.
var suspected = []string{
	"e|---0---2---3---| B|---1---3---0---| G|---0---2---0---| esa es la tablatura",
	"IPA for the name tags: /ˈʃɪvɔːn/, /ˈniːv/, /ɹɔɪ/, /ˈwʊstə/ and /ˈɡlɒstə/, could you print them under the names on the twelve badges?",
	"mi insta es ᴅᴊ ᴍᴀʀᴄᴏ ᴏꜰɪᴄɪᴀʟ, ahí está el logo",
	"Tattoo: the word ecnalab mirrored under balance, how much?",
}

func TestHonestTextsThatAreSuspectedAreNotBlocked(t *testing.T) {
	t.Parallel()
	screened(t, suspected, guard.Allow, guard.Flag)
}
