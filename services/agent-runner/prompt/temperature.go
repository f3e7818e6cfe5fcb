package prompt

import (
	"strings"

	"github.com/recado/recado/pkg/persona"
)

// ceilingTemperature is that of the section, in tokens; a tenant's file may say 120 of them.
const ceilingTemperature = 220

var temperatureRules = [3]string{
	"Termina cada respuesta al cliente con una línea [TEMPERATURA: HOT], [TEMPERATURA: WARM] o [TEMPERATURA: COLD]: lo cerca que está de " +
		"reservar o comprar. El cliente no la ve; no hables de ella. Criterios:",
	"End each reply to the customer with a line [TEMPERATURA: HOT], [TEMPERATURA: WARM] or [TEMPERATURA: COLD]: how near they are to " +
		"booking or buying. The customer does not see it; never speak of it. Criteria:",
	"Termine cada resposta ao cliente com uma linha [TEMPERATURA: HOT], [TEMPERATURA: WARM] ou [TEMPERATURA: COLD]: quão perto está de " +
		"reservar ou comprar. O cliente não a vê; não fale dela. Critérios:",
}

// temperature asks for the mark, where the assistant has criteria for it.
func (in *Input) temperature() []persona.Section {
	criteria := strings.TrimSpace(in.Texts.Criteria)
	if criteria == "" {
		return nil
	}
	lines := append([]string{temperatureRules[languageIndex(in.Language)]}, strings.Split(criteria, "\n")...)
	return []persona.Section{persona.Fit("temperature", ceilingTemperature, lines)}
}
