package rulemodel

import (
	"strings"

	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// keepNear keeps what is said beside an address, which may name its zone: "a domicilio en Barranco, calle Lima 12".
func (t *turn) keepNear(f *dialogue.Frame, address string) {
	if address == "" && f.Asked != "place" && t.Slots.GetFulfilment() != ordering.Delivery {
		return
	}
	near := t.Plain
	if address != "" {
		near = heard.Plain(strings.Replace(t.Text, address, " en ", 1)) // what follows it is where it is
	}
	if !strings.Contains(f.Values["near"], near) {
		f.Set("near", phrase.Clip(near+f.Values["near"], addressLimit))
	}
}
