package names

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestCompetitorsAreFoundWhereTheyAreComparedWith(t *testing.T) {
	t.Parallel()
	m := NewMatcher([]Entry{{ID: "1", Name: "Limpieza dental", Kind: KindService}, {ID: "2", Name: "Sucursal Polanco", Kind: KindBranch}, {ID: "3", Name: "Dra. Ana López", Kind: KindStaff}})
	for text, want := range map[string]string{
		"en la otra clínica me cobran 300":                          "otra clínica",
		"en otro lado está más barato":                              "otro lado",
		"otra clínica me cotizó menos":                              "otra clínica",
		"en Dental Plus me cobran 500 por la limpieza":              "Dental Plus",
		"en dental plus me cobran 500":                              "dental plus",
		"es más barato en Dentalia":                                 "Dentalia",
		"en Rappi sale más barato":                                  "Rappi",
		"en rappi lo venden más barato":                             "rappi",
		"en uber eats está a mejor precio":                          "uber eats",
		"la competencia ofrece 20% de descuento":                    "competencia",
		"¿por qué son más caros que Sonrisa Total?":                 "Sonrisa Total",
		"son más caro que Sonrisa Total":                            "Sonrisa Total",
		"vi en Sanitas que cobran menos":                            "Sanitas",
		"comparado con MediRed, ¿qué precio tienen?":                "MediRed",
		"MediRed me cobra 120 mil":                                  "MediRed",
		"Bright Smiles charges less":                                "Bright Smiles",
		"it's cheaper at Bright Smiles":                             "Bright Smiles",
		"another clinic quoted me 200":                              "another clinic",
		"you are more expensive than Joe's Pizza":                   "Joe's Pizza",
		"no Outback cobram menos":                                   "Outback",
		"outra clínica cobra menos":                                 "outra clínica",
		"a concorrência oferece desconto":                           "concorrência",
		"¿cobran por sacar los brackets que me puso otro dentista?": "",
		"¿el envío hasta Chapinero lo cobran aparte?":               "",
		"en ventanilla me dieron solo la mitad, más barato no hay":  "",
		"en la farmacia me cobran 5 lucas":                          "",
		"en el otro lado me cobran menos":                           "otro lado",
		"¿están en Rappi?":                                          "",
		"pedí por Rappi":                                            "",
		"en Polanco cuánto cuesta":                                  "",
		"en la sucursal Polanco me cobran más":                      "",
		"me duele en otro lado, cuánto cuesta":                      "",
		"¿cuánto cuesta en efectivo?":                               "",
		"tienen otra sucursal más barata?":                          "",
		"la dra López cobra más?":                                   "",
		"en enero cuesta menos":                                     "",
		"en total me cobran 300":                                    "",
		"cuánto cobran por la limpieza":                             "",
		"quiero otra cita":                                          "",
		"el precio me parece mejor que antes":                       "",
		"Buenas, cuánto cuesta la limpieza":                         "",
		"Hola Ana, me dan precio?":                                  "",
		"que tengan mejor día":                                      "",
		"en la tarde sale mejor":                                    "",
		"":                                                          "",
	} {
		read := language.Read(text)
		span := Competitor(read, m.Find(read))
		if got := read.Original(span.From, span.To); got != want {
			t.Errorf("Competitor(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestContactTokensOfTheVaultAreFound(t *testing.T) {
	t.Parallel()
	read := language.Read("mi correo es [EMAIL_1] y mi cel [TEL_2], o el [TEL_3]")
	if email, phone := ContactTokens(read); email != "[EMAIL_1]" || phone != "[TEL_2]" {
		t.Errorf("found %q and %q", email, phone)
	}
	if email, phone := ContactTokens(language.Read("[DNI_1] [TEL] [DATO PROTEGIDO] hola")); email != "" || phone != "" {
		t.Errorf("found %q and %q, want none", email, phone)
	}
}
