package guard_test

import (
	"fmt"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

func TestManyValuesOfAMessageKeepTheirTokens(t *testing.T) {
	t.Parallel()
	var n guard.Numbering
	for range 2 {
		for i := range 20 {
			got := n.Screen(fmt.Sprintf("mi correo es Ana.%d@EXAMPLE.com, mi cel 55 1234 56%02d", i, i), guard.Contact)
			if len(got.PII) != 2 || got.PII[0].Token != guard.Token(guard.TypeEmail, i+1) || got.PII[1].Token != guard.Token(guard.TypePhone, i+1) {
				t.Errorf("line %d: %+v", i, got.PII)
			}
			again := n.Screen(fmt.Sprintf("MI CORREO ES ANA.%d@EXAMPLE.COM", i), guard.Contact)
			if len(again.PII) != 1 || again.PII[0].Token != got.PII[0].Token {
				t.Errorf("line %d in capitals: %+v", i, again.PII)
			}
		}
	}
}
