package tenantfile

import (
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"github.com/recado/recado/pkg/tenant"
)

// choices are the forms that are lists of words; the database holds the same ones.
var choices = map[string][]string{
	"vertical":    {"dental", "restaurant", "medical", "general"},
	"language":    {"es", "en", "pt"},
	"style":       {"professional", "warm_professional", "casual", "very_formal"},
	"type":        {"full", "appointments_only", "personal_brand", "information_only", "sales", "support"},
	"tier":        {"rules", "fast", "balanced", "premium"},
	"grounding":   {"enforce", "flag", "off"},
	"unanswered":  {"offer", "handoff", "general"},
	"documents":   {"on_demand", alwaysSearched},
	"closed":      {answerClosed, tenant.Tell, tenant.OnlyTell},
	"facts":       {"off", "ask", "unless"},
	"instruction": {"behavior", "rule", "restriction", "tone"},
	"policy":      {"cancellation", "rescheduling", "payment", "warranty", "refunds", "privacy", "general"},
	"trigger":     {"greeting", "farewell", "confirmation", "appointment_reminder", "promotion"},
	"kind":        {"article", "policy", "instruction", "template", "competitor"},
	"action":      {actionBlock, actionFlag},
	"diet":        {"vegan", "vegetarian", "gluten_free", "lactose_free", "nut_free", "sugar_free", "halal", "kosher"},
	"gap":         {"service", "date", "time", "branch", "staff", "party_size", "business"},
	"order_state": {"preparing", "ready", "on_the_way", "delivered"},
	"write_tool": {
		"create_appointment", "reschedule_appointment", "cancel_appointment", "create_order", "cancel_order", "update_lead_info",
		"request_callback", "join_waiting_list", "redeem_reward", "escalate_to_human", "keep_question", "create_record", "update_record",
		"send_email", "http_request",
	},
	"approved_tool": {
		"create_order", "cancel_order", "redeem_reward", "create_record", "update_record", "send_email", "http_request",
	},
	"intent":   intents,
	"category": {"articles", "policies", "templates", "competitors"},
	"field":    {"text", "number", "boolean", "date"},
	"method":   {"GET", "POST", "PUT", "PATCH", "DELETE"},
}

// patterns are the forms that are regular expressions, each with what it expects.
var patterns = map[string]struct {
	*regexp.Regexp
	expected string
}{
	"embedder": {
		regexp.MustCompile(`^[A-Za-z0-9._:@/-]{1,100}$`), "the name of an embedding model, such as text-embedding-3-large or hash-es-v1",
	},
	"slug":    {regexp.MustCompile(`^[a-z0-9-]{1,40}$`), "1 to 40 of a-z, 0-9 and -"},
	"channel": {regexp.MustCompile(`^(\*|[a-z0-9-]{1,40})$`), `a channel's name, or "*" for every channel`},
	"token":   {regexp.MustCompile(`^[A-Za-z0-9._:@+-]{1,100}$`), "letters, digits and . _ : @ + - without spaces"},
	"host": {
		regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`),
		"the name of a host in lower case, such as shop.example",
	},
	"word":   {regexp.MustCompile(`^[a-z][a-z0-9_]{0,29}$`), "1 to 30 of a-z, 0-9 and _, a letter first"},
	"tool":   {regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,39}$`), "the name of a tool"},
	"header": {regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,59}$`), "the name of a header"},
	"path":   {regexp.MustCompile(`^/[A-Za-z0-9._~/-]*$`), "a path that begins with /"},
	"hostport": {
		regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9](:[0-9]{2,5})?$|` +
			`^(localhost|127\.0\.0\.1):[0-9]{2,5}$`),
		"the name of a host in lower case, with its port where it is not 443",
	},
	"clock":             {regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`), "a time as HH:MM, such as 21:00"},
	"whatsapp_template": {regexp.MustCompile(`^[a-z0-9_]{1,512}$`), "a template's name: lower case, digits and _"},
	"whatsapp_language": {regexp.MustCompile(`^[a-z]{2,3}(_[A-Z]{2})?$`), "a language as WhatsApp writes it, such as es_MX"},
	"phone":             {regexp.MustCompile(`^\+[0-9][0-9 ()-]{5,24}$`), "a phone number with its country, such as +52 55 5555 0100"},
}

// forms are the others.
var forms = map[string]func(string) error{
	"zone":     checkZone,
	"currency": checkCurrency,
	"country":  checkCountry,
	"url":      checkURL,
	"origin":   checkOrigin,
	"email":    checkEmail,
	"date":     func(s string) error { _, err := parseDate(s); return err },
	"span":     func(s string) error { _, err := parseSpan(s); return err },
	"duration": func(s string) error { _, err := parseQuiet(s); return err },
	"return":   func(s string) error { _, err := parseReturn(s); return err },
}

func checkForm(name, s string) error {
	if name == "" {
		return nil
	}
	if words, ok := choices[name]; ok {
		if !slices.Contains(words, s) {
			return fmt.Errorf("expected one of %s, got %q", strings.Join(words, ", "), short(s))
		}
		return nil
	}
	if p, ok := patterns[name]; ok {
		if !p.MatchString(s) {
			return fmt.Errorf("expected %s", p.expected)
		}
		return nil
	}
	return forms[name](s)
}

func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

func checkZone(s string) error {
	// LoadLocation takes "" and "Local" for zones of the machine
	if _, err := time.LoadLocation(s); err != nil || s == "Local" {
		return errors.New("expected an IANA zone, such as America/Mexico_City")
	}
	return nil
}

func checkCurrency(s string) error {
	if _, err := currency.ParseISO(s); err != nil || s != strings.ToUpper(s) {
		return errors.New("expected an ISO 4217 code, such as MXN")
	}
	return nil
}

func checkCountry(s string) error {
	if r, err := language.ParseRegion(s); err != nil || len(s) != 2 || !r.IsCountry() || s != r.String() {
		return errors.New("expected an ISO 3166-1 code of two capitals, such as MX")
	}
	return nil
}

func checkURL(s string) error {
	u, err := url.Parse(s)
	web := err == nil && (u.Scheme == "https" || u.Scheme == "http")
	if !web || u.Host == "" || u.User != nil {
		return errors.New("expected a URL that begins with https://")
	}
	return nil
}

// checkOrigin wants what a browser sends, scheme, host and port, or * for every page.
func checkOrigin(s string) error {
	if s == "*" {
		return nil
	}
	if u, err := url.Parse(s); checkURL(s) != nil || err != nil || s != u.Scheme+"://"+u.Host {
		return errors.New("expected an origin without a path, such as https://shop.example, or \"*\" for every page")
	}
	return nil
}

func checkEmail(s string) error {
	if a, err := mail.ParseAddress(s); err != nil || a.Address != s {
		return errors.New("expected an e-mail address")
	}
	return nil
}

func parseDate(s string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, s)
	if err != nil || day.Year() < 2000 || day.Year() > 2200 {
		return time.Time{}, errors.New("expected a date, such as 2026-12-25")
	}
	return day, nil
}

// parseQuiet reads a quiet window.
func parseQuiet(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > 6*time.Second {
		return 0, errors.New("expected a duration from 0s to 6s, such as 1200ms")
	}
	return d, nil
}
