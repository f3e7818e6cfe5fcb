package money

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestAmountsReadsMoney(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, currency string
		minor          int64
		want           string
	}{
		{"$1,500", "MXN", 150000, "MXN"},
		{"$1.500", "ARS", 150000, "ARS"},
		{"$1.500", "CLP", 1500, "CLP"},
		{"S/ 25", "PEN", 2500, "PEN"},
		{"S/. 25.50", "PEN", 2550, "PEN"},
		{"800 pesos", "MXN", 80000, "MXN"},
		{"25 soles", "PEN", 2500, "PEN"},
		{"US$ 40", "PEN", 4000, "USD"},
		{"40 dólares", "MXN", 4000, "USD"},
		{"1.234,56 €", "EUR", 123456, "EUR"},
		{"$1,234.5", "MXN", 123450, "MXN"},
		{"50 mil pesos", "COP", 5000000, "COP"},
		{"quinientos pesos", "MXN", 50000, "MXN"},
		{"R$ 30", "BRL", 3000, "BRL"},
		{"1500 MXN", "USD", 150000, "MXN"},
		{"500$", "MXN", 50000, "MXN"},
		{"20 lucas", "CLP", 20000, "CLP"},
	} {
		got := Amounts(language.Read(c.text), c.currency)
		if len(got) != 1 || got[0].Minor != c.minor || got[0].Currency != c.want {
			t.Errorf("Amounts(%q, %s) = %+v, want %d %s", c.text, c.currency, got, c.minor, c.want)
		}
	}
	for _, text := range []string{"a las 5", "somos 4", "2x1", "55 1234 5678", "hola", "$", "1,2,3"} {
		if got := Amounts(language.Read(text), "MXN"); len(got) != 0 {
			t.Errorf("Amounts(%q) = %+v, want none", text, got)
		}
	}
}

func TestFormatMoneyWritesEachCurrencyAsItsCountryDoes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		minor    int64
		currency string
		want     string
	}{
		{80000, "MXN", "$800"},
		{150000, "MXN", "$1,500"},
		{150050, "MXN", "$1,500.50"},
		{2500, "PEN", "S/ 25.00"},
		{8000000, "COP", "$80.000"},
		{15000, "CLP", "$15.000"},
		{2550, "EUR", "25,50 €"},
		{4000, "USD", "US$40.00"},
		{-500, "MXN", "-$5"},
		{100, "GTQ", "1 GTQ"},
		{0, "PEN", "S/ 0.00"},
	} {
		if got := Format(c.minor, c.currency); got != c.want {
			t.Errorf("FormatMoney(%d, %s) = %q, want %q", c.minor, c.currency, got, c.want)
		}
	}
	if got := FormatRange(80000, 150000, "MXN"); got != "$800 - $1,500" {
		t.Errorf("FormatRange = %q", got)
	}
	if got := FormatRange(80000, 0, "MXN"); got != "$800" {
		t.Errorf("FormatRange = %q", got)
	}
}

func TestMoneyThatIsWrittenIsReadBack(t *testing.T) {
	t.Parallel()
	for currency := range styles {
		for minor := int64(1); minor < 5_000_000_00; minor = minor*7 + 3 {
			got := Amounts(language.Read(Format(minor, currency)), currency)
			if len(got) != 1 || got[0].Minor != minor || got[0].Currency != currency {
				t.Errorf("%d %s is written %q and read %+v", minor, currency, Format(minor, currency), got)
			}
		}
	}
}
