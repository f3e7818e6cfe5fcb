package tenantfile_test

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestABudgetBecomesMillionthsOfADollar(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                               `null`,
		"budget: {}\n":                   `null`,
		"budget: {month_usd: 25}\n":      `25000000`,
		"budget: {month_usd: 0.1}\n":     `100000`,
		"budget: {month_usd: 19.99}\n":   `19990000`,
		"budget:\n  month_usd: 0\n":      `0`,
		"budget: {month_usd: 1000000}\n": `1000000000000`,
	} {
		f, err := loadTools(text, nil)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got, err := json.Marshal(f.Settings().Budget.MonthMicros); err != nil || string(got) != want {
			t.Errorf("%q is %s, %v; want %s", text, got, err, want)
		}
	}
}

func TestABudgetThatIsNoneIsToldWithItsLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"budget: {month_usd: -1}\n":      "tenant.yaml:10:21: budget.month_usd: expected a number from 0",
		"budget: {month_usd: much}\n":    "budget.month_usd: expected a number",
		"budget: {month_usd: 2000000}\n": "budget.month_usd: expected a number from 0 to 1000000",
		"budget: {day_usd: 1}\n":         "budget.day_usd: unknown field: expected one of month_usd",
		"budget: 25\n":                   "budget: expected fields of its own",
	} {
		if _, err := loadTools(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
