// Package urgency reads how soon a person needs help.
package urgency

import (
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/linear"
)

// Triage is a label for routing, from 1 (routine) to 5 (an emergency now); it is never a diagnosis.
type Triage struct {
	// Level is 0 where nothing of the kind was said.
	Level int
	// From and To are the tokens of the sign that decided, To excluded.
	From, To int
	// Danger is the danger to life that was named, the zero value where the words at large decided.
	Danger Danger
}

// Escalates reports whether a person should take over.
func (t Triage) Escalates() bool { return t.Level >= 4 }

// Emergency is the level of what cannot wait.
const Emergency = 5

// Routine is the level of what is negated, past, hypothetical or figurative.
const routine = 1

// Of reads how soon a customer of a dental or medical practice needs help: the dangers and signs that stand in the text, the
// signs of life that it tells as numbers, and a model of all its words decide together. Of several the worst counts.
func Of(t language.Text) Triage { return By(model, t) }

// With is Of a text whose Features are known. It writes after them, where they have room.
func With(t language.Text, features []uint32) Triage { return by(model, t, features) }

// By is Of by another model, for those who fit and compare models.
func By(m *linear.Model, t language.Text) Triage {
	var room [1024]uint32
	return by(m, t, language.Features(t, room[:0]))
}

// Acute reads whether a message tells of a danger to life that is there now, for a business that looks after no patients: it is an
// emergency or nothing; what is over, supposed or denied is routine.
func Acute(t language.Text) Triage {
	found := dangers.find(t, false)
	if found.kind >= 0 {
		return Triage{Level: Emergency, From: found.sign.From, To: found.sign.To, Danger: dangers.danger(found)}
	}
	if v := found.vitals(t); v.level == Emergency {
		return Triage{Level: Emergency, From: v.from, To: v.to, Danger: Danger{Name: "vitals", Help: Ambulance}}
	}
	if found.told {
		return Triage{Level: routine}
	}
	return Triage{}
}

// minSure is from which probability of an emergency the model is believed without a sign, where no patients are looked after.
const minSure = 0.2

// Sure reports whether the model takes a message for an emergency. It knows patients only: a thing that breaks is none.
func Sure(t language.Text) bool {
	found := dangers.find(t, false)
	if found.thing && !found.somebody && !found.body {
		return false
	}
	if len(found.figures) > 0 {
		t = without(t, found.figures)
	}
	var room [1024]uint32
	var p [Levels]float32
	e := gather(t, language.Features(t, room[:0]))
	model.Scores(e.keys, p[:])
	linear.Softmax(p[:])
	return p[Levels-1] >= minSure
}

// HelpIn tells who helps in the emergency that a message tells of: by the danger that it names, else a vet where nobody but an
// animal is spoken of, else an ambulance.
func HelpIn(t language.Text) Help {
	found := dangers.find(t, false)
	switch {
	case found.kind >= 0:
		return dangers.danger(found).Help
	case found.animal && !found.somebody:
		return Vet
	}
	return Ambulance
}

func by(m *linear.Model, t language.Text, features []uint32) Triage {
	found := dangers.find(t, true)
	v := found.vitals(t)
	var got Triage
	if len(found.figures) == 0 {
		got = judge(m, t, features, v.calm)
	} else {
		rest := without(t, found.figures)
		got = judge(m, rest, language.Features(rest, nil), v.calm)
		if got.From == got.To && slight(rest) { // nothing is left but little words
			got = Triage{}
		}
		got.From, got.To = 0, 0
	}
	switch {
	case dangers.decides(found, got.Level):
		return Triage{Level: Emergency, From: found.sign.From, To: found.sign.To, Danger: dangers.danger(found)}
	case v.level == Emergency && got.Level < Emergency:
		return Triage{Level: Emergency, From: v.from, To: v.to, Danger: Danger{Name: "vitals", Help: Ambulance}}
	case v.level > got.Level:
		return Triage{Level: v.level, From: v.from, To: v.to}
	}
	return got
}

// vitals are the signs of life of a person; those of animals have other limits, which only a vet knows.
func (f threat) vitals(t language.Text) reading {
	if f.animal && !f.somebody {
		return reading{}
	}
	v := readVitals(t)
	if v.to > 0 && f.reading.elsewhere(language.Hit{From: v.from, To: v.to}) {
		return reading{}
	}
	return v
}

// calmLevel is the worst of a text whose numbers are as they should be, unless a sign is worse or the model all but sure.
const calmLevel = 3

// judge weighs the signs and the words of a text; calm tells of numbers that are as they should be.
func judge(m *linear.Model, t language.Text, features []uint32, calm bool) Triage {
	e := gather(t, features)
	var p [Levels]float32
	m.Scores(e.keys, p[:])
	linear.Softmax(p[:])
	if e.slight && p[Levels-1] < minFiveOfSlight {
		return Triage{}
	}
	got := Triage{Level: levelOf(p)}
	if calm && e.worst.Level <= calmLevel && p[Levels-1] < minFiveOfCalm {
		got.Level = min(got.Level, calmLevel)
	}
	switch {
	case e.worst.Level >= got.Level || got.Level > routine && e.worst.Level > 0:
		got.From, got.To = e.worst.From, e.worst.To
	case got.Level == routine:
		return Triage{} // nothing of the kind was said
	}
	return got
}

// OfSymptoms is Urgency of symptoms that are listed.
func OfSymptoms(symptoms ...string) Triage {
	return Of(language.Read(strings.Join(symptoms, ", ")))
}

// scan reads what stands beside a sign.
type scan struct{ *language.Text }

// voided reports whether a sign is denied, past, supposed or a figure of speech.
func (s scan) voided(hits []language.Hit, sign language.Hit) bool {
	for _, h := range hits {
		if triageLevels[h.List] == 0 && h.From <= sign.To && sign.From-h.To <= 1 {
			return true
		}
	}
	return s.denied(sign)
}

// denied reports whether a sign that is no denial itself is denied right before.
func (s scan) denied(sign language.Hit) bool {
	if s.Is(sign.From, "no", "not", "cant", "doesnt", "wont", "nao") {
		return false
	}
	for k := sign.From - 1; k >= max(0, sign.From-3); k-- {
		if s.Is(k, ".", ",", ";", "pero", "but", "y", "porque", "que") {
			return false
		}
		if s.Is(k, "no", "sin", "not", "dont", "without", "never", "nunca", "ningun", "ninguna", "nao", "sem", "ya") && (!s.Is(k, "ya") || s.Is(k+1, "no")) {
			return true
		}
	}
	return false
}

// signs are the lists of what customers say, with the level of each; 0 marks what takes the meaning from a sign beside it.
var signs = []struct {
	level   int
	phrases string
}{
	{5, `no para|deja|cesa de|el sangrar|sangrado / no para ... sangrar|sangrado|sangre / no deja de sangrar / sangra|sangrando|sangrado|hemorragia ... mucho|mucha|abundante|parar|detener / mucha sangre / sangrando mucho / hemorragia
		/ bleeding ... stop|heavily|lot|nonstop / wont|doesnt|cant|not stop bleeding / bleeding heavily / sangramento ... nao para / nao para de sangrar`},
	{5, `no puedo|puede respirar|tragar / no respira / me cuesta|dificultad ... respirar / falta ... aire / me ahogo / se ahoga|esta ahogando / cant|cannot|difficulty|trouble|hard ... breathe|breathing|swallow / not breathing / choking / no puede pasar saliva / falta de ar / nao consigo respirar`},
	{5, `se me|le|nos cayo|salio|rompio ... diente|muela ... golpe|caida|balonazo|permanente / diente ... cayo|salio|volo ... golpe|caida / golpe|golpeo|golpazo|caida|accidente|trauma ... diente|dientes|boca|cara|mandibula|cabeza / knocked out ... tooth|teeth / tooth|teeth ... knocked out / knocked ... tooth|teeth ... out
		/ se me zafo la mandibula / mandibula ... fracturada|rota|dislocada|trabada / broken jaw / jaw ... broken|dislocated|locked / hit ... head|face|jaw / avulsion* / perdi|perdio ... conocimiento|conciencia / desmay* / unconscious / passed out / fainted`},
	{5, `dolor|presion|opresion ... pecho / me duele el pecho / chest pain|pressure|hurts / pain in .. chest / dor no peito / infarto / heart attack / derrame / stroke / no puedo|puede mover ... brazo|pierna|cara / cara ... dormida|caida|chueca / habla raro / talk|talks|talking|speaks|speech ... weird|funny|slurred / cant|cannot move ... arm|leg|face / convuls* / seizure / anafila* / anaphyla* / alergia|alergica|allergic ... severa|grave|garganta|throat|severe`},
	{5, `suicid* / matarme|quitarme la vida / no quiero vivir / hacerme dano / kill myself / hurt myself / self harm / end my life / me quiero morir`},
	{5, `bebe|recien|newborn|baby|infant ... fiebre|febre|fever / fiebre|fever ... bebe|baby|recien|newborn|meses / hinchad*|inflamad*|hinchazon|swollen|swelling ... fiebre|fever / fiebre|fever ... hinchad*|hinchazon|inflamad*|swollen|swelling / hinchad*|inflamad* ... ojo|cuello|garganta|lengua / swollen|swelling ... eye|neck|throat|tongue / eye|neck|throat|tongue ... swollen|swelling / sobredosis / overdose / envenen* / poison*`},
	{4, `dolor|duele|duelen|pain|hurts ... insoportable|terrible|horrible|fuertisimo|intenso|muchisimo|demasiado|mucho|fuerte|unbearable|excruciating|severe|lot|bad|badly|killing / insoportable ... dolor|muela|diente / unbearable|excruciating|severe|terrible|extreme|horrible ... pain|toothache
		/ fuerte|mucho|intenso|terrible dolor / no aguanto|soporto|resisto ... dolor|muela / no aguanto mas / no me deja|dejo dormir / no pude|puedo|he podido dormir ... dolor|muela|duele / no dormi|duermo ... dolor / dolor|duele|muela ... dormir|despierta|noche / cant|couldnt|keeps|kept|keeping ... sleep|awake / me esta matando / doi muito / dor forte|insuportavel / muito dor`},
	{4, `absceso* / abscess / flemon / pus / infeccion|infectad*|infected|infection / postemilla / cara|mejilla|encia|cachete|boca ... hinchad*|inflamad* / hinchad*|inflamad*|hinchazon|inflamacion ... cara|mejilla|encia|cachete|boca|muela|diente / face|cheek|gum|jaw ... swollen|swelling / swollen|swelling ... face|cheek|gum|jaw / se me|le hincho|inflamo / hinchazon / swelling / inchad*`},
	{4, `fractur* / hueso roto / broken bone|arm|leg|wrist|ankle / cortada|cortadura|herida ... profunda / deep cut|wound / me corte / me cai|se cayo ... golpe|duele|diente|cabeza / quemadura|quemad* / burn|burned / fiebre alta / high fever / fiebre ... 39|40 / 39|40 ... fiebre / vomit* ... sangre / sangre ... orina|heces|vomito / sangrado|sangra|sangrando|sangre / bleeding|bleed|bleeds / sangrando`},
	{4, `emergencia|emergency|emergencias ... dental|dolor|ahora|ya|now|ayuda|help / es una emergencia / tengo una emergencia|urgencia / its an emergency / have an emergency / es urgente ... dolor|duele|muela|diente / emergencia $ / ^ emergencia|emergency / necesito ayuda urgente`},
	{3, `duele|duelen|dolor|doliendo|dolores|adolorid* / hurt|hurts|hurting|pain|painful|ache|aches|aching|toothache|sore / doi|doendo|dor / molestia|molesta|molestando / punzadas|pulsa / fiebre|fever|febre / inflamad*|inflamacion / calentura`},
	{3, `se me|le|nos cayo|salio|rompio|quebro|partio|despego|aflojo|zafo ... diente|muela|corona|resina|amalgama|curacion|empaste|tapadura|bracket|carilla|implante|puente|calza / diente|muela|corona ... roto|rota|partido|partida|quebrado|quebrada|flojo|floja|astillado / broke|chipped|cracked|lost|loose ... tooth|crown|filling|bracket|bridge / tooth|crown|filling ... broke|broken|fell|chipped|cracked|loose|out / perdi ... corona|resina / alambre ... pica|lastima|clava`},
	{2, `caries|cavity|cavities / sensibilidad|sensible|sensibles|sensitive|sensitivity / caries|cavity|cavities|picad* ... diente|muela / muela|diente ... picad* / manchas / sangra*|sangran ... encias ... cepill* / encias ... sangran ... cepill* / gums bleed ... brush* / leve ... molestia|dolor / molestia|dolor ... leve|leves|ligera|ligero / a veces ... duele|dolor / mild|slight|little ... pain|discomfort / roncha|sarpullido|rash|tos|cough|gripe|cold|resfriad*`},
	{0, `ya no ... duele|dolor|sangra|molesta|fiebre / no longer hurts / no ... duele|dolor|sangra nada / si me|le|te duele|sangra|duelen / si tengo|hay|siento ... dolor / que hago si / what if / in case / en caso de / por si / me dolia|dolio|sangro|dolian / ayer|anoche me dolio / used to hurt / hurt last
		/ la semana|el mes|el ano pasado ... dolor|duele / tuve|tenia ... dolor|infeccion|absceso|fiebre / hace anos|meses ... dolor|tuve / ^ duele|duelen el|la|los|las|hacerse|mucho|ponerse|sacarse / duele|duelen hacerse|ponerse|sacarse / es doloroso / va a doler / doler / does it hurt / will it hurt / is it painful / sin dolor / painless / no pain / doi muito $
		/ duele ... bolsillo|cartera|corazon|alma / dolor de cabeza con / dolor ... bolsillo|cartera|ojos verlo / me muero de|por / muero de hambre|risa|ganas / dying for|to|of / killer / matarme de risa / de muerte / to die for / pain in the / emergency ... hours|service|number|room|do|offer / atienden|manejan|reciben|ven|tienen ... emergencias|urgencias|emergencia|urgencia / take|handle|offer|see ... emergencies|emergency|walk`},
}

var triageLevels, triagePhrases = buildTriage()

func buildTriage() ([]int, *language.Phrases) {
	levels := make([]int, 0, len(signs))
	lists := make([]string, 0, len(signs))
	for _, s := range signs {
		levels, lists = append(levels, s.level), append(lists, s.phrases)
	}
	return levels, language.MustPhrases(lists)
}
