package counsel

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// DentalUrgency is check_dental_urgency: how soon somebody with these symptoms should be seen. It is the same reading that routes
// messages (pkg/language/urgency), a label and never a diagnosis.
type DentalUrgency struct{}

const (
	maxSymptoms = 20
	maxSymptom  = 300 // characters
)

// Spec describes the tool.
func (DentalUrgency) Spec() tool.Spec {
	return tool.Spec{
		Name: "check_dental_urgency",
		Description: "How soon a patient with these symptoms should be seen: 5 is an emergency now, 4 the same day, 3 within days, " +
			"2 within two weeks, 1 routine. It says nothing of what the patient has, and of no medicine.",
		Parameters:  symptomSchema,
		Specialists: []string{"booking_dental", "urgent_care"}, Permission: tool.Inform,
		Examples: tool.Examples(`{"symptoms":["dolor que no deja dormir","encía hinchada"]}`),
	}
}

type complaint struct {
	Symptoms []string `json:"symptoms" required:"true" minItems:"1" maxItems:"20" description:"each symptom, in the patient's words"`
}

var symptomSchema = wire.SchemaOf[complaint]()

type triage struct {
	Level          int    `json:"urgency_level"`
	Recommendation string `json:"recommendation"`
	ShouldEscalate bool   `json:"should_escalate"`
}

// advice is what to do at each level, with the time in which the guidance for dental first contact wants a patient seen: SDCEP,
// Management of Acute Dental Problems (emergency within an hour, urgent within 24 hours, non-urgent within days), and
// docs/language.md for the levels below. It suits tú and usted alike.
var advice = [...]map[string]string{
	1: {
		"es": "No suena urgente: basta con una cita normal.",
		"en": "It does not sound urgent: a regular appointment is enough.",
		"pt": "Não parece urgente: basta uma consulta normal.",
	},
	2: {
		"es": "Conviene una cita dentro de las próximas dos semanas; antes, si empeora.",
		"en": "An appointment within the next two weeks is advisable; sooner if it gets worse.",
		"pt": "Convém uma consulta nas próximas duas semanas; antes, se piorar.",
	},
	3: {
		"es": "Conviene una cita en los próximos días; hoy mismo, si empeora.",
		"en": "An appointment in the next few days is advisable; today if it gets worse.",
		"pt": "Convém uma consulta nos próximos dias; hoje mesmo, se piorar.",
	},
	4: {
		"es": "Hace falta que el equipo lo revise hoy mismo.",
		"en": "The team needs to look at it today.",
		"pt": "É preciso que a equipe veja isso hoje mesmo.",
	},
	5: {
		"es": "Es una emergencia: atención médica ahora mismo, en urgencias del hospital más cercano o por el número de emergencias.",
		"en": "It is an emergency: medical care right now, at the nearest emergency room or through the emergency number.",
		"pt": "É uma emergência: atendimento médico agora mesmo, no pronto-socorro mais próximo ou pelo número de emergência.",
	},
}

// Call answers with the worst level of what is listed; what says nothing of the kind is routine.
func (DentalUrgency) Call(_ context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[complaint](c)
	if refusal == nil {
		refusal = args.check()
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	read := urgency.OfSymptoms(args.Symptoms...)
	level := max(1, read.Level)
	text, ok := advice[level][c.Language]
	if !ok {
		text = advice[level]["es"]
	}
	told := triage{Level: level, Recommendation: text, ShouldEscalate: read.Escalates()}
	return wire.Answer(told, tool.Evidence{ID: fmt.Sprintf("urgency:%d", level), Kind: "tool", Source: "language/urgency"})
}

func (x complaint) check() *tool.Error {
	if len(x.Symptoms) == 0 || len(x.Symptoms) > maxSymptoms {
		return &tool.Error{Code: "invalid_arguments", Field: "symptoms", Message: "expected 1 to 20 symptoms"}
	}
	for i, s := range x.Symptoms {
		if strings.TrimSpace(s) == "" || utf8.RuneCountInString(s) > maxSymptom {
			return &tool.Error{
				Code: "invalid_arguments", Field: fmt.Sprintf("symptoms[%d]", i), Message: "expected 1 to 300 characters",
			}
		}
	}
	return nil
}
