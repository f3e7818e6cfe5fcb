package admin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

// created runs recado tenant new and returns the file that it wrote.
func created(t *testing.T, input string, args ...string) *tenantfile.File {
	t.Helper()
	out := filepath.Join(t.TempDir(), "t.yaml")
	code, said, errs := clitest.RunInput(t, Tenant, input, nil, append([]string{"new", "--out", out}, args...)...)
	if code != 0 || !strings.Contains(said, "recado tenant check "+out) {
		t.Fatalf("%v: exit %d, %q, %q", args, code, said, errs)
	}
	file, err := tenantfile.LoadFile(out, func(string) string { return "https://x" })
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestANewTenantOfEveryCountryAndVerticalIsCorrect(t *testing.T) {
	t.Parallel()
	for code, place := range countries {
		for _, vertical := range []string{"dental", "medical", "restaurant", "general"} {
			file := created(t, "", "--name", `Casa "Ñandú" & Co.: 1`, "--vertical", vertical, "--country", strings.ToLower(code), "--city", "Centro",
				"--address", "Calle 1 #2: bajo", "--hours", "mon-fri 09:00-14:00 16:00-20:00, sat 09:00-14:00", "--whatsapp", "12345")
			got := file.Tenant
			if got.ID != "casa-nandu-co-1" || got.Zone != place.zone || got.Currency != place.currency || len(got.Accounts) != 2 {
				t.Errorf("%s %s: %+v", code, vertical, got)
			}
			bookable := len(got.Services) > 0 && len(got.Staff) > 0
			if vertical == "restaurant" {
				bookable = len(got.Tables) > 0
			}
			if !bookable {
				t.Errorf("%s %s: nothing can be booked", code, vertical)
			}
		}
	}
}

func TestANewTenantPassesTheCheckAndIsNotedToBeWhole(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "t.yaml")
	args := []string{
		"new", "--out", out, "--name", "Casa", "--vertical", "dental", "--country", "CO", "--city", "Cali", "--address", "Calle 1",
		"--hours", "mon-fri 08:00-17:00", "--whatsapp", "12345",
	}
	if code, said, errs := clitest.Run(t, Tenant, nil, args...); code != 0 {
		t.Fatalf("exit %d, %q, %q", code, said, errs)
	}
	code, said, errs := clitest.Run(t, Tenant, map[string]string{"TENANT_CASA_APP_SECRET": "s", "TENANT_CASA_VERIFY_TOKEN": "v"}, "check", out)
	if want := "correct: casa\nnote: TENANT_CASA_ACCESS_TOKEN is not set: recado tenant apply needs it\n"; code != 0 || said != want {
		t.Errorf("exit %d, %q, want %q; %q", code, said, want, errs)
	}
}

func TestNewTenantAsksFiveThings(t *testing.T) {
	t.Parallel()
	file := created(t, "Peluquería Luz\nhairdresser\ngeneral\nXX\nMX\nTijuana\nAv. 5 de Mayo 1\n\n\n")
	if got := file.Tenant; got.Name != "Peluquería Luz" || got.Zone != "America/Tijuana" || len(got.Accounts) != 1 || len(got.Branches[0].Hours) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestNewTenantRefusesWhatCannotBe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken.yaml")
	if err := os.WriteFile(taken, []byte("id: mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	all := func(out string, more ...string) []string {
		return append([]string{
			"new", "--out", out, "--name", "A", "--vertical", "general", "--country", "MX", "--city", "B", "--address", "C", "--whatsapp", "later",
			"--hours", "mon 09:00-10:00",
		}, more...)
	}
	wrong := filepath.Join(dir, "wrong.yaml")
	clitest.Refuses(t, Tenant, nil,
		clitest.Refusal{Want: "taken.yaml exists", Args: all(taken)},
		clitest.Refusal{Want: "expected dental, medical", Args: all(wrong, "--vertical", "vet")},
		clitest.Refusal{Want: "--zone and --currency", Args: all(wrong, "--country", "JP")},
		clitest.Refusal{Want: "expected letters or digits", Args: all(wrong, "--name", "¡!")},
		clitest.Refusal{Want: "branches[0].hours", Args: all(wrong, "--hours", "monday 9-5")},
		clitest.Refusal{Want: "no answer to", Args: []string{"new", "--name", "A"}},
		clitest.Refusal{Want: "usage: recado tenant new", Args: []string{"new", "file.yaml"}},
	)
	if _, err := os.Stat(wrong); err == nil {
		t.Error("a wrong file stays")
	}
	if data, _ := os.ReadFile(taken); string(data) != "id: mine" {
		t.Error("a file was written over")
	}
	if file := created(t, "", all(filepath.Join(dir, "jp.yaml"), "--country", "JP", "--zone", "Asia/Tokyo", "--currency", "JPY")[3:]...); file.Tenant.Zone != "Asia/Tokyo" {
		t.Errorf("%+v", file.Tenant)
	}
}

func TestCheckNotesWhatIsNotSetAndWhatHasNoEffect(t *testing.T) {
	t.Parallel()
	code, out, errs := clitest.Run(t, Tenant, nil, "check", "../../../demo/tenants/sonrisa-cempasuchil/tenant.yaml")
	if code != 0 || !strings.HasPrefix(out, "correct: sonrisa-cempasuchil\n") {
		t.Fatalf("exit %d, %q, %q", code, out, errs)
	}
	for _, want := range []string{"note: TENANT_DEMO_DENTAL_APP_SECRET is not set", "nothing reads legal_name", "a language model alone reads"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %q", want, out)
		}
	}
	var got struct{ Correct, Notes []string }
	if code, errs := clitest.RunJSON(t, Tenant, nil, &got, "check", "--json", "../../../demo/tenants/marea-chaski/tenant.yaml"); code != 0 || len(got.Notes) < 3 {
		t.Errorf("exit %d, %+v, %s", code, got, errs)
	}
}

func TestPlacesTellZonesOfTheirOwn(t *testing.T) {
	t.Parallel()
	for city, want := range map[string]string{
		"Cancún":           "America/Cancun",
		"Ciudad de México": "America/Mexico_City",
		" TIJUANA ":        "America/Tijuana",
		"":                 "America/Mexico_City",
	} {
		if got := zoneOf(countries["MX"], city); got != want {
			t.Errorf("%q: %s, want %s", city, got, want)
		}
	}
	if got := zoneOf(countries["ES"], "Cancún"); got != "Europe/Madrid" {
		t.Errorf("a city of another country: %s", got)
	}
	if got := zoneOf(countries["ES"], "Las Palmas"); got != "Atlantic/Canary" {
		t.Errorf("an island: %s", got)
	}
}

func TestNamesBecomeIDs(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Peluquería Ñandú":         "peluqueria-nandu",
		"  Taller 24/7 ":           "taller-24-7",
		"Pão & Cia.":               "pao-cia",
		"¡¿":                       "",
		strings.Repeat("año ", 20): "ano-ano-ano-ano-ano-ano-ano-ano-ano-ano",
	} {
		if got := slugOf(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestHoursAreReadByDay(t *testing.T) {
	t.Parallel()
	got, err := readHours("Mon-Fri 09:00-14:00 16:00-20:00, sat 09:00-14:00")
	if err != nil || len(got) != 2 || got[0].Days != "mon-fri" || len(got[0].Spans) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, wrong := range []string{"", "mon-fri", "mon-fri 09:00-14:00,"} {
		if _, err := readHours(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
	if got := quoteYAML(`a "b" \c`); got != `"a \"b\" \\c"` {
		t.Errorf("quoted %s", got)
	}
}
