package toolexecutor

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// openVault opens every value as its token's number, unless it is unavailable or erased.
type openVault struct{ unavailable, erased bool }

const number = "+52 55 1234 5678"

func (v openVault) Open(_ context.Context, _ tenant.ID, _ string, values []*recadov1.SealedValue) (out []vault.Entry, err error) {
	if v.unavailable {
		return nil, bus.Unavailable(errors.New("no server"))
	}
	for _, x := range values {
		if !v.erased {
			out = append(out, vault.Entry{Type: x.GetType(), Token: x.GetToken(), Value: number})
		}
	}
	return out, nil
}

type ownNumber struct{}

func (ownNumber) Of(context.Context, tenant.ID) ([]string, error) {
	return []string{"55 5000 1000"}, nil
}

// echo returns what it was given.
type echo struct {
	got    *tool.Call
	result string
	err    error
}

func (echo) Spec() tool.Spec { return tool.Spec{Name: "keep", Write: true, Reveal: []string{"phone"}} }

func (t echo) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	*t.got = c
	if t.err != nil {
		return tool.Result{}, t.err
	}
	r, err := c.Hide(ctx, tool.Result{JSON: json.RawMessage(t.result)}) // as the ledger does
	if strings.Contains(string(r.JSON), number) {
		panic("the ledger would have the number")
	}
	return r, err
}

const wished = `{"notes":"llámame al [TEL_1]","phone":"[TEL_1]"}`

func runEcho(t *testing.T, v openVault, result string, failure error) (tool.Call, tool.Result, error) {
	t.Helper()
	e := &executor{vault: v, own: ownNumber{}}
	x := echo{got: &tool.Call{}, result: result, err: failure}
	r, err := e.run(t.Context(), x, tool.Call{Tenant: "sol", Arguments: json.RawMessage(wished)}, []*recadov1.SealedValue{{Type: "phone", Token: "[TEL_1]"}})
	return *x.got, r, err
}

func TestToolGetsRealValuesOnlyWhereItAsksForThem(t *testing.T) {
	t.Parallel()
	got, _, err := runEcho(t, openVault{}, `{}`, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"notes":"llámame al [TEL_1]","phone":"` + number + `"}`; string(got.Arguments) != want {
		t.Errorf("the tool got %s, want %s", got.Arguments, want)
	}
	if string(got.Asked) != wished {
		t.Errorf("the ledger would hash %s", got.Asked)
	}
}

func TestResultHasNoPersonalDataExceptTheBusinesssOwn(t *testing.T) {
	t.Parallel()
	const result = `{"id": "5512345678123", "said":"` + number + `, o 55 9999 0000", "call_us" : ["55 5000 1000"], "n": 5512345678}`
	_, r, err := runEcho(t, openVault{}, result, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"id": "5512345678123", "said":"[TEL_1], o [DATO PROTEGIDO]", "call_us" : ["55 5000 1000"], "n": 5512345678}`; string(r.JSON) != want {
		t.Errorf("got %s, want %s", r.JSON, want)
	}
}

func TestRefusalHasNoPersonalDataExceptTheBusinesssOwn(t *testing.T) {
	t.Parallel()
	e := &executor{own: ownNumber{}}
	allowed, err := tool.Values([]map[string]string{{"slot_id": "5512345678123", "staff": "llama al 55 9999 0000 o al 55 5000 1000"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.hide(t.Context(), "sol", nil, tool.Result{Err: &tool.Error{
		Code: "outside_policy_window", Field: "appointment_id", Message: "Cancela en el 55 5000 1000, no en el 55 9999 0000", Allowed: allowed,
	}})
	if err != nil || r.JSON != nil {
		t.Fatalf("got %+v, %v", r, err)
	}
	if want := "Cancela en el 55 5000 1000, no en el [DATO PROTEGIDO]"; r.Err.Message != want {
		t.Errorf("got %q, want %q", r.Err.Message, want)
	}
	if want := `{"slot_id":"5512345678123","staff":"llama al [DATO PROTEGIDO] o al 55 5000 1000"}`; string(r.Err.Allowed[0]) != want {
		t.Errorf("got %s, want %s", r.Err.Allowed[0], want)
	}
}

func TestTokenThatDoesNotOpenIsRefused(t *testing.T) {
	t.Parallel()
	got, r, err := runEcho(t, openVault{erased: true}, `{}`, nil)
	if err != nil || r.Err == nil || r.Err.Code != "protected_value_unavailable" || r.Err.Field != "phone" {
		t.Errorf("got %+v, %v", r, err)
	}
	if got.Arguments != nil {
		t.Error("the tool ran")
	}
}

func TestCallIsRetriedWhileTheVaultIsUnavailable(t *testing.T) {
	t.Parallel()
	if _, _, err := runEcho(t, openVault{unavailable: true}, `{}`, nil); !bus.IsUnavailable(err) {
		t.Errorf("got %v", err)
	}
}

func TestErrorHidesValuesAndKeepsItsMeaning(t *testing.T) {
	t.Parallel()
	_, _, err := runEcho(t, openVault{}, "", errors.New("value "+number+" is too long"))
	if err == nil || strings.Contains(err.Error(), "1234") || !strings.Contains(err.Error(), "too long") {
		t.Errorf("got %v", err)
	}
	_, _, err = runEcho(t, openVault{}, "", bus.Unavailable(errors.New("write "+number)))
	if !bus.IsUnavailable(err) || strings.Contains(err.Error(), "1234") {
		t.Errorf("got %v", err)
	}
}

func FuzzEachString(f *testing.F) {
	f.Add(`{"a":"b","c":[1,"\"x\\",{"d" : "é"}]}`)
	f.Add(`"\u005b"`)
	f.Fuzz(func(t *testing.T, text string) {
		if got := eachString(json.RawMessage(text), func(_, v string) string { return v }); string(got) != text {
			t.Fatalf("%q became %q", text, got)
		}
		if !json.Valid([]byte(text)) {
			return
		}
		if got := eachString(json.RawMessage(text), func(_, v string) string { return v + "!\"" }); !json.Valid(got) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
