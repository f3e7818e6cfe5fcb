package tenantfile

import "github.com/recado/recado/pkg/tenant"

// Memory is what models are told of a conversation and of a customer beside the message.
type Memory struct {
	History  *int   `yaml:"history" min:"0" max:"30"` // default 8
	Summary  bool   `yaml:"summary"`
	Facts    string `yaml:"facts" check:"facts"`         // default off
	FactDays *int   `yaml:"fact_days" min:"1" max:"730"` // default 180
}

func (t *Tenant) memory() tenant.Memory {
	m := tenant.Memory{History: t.Memory.History, Summary: t.Memory.Summary}
	if t.Memory.Facts != "" && t.Memory.Facts != "off" {
		m.Facts, m.FactDays = t.Memory.Facts, or(t.Memory.FactDays, tenant.DefaultFactDays)
	}
	return m
}
