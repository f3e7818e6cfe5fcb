package names

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestAddressesAreReadAsWritten(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mándenlo a calle 12 #34-56": "calle 12 #34-56",
		"av. Arequipa 1234 dpto 502": "av. Arequipa 1234 dpto 502",
		"Cra 7 # 45-10":              "Cra 7 # 45-10",
		"C/ Mayor 5, 2ºB":            "C/ Mayor 5, 2ºB",
		"quiero dos tacos a la calle Hidalgo 45, colonia Centro, por favor":     "calle Hidalgo 45, colonia Centro",
		"para entregar en Av. Insurgentes Sur 1602, int. 302, Col. Crédito":     "Av. Insurgentes Sur 1602, int. 302, Col. Crédito",
		"vivo en Jr. de la Unión 845, Cercado de Lima":                          "Jr. de la Unión 845, Cercado de Lima",
		"av larco 345 miraflores":                                               "av larco 345 miraflores",
		"Avenida Corrientes 3456 piso 4 depto B, CABA":                          "Avenida Corrientes 3456 piso 4 depto B, CABA",
		"mi dirección es Av. 9 de Julio 1200":                                   "Av. 9 de Julio 1200",
		"calle 5 de mayo 23, centro":                                            "calle 5 de mayo 23, centro",
		"Calle 93B # 17-25 apto 402, Bogotá a las 8":                            "Calle 93B # 17-25 apto 402, Bogotá",
		"carrera 15 no 88-64":                                                   "carrera 15 no 88-64",
		"Transversal 23 # 97-73, oficina 501":                                   "Transversal 23 # 97-73, oficina 501",
		"cll 80 # 11-42 torre 2 apto 301":                                       "cll 80 # 11-42 torre 2 apto 301",
		"dirección: Pasaje Los Olmos 1432, Ñuñoa":                               "Pasaje Los Olmos 1432, Ñuñoa",
		"Av. Providencia 2124, depto 54, Santiago, gracias":                     "Av. Providencia 2124, depto 54, Santiago",
		"Gran Vía 45 3º izq es mi dirección":                                    "",
		"mi dirección es Gran Vía 45, 3º izq":                                   "Gran Vía 45, 3º izq",
		"Paseo de la Castellana 120, 4ºA, Madrid":                               "Paseo de la Castellana 120, 4ºA, Madrid",
		"Plaza España 3, bajo":                                                  "Plaza España 3, bajo",
		"envíenlo a Mz B lote 12, urb. Los Jardines":                            "Mz B lote 12, urb. Los Jardines",
		"calle Juárez esquina con Hidalgo":                                      "calle Juárez esquina con Hidalgo",
		"calle Morelos 12 entre Allende y Juárez y quiero pagar con tarjeta":    "calle Morelos 12 entre Allende y Juárez",
		"Calle Ortega y Gasset 14":                                              "Calle Ortega y Gasset 14",
		"deliver to 45 Oak Street apt 3, please":                                "45 Oak Street apt 3",
		"my address is 1600 Pennsylvania Avenue":                                "1600 Pennsylvania Avenue",
		"send it to 221 Baker St, unit 4B":                                      "221 Baker St, unit 4B",
		"12 elm rd":                                                             "12 elm rd",
		"Rua das Flores 123, apto 45":                                           "Rua das Flores 123, apto 45",
		"entregar na Avenida Paulista 1578, bloco B, por favor":                 "Avenida Paulista 1578, bloco B",
		"meu endereço é Rua Augusta 900":                                        "Rua Augusta 900",
		"R. Oscar Freire 540":                                                   "R. Oscar Freire 540",
		"una pizza hawaiana para Av. Brasil 2950, Jesús María, y una inca kola": "Av. Brasil 2950, Jesús María",
		"mi direccion es lomas del valle 123":                                   "lomas del valle 123",
		"C/ Sol 7, 3ºD":                                                         "C/ Sol 7, 3ºD",
		"calle San Martín 20 depto D, y un agua":                                "calle San Martín 20 depto D",
		"mi dirección es un secreto":                                            "",
		"mi direccion es jiron puno 250 int 3 lima":                             "jiron puno 250 int 3 lima",
		"que sea a domicilio: calle 10 sur 43 a 20, medellin":                   "calle 10 sur 43 a 20, medellin",
		"avenida siempre viva 742":                                              "avenida siempre viva 742",
		"para la calle Zapata 8 y me cobran con tarjeta":                        "calle Zapata 8",
		"blvd. Kukulcán km 9, zona hotelera":                                    "blvd. Kukulcán km 9, zona hotelera",
		"calzada de Tlalpan 1500 para mañana":                                   "calzada de Tlalpan 1500",
		"Privada Los Pinos 8, fracc. Las Fuentes\nquiero 2 tacos":               "Privada Los Pinos 8, fracc. Las Fuentes",
		"Un pedido para la calle San Martín 450: dos hamburguesas":              "calle San Martín 450",
		"quisiera pedir un ajiaco a domicilio para la calle 100":                "calle 100",
		"leva uma canja pra ela na Rua Maple, 12?":                              "Rua Maple, 12",
		"hola":                                     "",
		"a la carta":                               "",
		"¿están en la calle 5?":                    "",
		"la sucursal de Av. Juárez 20":             "",
		"estoy en camino, 10 min":                  "",
		"mesa para 4 en la calle":                  "",
		"vivo en Lima":                             "",
		"estoy en el trabajo a las 5":              "",
		"mi carrera es de 5 años":                  "",
		"dos tacos y 3 aguas":                      "",
		"I want to go at 5, main street is closed": "",
		"cita con el dr 5 de mayo":                 "",
		"entrega a las 8":                          "",
		"I have 2 kids on the way":                 "",
		"pago 300 en efectivo":                     "",
		"a domicilio por favor":                    "",
		"la calle está cerrada":                    "",
		"":                                         "",
	} {
		read := language.Read(text)
		span := Address(read)
		if got := read.Original(span.From, span.To); got != want {
			t.Errorf("Address(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzAddress(f *testing.F) {
	f.Add("mi dirección es Av. 9 de Julio 1200, piso 4")
	f.Add("C/ Mayor 5, 2ºB entre a y b")
	f.Add("45 Oak Street apt 3")
	f.Fuzz(func(t *testing.T, text string) {
		read := language.Read(text)
		span := Address(read)
		if span.From < 0 || span.To > len(read.Tokens) || span.To < span.From || span.To-span.From > maxAddress {
			t.Fatalf("span %+v", span)
		}
	})
}

func BenchmarkSlotsOfAMessageWithoutAny(b *testing.B) {
	text := language.Read("hola buenas tardes, quisiera agendar una cita de limpieza para el martes 24 de noviembre a las 5 y media de la tarde porfa")
	b.ReportAllocs()
	for b.Loop() {
		Address(text)
		Competitor(text, nil)
		ContactTokens(text)
		Person(text)
	}
}
