package intentrouter

import (
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// General is the specialist that answers what no other does.
const General = "general"

// specialist chooses who answers on a channel: General below the threshold, then the tenant's own choice, the assistant's type,
// the vertical, the table. Danger is never left to General; urgency decides by making that the intent. An assistant's type only
// takes away: where one may not book, order or sell, those wishes go to a specialist that has no tool for it. Types that differ in
// how they speak (sales, support, personal_brand) route alike: the prompt is where they differ.
func (r *Reader) specialist(in intent.Scored, settings *tenant.Settings, vertical tenant.Vertical, channel string) string {
	if !r.sure(in, settings) {
		return General
	}
	tables := [...]table{settings.Routing.Specialists, nil, answering.verticals[vertical], answering.every}
	if a, ok := settings.Assistant(channel); ok {
		tables[1] = answering.types[a.Type]
	}
	for _, t := range tables {
		if chosen := t[in.Name]; chosen != "" {
			return chosen
		}
	}
	return General
}

// sure reports whether an intent decides anything. Danger always does.
func (r *Reader) sure(in intent.Scored, settings *tenant.Settings) bool {
	return in.Confidence >= r.thresholdOf(settings) || in.Name == intent.UrgentCare
}

// thresholdOf is the tenant's own threshold, or the router's.
func (r *Reader) thresholdOf(settings *tenant.Settings) float64 {
	if settings.Routing.Threshold > 0 {
		return settings.Routing.Threshold
	}
	return r.threshold
}
