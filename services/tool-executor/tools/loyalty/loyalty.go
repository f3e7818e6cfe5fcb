// Package loyalty holds the tools with which customers see what they have earned and take rewards for it, and awards what appointments
// and orders are worth, each once.
package loyalty

import (
	"strings"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
)

// All lists the tools; their names are on the wire and never change.
func All(db *store.Store) []tool.Tool {
	d := &data{db: db, ledger: ledger.New(db)}
	return []tool.Tool{Balance{d}, Redeem{d}, Award{d}}
}

// data is schema business as these tools use it.
type data struct {
	db     *store.Store
	ledger ledger.Ledger
}

// phrases are what customers are told, by language; {…} stands for a value.
var phrases = map[string]map[string]string{
	"es": {
		"unit": "puntos", "no_program": "el negocio no tiene programa de puntos", "no_reward": "no hay una recompensa así",
		"sold_out": "{reward} por ahora no está disponible", "too_few": "{reward} cuesta {tokens} {unit} y hay {balance}",
		"changed":   "{reward} ahora cuesta {tokens} {unit}",
		"too_many":  "ya hay {n} códigos sin usar",
		"too_often": "hoy ya se canjearon {n} recompensas",
	},
	"en": {
		"unit": "points", "no_program": "the business has no points programme", "no_reward": "there is no such reward",
		"sold_out": "{reward} cannot be had for now", "too_few": "{reward} takes {tokens} {unit} and you have {balance}",
		"changed":   "{reward} takes {tokens} {unit} now",
		"too_many":  "you have {n} codes that were not used",
		"too_often": "you took {n} rewards today",
	},
	"pt": {
		"unit": "pontos", "no_program": "a empresa não tem programa de pontos", "no_reward": "não há uma recompensa assim",
		"sold_out": "{reward} não está disponível no momento", "too_few": "{reward} custa {tokens} {unit} e há {balance}",
		"changed":   "{reward} agora custa {tokens} {unit}",
		"too_many":  "já há {n} códigos sem usar",
		"too_often": "hoje já foram trocadas {n} recompensas",
	},
}

func say(what, lang string, gaps ...string) string {
	p, ok := phrases[lang]
	if !ok {
		p = phrases["es"]
	}
	return strings.NewReplacer(gaps...).Replace(p[what])
}

// program is the business's, with what it gives.
type program struct {
	id, slug, name, unit string
	earn                 earnInfo
	rewards              []reward
}

// called is how customers call the tokens.
func (p *program) called(lang string) string {
	if p.unit != "" {
		return p.unit
	}
	return say("unit", lang)
}

type reward struct {
	slug, name, description string
	aliases                 []string
	tokens                  int64
	available               bool
	codeDays                int
}

func noProgram(lang string) *tool.Error {
	return &tool.Error{Code: "no_program", Message: say("no_program", lang)}
}
