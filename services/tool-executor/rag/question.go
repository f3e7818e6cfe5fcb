package rag

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"unicode/utf8"

	"github.com/google/uuid"
)

// question is what a program asks.
type question struct {
	Assistant string   `json:"assistantId"`
	Tenant    string   `json:"tenantId"`
	Agent     string   `json:"agentId"`
	Project   string   `json:"projectId"`
	Query     string   `json:"query"`
	Limit     *int     `json:"limit"`
	Threshold *float64 `json:"threshold"`
	User      string   `json:"userId"`
}

func read(r *http.Request) (q question, err error) {
	body, err := io.ReadAll(r.Body)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return q, &refusal{"TOO_LARGE", fmt.Sprintf("expected at most %d bytes", maxBody), http.StatusRequestEntityTooLarge}
	}
	if err != nil {
		return q, invalid("body: expected a whole one")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	if err := decoder.Decode(&q); err != nil {
		return q, invalid("body: expected a JSON object; GET " + healthPath + " says which")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return q, invalid("body: expected one JSON object and nothing after it")
	}
	for _, name := range []struct {
		field       string
		value       *string
		otherwise   string
		otherwiseIs string
	}{{"assistantId", &q.Assistant, "agentId", q.Agent}, {"tenantId", &q.Tenant, "projectId", q.Project}} {
		if *name.value != "" && name.otherwiseIs != "" && *name.value != name.otherwiseIs {
			return q, invalid(name.field + ": expected the same as in " + name.otherwise)
		}
		*name.value = cmp.Or(*name.value, name.otherwiseIs)
	}
	return q, q.check()
}

const maxUser = 200

func (q *question) check() error {
	switch {
	case q.Assistant == "":
		return invalid("assistantId: required")
	case q.Tenant == "":
		return invalid("tenantId: required")
	case q.Query == "":
		return invalid("query: required")
	case q.Limit != nil && (*q.Limit < 1 || *q.Limit > maxLimit):
		return invalid(fmt.Sprintf("limit: expected 1 to %d", maxLimit))
	case q.Threshold != nil && !(*q.Threshold >= 0 && *q.Threshold <= 1):
		return invalid("threshold: expected 0 to 1")
	case len(q.User) > maxUser || !utf8.ValidString(q.User):
		return invalid(fmt.Sprintf("userId: expected at most %d bytes", maxUser))
	}
	return nil
}

// contact is whose own documents are searched: a contact's id as it stands, another program's id of a person as a uuid of the tenant's.
func (q *question) contact() string {
	if id, err := uuid.Parse(q.User); err == nil || q.User == "" {
		if q.User == "" {
			return ""
		}
		return id.String()
	}
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("recado/"+q.Tenant+"/user/"+q.User)).String()
}
