package tenantfile_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
)

func TestFileIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	f := tenantfiletest.Load(t, "clinic")
	if got, want := f.Tenant.Accounts[0].ID, "551900334420178"; got != want {
		t.Errorf("account id %q, want %q", got, want)
	}
	s := f.Tenant.Services[0]
	low, err1 := s.PriceMin.Minor("MXN")
	high, err2 := s.PriceMax.Minor("MXN")
	if low != 80000 || high != 120050 || errors.Join(err1, err2) != nil {
		t.Errorf("prices in minor units %d and %d, want 80000 and 120050", low, high)
	}
	if got, err := tenantfiletest.Load(t, "bistro").Tenant.Menu[0].Price.Minor("CLP"); got != 8900 || err != nil {
		t.Errorf("a currency without cents has a minor unit: %d, %v", got, err)
	}
	var titles []string
	for _, d := range f.Documents {
		titles = append(titles, d.Kind+": "+d.Title)
	}
	want := []string{"article: Después de una limpieza", "faq: ¿Duele la limpieza?", "policy: Cancelaciones", "template: greeting", "competitor: Otra Clínica"}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

func TestSettingsKnowTheQuietHoursAndTheTemplatesOfWhatsApp(t *testing.T) {
	t.Parallel()
	f := tenantfiletest.Load(t, "clinic")
	f.Tenant.Templates = []tenantfile.Template{
		{Trigger: "greeting", Text: "Hola"},
		{Trigger: "appointment_reminder", Text: "{date}", WhatsApp: tenantfile.WhatsAppTemplate{Name: "cita", Language: "es_MX", Parameters: []string{"date"}}},
		{Trigger: "appointment_reminder", Language: "en", Text: "{date}", WhatsApp: tenantfile.WhatsAppTemplate{Name: "visit"}},
	}
	s := f.Settings()
	want := []tenant.Template{
		{Trigger: "appointment_reminder", Language: "es", Name: "cita", Code: "es_MX", Parameters: []string{"date"}},
		{Trigger: "appointment_reminder", Language: "en", Name: "visit", Code: "en"},
	}
	if diff := cmp.Diff(want, s.Templates); diff != "" {
		t.Errorf("templates (-want +got):\n%s", diff)
	}
	if one, ok := s.Template("appointment_reminder", "en"); !ok || one.Name != "visit" {
		t.Errorf("the English one is %v", one)
	}
	if _, ok := s.Template("promotion", "es"); ok {
		t.Error("there is one that nobody wrote")
	}
	if s.Reminders != (tenant.Reminders{QuietFrom: "21:00", QuietTo: "08:00"}) {
		t.Errorf("quiet hours %+v", s.Reminders)
	}
	f.Tenant.Reminders = tenantfile.Reminders{QuietFrom: "22:30", QuietTo: "07:00"}
	if got := f.Settings().Reminders; got != (tenant.Reminders{QuietFrom: "22:30", QuietTo: "07:00"}) {
		t.Errorf("quiet hours of its own %+v", got)
	}
}

func TestSettingsHoldNamesAndNoTexts(t *testing.T) {
	t.Parallel()
	s := tenantfiletest.Load(t, "clinic").Settings()
	if got := s.Services[0]; got.ID != "limpieza" || got.Tag != "preventivo" || len(got.Aliases) != 3 {
		t.Errorf("service %+v", got)
	}
	a, ok := s.Assistant("whatsapp")
	if !ok || a.ID != tenantfile.ID("clinic", "assistant", "sofia") || a.Tier != "balanced" || a.Type != "full" {
		t.Errorf("assistant of whatsapp: %+v", a)
	}
	if w, ok := s.Assistant("webchat"); !ok || w.Type != "information_only" {
		t.Errorf("assistant of the web chat: %+v", w)
	}
	if want := []string{tenantfile.ID("clinic", "corpus", "general"), tenantfile.ID("clinic", "corpus", "aftercare")}; !cmp.Equal(a.Corpora, want) {
		t.Errorf("corpora %v, want %v", a.Corpora, want)
	}
}

func TestGuardSettingsTravelWithTheOthers(t *testing.T) {
	t.Parallel()
	f, err := tenantfiletest.Edited(t, "email: hola@clinica.example", "email: hola@clinica.example\nwebsite: https://www.clinica.example/inicio")
	if err != nil {
		t.Fatal(err)
	}
	want := tenant.Guard{
		FlagAt: 2.5, BlockAt: 8, AllowedLinks: []string{"pagos.example", "clinica.example"},
		Blocked: []tenant.BlockedPhrase{{Phrase: "Dental Plus"}, {Phrase: "voy a demandarlos", Flag: true}},
	}
	if diff := cmp.Diff(want, f.Settings().Guard); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if g := tenantfiletest.Load(t, "bistro").Settings().Guard; g.FlagAt != 0 || g.Blocked != nil {
		t.Errorf("a file without a guard section has %+v", g)
	}
}

func TestHandoffSettingsTravelWithTheOpenings(t *testing.T) {
	t.Parallel()
	s := tenantfiletest.Load(t, "clinic").Settings()
	after, day := 2*time.Hour, []tenant.Span{{9 * 60, 19 * 60}}
	want := tenant.Handoff{
		ReturnAfter: &after, ReturnAtOpening: true, Hours: &tenant.Week{1: day, 2: day, 3: day, 4: day, 5: day},
		Notify: []tenant.Notify{
			{Webhook: "https://clinica.example/recado"}, {Email: "recepcion@clinica.example"}, {WhatsApp: "525555550199", Account: "551900334420178"},
		},
	}
	if diff := cmp.Diff(want, s.Handoff); diff != "" {
		t.Errorf("handoff (-want +got):\n%s", diff)
	}
	if len(s.Hours) != 2 || len(s.Hours[0].Week[6]) != 1 || !cmp.Equal(s.Hours[1].Week[3], []tenant.Span{{600, 1440}}) {
		t.Errorf("openings %+v", s.Hours)
	}
	special := []tenant.SpecialDay{
		{First: "2026-12-24", Last: "2026-12-25"},
		{First: "2026-12-31", Last: "2026-12-31", Branches: []string{"norte"}, Open: []tenant.Span{{600, 780}}},
	}
	if diff := cmp.Diff(special, s.SpecialDays); diff != "" {
		t.Errorf("special days (-want +got):\n%s", diff)
	}
	never, err := tenantfiletest.Edited(t, "return_after: 2h", "return_after: never")
	if err != nil {
		t.Fatal(err)
	}
	if _, returns := never.Settings().Handoff.Returns(); returns {
		t.Error("never is some time")
	}
	if h := tenantfiletest.Load(t, "bistro").Settings().Handoff; !cmp.Equal(h, tenant.Handoff{}) {
		t.Errorf("a file without a handoff section has %+v", h)
	}
}

func TestWrongFilesAreRefusedWithLineAndField(t *testing.T) {
	t.Parallel()
	for _, c := range wrongFiles {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := tenantfiletest.Edited(t, c.from, c.to)
			problems, ok := errors.AsType[*tenantfile.Problems](err)
			if !ok {
				t.Fatalf("got %v, want problems", err)
			}
			if !strings.Contains("\n"+strings.ReplaceAll(err.Error(), "clinic/tenant.yaml:", ""), c.want) {
				t.Errorf("got\n%s\nwant %s", err, c.want)
			}
			if len(problems.List) > 2 { // a wrong name is unknown, and what it should be is missing
				t.Errorf("one mistake, %d problems:\n%s", len(problems.List), err)
			}
		})
	}
}

func TestEveryProblemIsToldAtOnce(t *testing.T) {
	t.Parallel()
	_, err := tenantfile.Load(fstest.MapFS{"t.yaml": {Data: []byte("id: Bad Slug\nname: X\nvertical: bakery\ncolour: red\nzone: Mars/Base\n")}}, "t.yaml", tenantfiletest.Env)
	want := `t.yaml:1:1: country: required, got nothing
t.yaml:1:1: currency: required, got nothing
t.yaml:1:1: language: required, got nothing
t.yaml:1:1: accounts: required, got nothing
t.yaml:1:1: assistants: required, got nothing
t.yaml:1:5: id: expected 1 to 40 of a-z, 0-9 and -
t.yaml:3:11: vertical: expected one of dental, restaurant, medical, general, got "bakery"`
	if got := err.Error(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, line := range []string{"t.yaml:4:1: colour: unknown field: expected one of id, name", "t.yaml:5:7: zone: expected an IANA zone"} {
		if !strings.Contains(err.Error(), line) {
			t.Errorf("got\n%s\nwithout %s", err, line)
		}
	}
}

func TestSecretsAreNotInErrors(t *testing.T) {
	t.Parallel()
	const literal = "literal-secret-in-the-file"
	_, err := tenantfiletest.Edited(t, "${TENANT_APP_SECRET}", literal)
	if err == nil || strings.Contains(err.Error(), literal) || strings.Contains(err.Error(), tenantfiletest.Secret) {
		t.Errorf("got %v, want an error without the secret", err)
	}
}

func TestSettingsOverTheLimitAreRefused(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("services:\n")
	for i := range 300 {
		b.WriteString("  - {id: s" + string(rune('a'+i%26)) + strings.Repeat("x", i/26) + ", name: " + strings.Repeat("n", 100) + ", category: " + strings.Repeat("c", 60) + ", duration_minutes: 30, aliases: [" + strings.Repeat("a", 120) + "]}\n")
	}
	b.WriteString("policies:")
	text, _, _ := strings.Cut(tenantfiletest.Text(t), "services:")
	_, rest, _ := strings.Cut(tenantfiletest.Text(t), "policies:")
	_, err := tenantfile.Load(fstest.MapFS{
		"t.yaml": {Data: []byte(text + b.String() + rest)}, "knowledge/after.md": {Data: []byte("x")},
	}, "t.yaml", tenantfiletest.Env)
	if err == nil || !strings.Contains(err.Error(), "at most 64 KiB in all") {
		t.Errorf("got %v", err)
	}
}

func TestPhrasesOfATenantReachItsSettingsWithoutTheirTests(t *testing.T) {
	t.Parallel()
	f, err := tenantfiletest.Edited(t, phrasesBefore, phrases(`say: "tienen|hay .. combo feliz / 2 x 1", intent: menu, examples: [hay combo feliz?], not_examples: [feliz cumpleaños]`))
	if err != nil {
		t.Fatal(err)
	}
	want := []tenant.Phrase{{Say: "tienen|hay .. combo feliz / 2 x 1", Intent: "menu"}}
	if diff := cmp.Diff(want, f.Settings().Routing.Phrases); diff != "" {
		t.Error(diff)
	}
	if err := f.Refuse(nil); err != nil {
		t.Errorf("a file without problems is refused: %v", err)
	}
	err = f.Refuse([]tenantfile.Problem{{Field: "routing.phrases[0].not_examples[0]", Expected: "expected 100 % of it"}})
	if err == nil || !strings.HasSuffix(err.Error(), "tenant.yaml:12:115: routing.phrases[0].not_examples[0]: expected 100 % of it") {
		t.Errorf("the file is refused with %v", err)
	}
}

func TestAMissingFileIsNamedWithItsCause(t *testing.T) {
	t.Parallel()
	_, err := tenantfile.LoadFile("tenantfiletest/nothing.yaml", tenantfiletest.Env)
	if want := "read nothing.yaml: no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestTheAddressOfAPublicAPIMayStandInTheFile(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"https://graph.facebook.com/v23.0", "https://api.gateway.be:8443", "https://8.8.8.8/v1"} {
		if f, err := tenantfiletest.Edited(t, "${TENANT_API_URL}", url); err != nil || f.Tenant.Accounts[0].APIURL != url {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// What an environment holds is not a file's to take: no variable of the installation is so much as asked for.
func TestAFileAsksForNoVariableOfTheInstallation(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"t.yaml": {Data: []byte(strings.ReplaceAll(tenantfiletest.Text(t), "${TENANT_", "${RECADO_"))}}
	_, err := tenantfile.Load(files, "t.yaml", func(name string) string {
		t.Errorf("asked for %s", name)
		return "https://secret.example"
	})
	if err == nil {
		t.Error("the file is accepted")
	}
}

func TestADishIsServedAllDayOrAtItsHours(t *testing.T) {
	t.Parallel()
	f, err := tenantfiletest.Edited(t, "knowledge:\n", dishWith(`served: "12:00-16:00"`))
	if err != nil {
		t.Fatal(err)
	}
	if s, some := f.Tenant.Menu[0].Hours(); !some || s.Opens != 720 || s.Closes != 960 {
		t.Errorf("served %+v, %t", s, some)
	}
	if s, some := (tenantfile.Dish{}).Hours(); some {
		t.Errorf("served %+v, want all day", s)
	}
}

const roomAndWrites = `booking: {step_minutes: 30, notice_minutes: 90, hold_minutes: 3, max_holds: 1}
rooms:
  - {id: sala, branch: centro, name: Sala uno}
writes:
  per_day: [{tool: create_appointment, max: 4}]
  approve: [{tool: create_order, above: 1500.50}, {tool: redeem_reward}]
  approval_hours: 6`

func TestRoomsHoldsLimitsAndApprovalsAreRead(t *testing.T) {
	t.Parallel()
	f, err := tenantfiletest.Edited(t, "booking: {step_minutes: 30, notice_minutes: 90}", roomAndWrites)
	if err != nil {
		t.Fatal(err)
	}
	w := f.Tenant.Writes
	if *f.Tenant.Booking.HoldMinutes != 3 || f.Tenant.Rooms[0].Branch != "centro" || *w.ApprovalHours != 6 {
		t.Errorf("got %+v %+v", f.Tenant.Booking, f.Tenant.Rooms)
	}
	if w.PerDay[0] != (tenantfile.WriteLimit{Tool: "create_appointment", Max: 4}) || w.Approve[0].Above != "1500.50" || w.Approve[1].Above != "" {
		t.Errorf("got %+v", w)
	}
}

func TestWhatIsWrongWithRoomsAndWritesIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, to, field string }{
		{"branch: centro, name: Sala uno", "branch: luna", "rooms[0].branch"},
		{"tool: create_appointment, max: 4", "tool: get_menu, max: 4", "writes.per_day[0].tool"},
		{"tool: create_appointment, max: 4", "tool: create_appointment, max: 0", "writes.per_day[0].max"},
		{"{tool: redeem_reward}", "{tool: create_order}", "writes.approve[1].tool"},
		{"tool: redeem_reward", "tool: escalate_to_human", "writes.approve[1].tool"},
		{"above: 1500.50", "above: 0", "writes.approve[0].above"},
		{"{tool: redeem_reward}", "{tool: redeem_reward, above: 10}", "writes.approve[1].above"},
		{"hold_minutes: 3", "hold_minutes: 61", "booking.hold_minutes"},
	} {
		_, err := tenantfiletest.Edited(t, "booking: {step_minutes: 30, notice_minutes: 90}", strings.Replace(roomAndWrites, c.from, c.to, 1))
		if err == nil || !strings.Contains(err.Error(), c.field) {
			t.Errorf("%s: got %v, want %s named", c.to, err, c.field)
		}
	}
	_, err := tenantfiletest.Edited(t, "    staff: [ana]\n", "    staff: [ana]\n    rooms: [sala]\n")
	if err == nil || !strings.Contains(err.Error(), "services[0].rooms") {
		t.Errorf("an unknown room: %v", err)
	}
}

func TestAFileNamesItsCorporaAndHowTheyAreCut(t *testing.T) {
	t.Parallel()
	f, err := tenantfiletest.Edited(t, "policies:\n", "corpora: [{id: aftercare, chunk_tokens: 800, overlap_tokens: 0}, {id: old, active: false}]\npolicies:\n")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]tenantfile.Cut{}
	for _, c := range f.Tenant.AllCorpora() {
		got[c.ID] = c.Cut()
	}
	usual := tenantfile.Cut{Target: 250, Max: 400, Overlap: 37}
	want := map[string]tenantfile.Cut{"aftercare": {Target: 800, Max: 800}, "old": usual, "general": usual}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("corpora (-want +got):\n%s", diff)
	}
}
