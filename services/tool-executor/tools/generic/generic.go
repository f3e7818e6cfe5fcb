// Package generic holds the tools that are off until a tenant's file allows them: records that only this business keeps, its documents,
// e-mails and the programs that it trusts.
package generic

import (
	"context"
	"slices"

	"github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/outward"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/attempt"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
)

// settings gives a tenant's settings as of now.
type settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
}

// Passage is one place of a tenant's documents.
type Passage struct {
	Title    string  `json:"title"`
	Content  string  `json:"content"`
	Category string  `json:"category"`
	Score    float64 `json:"relevance_score"`

	DocumentID, ChunkID string `json:"-"`
}

// Question is a search in a tenant's documents.
type Question struct {
	Tenant                    tenant.ID
	Assistant, Contact, Query string
	Category                  string
	TopK                      int
}

// Options are what the tools work with.
type Options struct {
	Settings settings
	Store    *store.Store
	Search   func(ctx context.Context, q Question) ([]Passage, error)
	Mail     mail.Server // the zero value sends no e-mail
	Key      seal.Key    // opens the secrets that sign requests
	Private  bool        // requests may go to private addresses
}

// All lists the tools; their names are on the wire and never change.
func All(o Options) []tool.Tool {
	r := records{settings: o.Settings, db: o.Store, ledger: ledger.New(o.Store)}
	attempts := attempt.New(o.Store)
	client := outward.Client(outward.Options{Timeout: requestTime, Private: o.Private})
	return []tool.Tool{
		QueryRecords{r}, CreateRecord{r}, UpdateRecord{r}, SearchContent{o}, SendEmail{o, attempts}, HTTPRequest{o, attempts, client},
	}
}

// allowed are a tenant's tools; none where it has no settings.
func allowed(s settings, id tenant.ID) *tenant.Tools {
	if found, ok := s.Get(id); ok {
		return &found.Tools
	}
	return &tenant.Tools{}
}

func invalid(field, message string) *tool.Error {
	return &tool.Error{Code: "invalid_arguments", Field: field, Message: message}
}

func names(all []tenant.Collection, may func(tenant.Collection) bool) (out []string) {
	for _, c := range all {
		if may(c) {
			out = append(out, c.Name)
		}
	}
	slices.Sort(out)
	return out
}
