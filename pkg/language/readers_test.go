package language_test

import (
	"testing"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/answer"
	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/language/names"
	"github.com/recado/recado/pkg/language/order"
	"github.com/recado/recado/pkg/language/party"
)

func FuzzReaders(f *testing.F) {
	for _, seed := range []string{"hola", "¿Cuánto? $1,500", "mañana 5pm", "\xf0\x28", "ñ\u0303", "'''a''"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		text := language.Read(raw)
		answer.YesOrNo(text)
		answer.Choice(text)
		names.Person(text)
		names.Bare(text)
		party.Size(text)
		order.Number(text)
		names.Email(raw)
		names.Phone(raw)
		for _, a := range money.Amounts(text, "MXN") {
			if a.Minor < 0 || a.From >= a.To {
				t.Fatalf("amount %+v in %q", a, raw)
			}
		}
	})
}
