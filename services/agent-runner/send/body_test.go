package send

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

const id = "0190aaaa-0000-7000-8000-000000000000"

func TestBodyIsReadStrictly(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{ // the field that is told; - is none
		`{"contact_id":"` + id + `","message":"hola","as":"person"}`:                            "ok",
		` {"as":"assistant","message":"\u00a1hola!","conversation_id":"` + id + `"} `:           "ok",
		`{"contact_id":"` + strings.ToUpper(id) + `","message":"` + "a\nb" + `","as":"person"}`: "-",
		``:     "-",
		`null`: "-",
		`[]`:   "-",
		`"x"`:  "-",
		`{`:    "-",
		`{"contact_id":"` + id + `","message":"hola","as":"person"}{}`:                              "-",
		`{"contact_id":"` + id + `","message":"hola","as":"person",}`:                               "-",
		"{\"contact_id\":\"" + id + "\",\"message\":\"\xff\",\"as\":\"person\"}":                    "-",
		`{"contact_id":"` + id + `","message":"hola","as":"person","temperature":"HOT"}`:            "ok",
		`{"contact_id":"` + id + `","message":"hola","as":"person","temperature":"hot"}`:            "temperature",
		`{"contact_id":"` + id + `","message":"hola","as":"person","temperature":""}`:               "temperature",
		`{"contact_id":"` + id + `","message":"hola","as":"person","temperature":7}`:                "temperature",
		`{"contact_id":"` + id + `","message":"hola","as":"person","priority":"1"}`:                 "priority",
		`{"contact_id":"` + id + `","message":"hola","as":"person","55 1234 5678":"x"}`:             "-",
		`{"contact_id":"` + id + `","Message":"hola","as":"person"}`:                                "-",
		`{"contact_id":"` + id + `","message":"a","message":"b","as":"person"}`:                     "message",
		`{"contact_id":"` + id + `","message":7,"as":"person"}`:                                     "message",
		`{"contact_id":"` + id + `","message":{"text":"hola"},"as":"person"}`:                       "message",
		`{"contact_id":"` + id + `","message":"hola","as":null}`:                                    "as",
		`{"contact_id":"` + id + `","message":"hola"}`:                                              "as",
		`{"contact_id":"` + id + `","message":"hola","as":"human"}`:                                 "as",
		`{"message":"hola","as":"person"}`:                                                          "contact_id",
		`{"contact_id":"` + id + `","conversation_id":"` + id + `","message":"hola","as":"person"}`: "contact_id",
		`{"contact_id":"525512345678","message":"hola","as":"person"}`:                              "contact_id",
		`{"conversation_id":"urn:uuid:` + id + `","message":"hola","as":"person"}`:                  "conversation_id",
		`{"contact_id":"` + id + `","message":"  ","as":"person"}`:                                  "message",
		`{"contact_id":"` + id + `","message":"a\u0000b","as":"person"}`:                            "message",
		`{"contact_id":"` + id + `","message":"` + strings.Repeat("ñ", 4000) + `","as":"person"}`:   "ok",
		`{"contact_id":"` + id + `","message":"` + strings.Repeat("ñ", 4001) + `","as":"person"}`:   "message",
	} {
		_, wrong := parse([]byte(in))
		got := "ok"
		if wrong != nil {
			got = wrong.Field
			if got == "" {
				got = "-"
			}
			if wrong.status != http.StatusBadRequest || wrong.Expected == "" {
				t.Errorf("%.80s: %+v", in, wrong)
			}
		}
		if got != want {
			t.Errorf("%.80s: told %s, want %s", in, got, want)
		}
	}
}

func TestRequestNeedsOneIdempotencyKey(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{nil, {""}, {"a", "b"}, {strings.Repeat("k", maxKey+1)}} {
		if _, wrong := keyOf(http.Header{"Idempotency-Key": keys}); wrong == nil || wrong.Field != "Idempotency-Key" {
			t.Errorf("%.20q: %+v", keys, wrong)
		}
	}
	if key, wrong := keyOf(http.Header{"Idempotency-Key": {"k"}}); key != "k" || wrong != nil {
		t.Errorf("%q %+v", key, wrong)
	}
}

func FuzzBody(f *testing.F) {
	f.Add([]byte(`{"contact_id":"` + id + `","message":"hola","as":"person"}`))
	f.Add([]byte(`{"conversation_id":"` + id + `","message":"\ud800","as":"assistant"}`))
	f.Add([]byte(`{"a":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, wrong := parse(data)
		if wrong != nil {
			if w.message != "" && wrong.status != http.StatusBadRequest {
				t.Errorf("%+v", wrong)
			}
			return
		}
		n := utf8.RuneCountInString(w.message)
		if n == 0 || n > 4000 || !utf8.ValidString(w.message) || strings.ContainsRune(w.message, 0) {
			t.Errorf("a message of %d characters", n)
		}
		if (w.contact == "") == (w.conversation == "") || len(w.contact+w.conversation) != len(id) || w.as != asPerson && w.as != asAssistant {
			t.Errorf("%+v", w)
		}
	})
}
