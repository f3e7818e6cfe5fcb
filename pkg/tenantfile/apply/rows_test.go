package apply

import (
	"encoding/hex"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
)

func clinicTenant(t *testing.T) *tenantfile.Tenant {
	t.Helper()
	return &tenantfiletest.Load(t, "clinic").Tenant
}

func TestColumnsAreThoseOfTheRow(t *testing.T) {
	t.Parallel()
	type room struct {
		House string `json:"house_id" db:"key"`
		Room  int    `json:"room" db:"key"`
		Name  string `json:"name"`
	}
	got := tableOf("rooms", []room{{"a", 1, "one"}})
	want := table{name: "rooms", key: []string{"house_id", "room"}, columns: []string{"name"}, rows: []room{{"a", 1, "one"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	data, err := json.Marshal(tableOf[room]("rooms", nil).rows)
	if err != nil || string(data) != "[]" {
		t.Errorf("no rows are %s, %v, want []", data, err)
	}
}

func TestStatementWritesOnlyWhatDiffersAndRemovesTheRest(t *testing.T) {
	t.Parallel()
	const want = `
WITH input AS (SELECT * FROM jsonb_populate_recordset(NULL::rooms, $2)),
gone AS (DELETE FROM rooms AS old WHERE tenant_id = $1 AND (house, room) NOT IN (SELECT house, room FROM input) RETURNING 1),
written AS (
  INSERT INTO rooms AS old (tenant_id, house, room, name, size) SELECT $1, house, room, name, size FROM input
  ON CONFLICT (tenant_id, house, room) DO UPDATE SET name = excluded.name, size = excluded.size` +
		` WHERE (old.name, old.size) IS DISTINCT FROM (excluded.name, excluded.size) RETURNING (xmax = 0) AS created)
SELECT (SELECT count(*) FROM written WHERE created), (SELECT count(*) FROM written WHERE NOT created), (SELECT count(*) FROM gone)`
	got := table{name: "rooms", key: []string{"house", "room"}, columns: []string{"name", "size"}}.statement()
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	keysOnly := table{name: "rooms", key: []string{"house", "room"}}.statement()
	if !strings.Contains(keysOnly, "ON CONFLICT (tenant_id, house, room) DO NOTHING RETURNING") {
		t.Errorf("a table of keys only: %s", keysOnly)
	}
}

func TestEveryTableHasAKeyAndNoColumnTwice(t *testing.T) {
	t.Parallel()
	f := tenantfiletest.Load(t, "clinic")
	seen := map[string]bool{}
	for _, table := range tables(&f.Tenant, f.Settings()) {
		if seen[table.name] || len(table.key) == 0 {
			t.Errorf("%s: key %v, want one, and the table once", table.name, table.key)
		}
		seen[table.name] = true
		columns := map[string]bool{"": true, "tenant_id": true}
		for _, column := range append(append([]string{}, table.key...), table.columns...) {
			if columns[column] {
				t.Errorf("%s: column %q is named twice, or has no name", table.name, column)
			}
			columns[column] = true
		}
	}
}

// TestContentHashStays: with another hash every tenant is written again at its next apply. Then layout counts one up.
func TestContentHashStays(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"bistro": "7809507ccbaa2d7074da5218860cb949052132e18e0b031fe330295648cd1ef4",
		"clinic": "ea1140def3f5e4ce9b341998cd4639235ebe3ec627b1e0663eb8da015aabd0ca",
	} {
		f := tenantfiletest.Load(t, name)
		s := f.Settings()
		for i := range s.Accounts {
			s.Accounts[i].Secrets = map[string][]byte{} // sealed with another nonce in each run
		}
		got, err := content{layout, f.Tenant, *s, documentRows(f)}.hash()
		if err != nil || hex.EncodeToString(got) != want {
			t.Errorf("%s: %x, %v, want %s", name, got, err, want)
		}
	}
}

func TestAccountsCarryTheirQuietWindowAsAnInterval(t *testing.T) {
	t.Parallel()
	got := accounts(tenantfiletest.Load(t, "clinic").Settings())
	want := []accountRow{
		{
			Channel: "whatsapp", AccountID: "551900334420178", APIURL: "http://127.0.0.1:9",
			QuietWindow: new("1200 milliseconds"), Origins: []string{},
		},
		{Channel: "webchat", AccountID: "clinic-site", Origins: []string{"https://clinica.example"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOnlyInstructionsOfThePromptHaveASlot(t *testing.T) {
	t.Parallel()
	clinic := clinicTenant(t)
	clinic.Instructions = append(clinic.Instructions, tenantfile.Instruction{ID: "last", Text: "Sé breve.", IncludeInPrompt: new(true)})
	var slots []any
	for _, row := range instructions(clinic) {
		slot := any(nil)
		if row.PromptSlot != nil {
			slot = *row.PromptSlot
		}
		slots = append(slots, []any{row.Slug, row.Type, row.Priority, row.Position, slot})
	}
	want := []any{[]any{"no-diagnosis", "rule", 9, 0, 1}, []any{"greet", "rule", 5, 1, nil}, []any{"last", "rule", 5, 2, 2}}
	if diff := cmp.Diff(want, slots); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAClosureHasARowForEachOfItsBranches(t *testing.T) {
	t.Parallel()
	clinic := clinicTenant(t)
	clinic.Closures[1].Branches = []string{"centro", "norte"}
	norte := tenantfile.ID("clinic", "branch", "norte")
	got := closures(clinic)
	if len(got) != 3 || got[0].BranchID != nil || got[0].Opens != nil || got[0].LastDay != "2026-12-25" {
		t.Fatalf("rows %+v", got)
	}
	want := closureRow{
		ID: tenantfile.ID("clinic", "closure", "2026-12-31/norte/1"), BranchID: &norte, FirstDay: "2026-12-31", LastDay: "2026-12-31",
		Reason: "Fin de año", Opens: new("10:00"), Closes: new("13:00"),
	}
	if diff := cmp.Diff(want, got[2]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatCanBeBookedIsPeopleWithHoursAndSingleTables(t *testing.T) {
	t.Parallel()
	ana := tenantfile.ID("clinic", "staff", "ana")
	want := []resourceRow{{ID: ana, Slug: "ana", Kind: "staff", Name: "Dra. Ana Prueba", StaffID: &ana, Seats: 1}}
	if diff := cmp.Diff(want, resources(clinicTenant(t))); diff != "" {
		t.Errorf("clinic (-want +got):\n%s", diff)
	}
	var names []string
	for i, row := range resources(&tenantfiletest.Load(t, "bistro").Tenant) {
		if row.Kind != "table" || row.Position != i || *row.BranchID != tenantfile.ID("bistro", "branch", "plaza") {
			t.Errorf("table %+v", row)
		}
		names = append(names, row.Name)
	}
	if diff := cmp.Diff([]string{"Mesa para dos 1", "Mesa para dos 2", "Mesa para dos 3", "seis 1"}, names); diff != "" {
		t.Errorf("bistro (-want +got):\n%s", diff)
	}
}

func TestHoursHaveARowForEachOpeningOfADay(t *testing.T) {
	t.Parallel()
	clinic := clinicTenant(t)
	centro, norte, ana := branchID(clinic, "centro"), branchID(clinic, "norte"), staffID(clinic, "ana")
	hours := branchHours(clinic)
	for _, want := range []branchHoursRow{
		{centro, 1, "09:00", "14:00"}, {centro, 1, "16:00", "20:00"}, {centro, 6, "09:00", "14:00"}, {norte, 3, "10:00", "24:00"},
	} {
		if !slices.Contains(hours, want) {
			t.Errorf("no opening %+v in %+v", want, hours)
		}
	}
	if at := staffHours(clinic); len(at) != 6 || !slices.Contains(at, staffHoursRow{ana, norte, 1, "16:00", "20:00"}) {
		t.Errorf("staff hours %+v", at)
	}
	if at := staffBranches(clinic); len(at) != 3 || !slices.Contains(at, staffBranchRow{staffID(clinic, "luz"), centro}) {
		t.Errorf("staff branches %+v", at)
	}
}

func TestPricesAreInMinorUnitsAndMayBeAbsent(t *testing.T) {
	t.Parallel()
	type price struct {
		Slug     string
		Min, Max *int64
		Until    *string
	}
	var got []price
	for _, row := range services(clinicTenant(t)) {
		got = append(got, price{row.Slug, row.PriceMin, row.PriceMax, row.PromotionUntil})
	}
	want := []price{
		{"limpieza", new(int64(80000)), new(int64(120050)), new("2026-08-31")},
		{"valoracion", new(int64(0)), new(int64(0)), nil},
		{"ortodoncia", nil, nil, nil},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if who := serviceStaff(clinicTenant(t)); len(who) != 2 {
		t.Errorf("service staff %+v, want ana for two services", who)
	}
	dishes := menuItems(&tenantfiletest.Load(t, "bistro").Tenant)
	if len(dishes) != 2 || dishes[0].Price != 8900 || dishes[1].Aliases == nil {
		t.Fatalf("dishes %+v", dishes)
	}
	if !dishes[0].Available || dishes[1].Available {
		t.Errorf("available: %v and %v, want the first only", dishes[0].Available, dishes[1].Available)
	}
}

func TestTextsKeepTheirIDs(t *testing.T) {
	t.Parallel()
	clinic := clinicTenant(t)
	if got := policies(clinic); len(got) != 1 || got[0].ID != tenantfile.ID("clinic", "policy", "cancellation") {
		t.Errorf("policies %+v", got)
	}
	if got := faqs(clinic); len(got) != 1 || got[0].ID != tenantfile.ID("clinic", "faq", "duele") || len(got[0].Aliases) != 1 {
		t.Errorf("faqs %+v", got)
	}
	clinic.Templates = append(clinic.Templates, tenantfile.Template{Trigger: "greeting", Language: "en", Text: "Hi!"})
	got := templates(clinic)
	if len(got) != 2 || got[0].Language != "es" || got[1].ID != tenantfile.ID("clinic", "template", "greeting/en") {
		t.Errorf("templates %+v", got)
	}
	if got := competitors(clinic); len(got) != 1 || got[0].Aliases == nil || got[0].Strategy != "Habla de lo nuestro." {
		t.Errorf("competitors %+v", got)
	}
}

func TestAProgrammeIsOneRowAndItsRewardsBelongToIt(t *testing.T) {
	t.Parallel()
	clinic := clinicTenant(t)
	if got := len(programs(clinic)) + len(rewards(clinic)); got != 0 {
		t.Errorf("%d rows of a file without a programme", got)
	}
	clinic.Loyalty = tenantfile.Loyalty{
		Name: "Club", PerAppointment: new(10), PerAmount: "100", Rewards: []tenantfile.Reward{{ID: "te", Name: "Té", Tokens: 5, CodeDays: new(7)}},
	}
	want := []programRow{{ID: tenantfile.ID("clinic", "loyalty", "loyalty"), Slug: "loyalty", Name: "Club", PerAppointment: 10, PerAmount: new(int64(10000))}}
	if diff := cmp.Diff(want, programs(clinic)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	clinic.Loyalty.ID, clinic.Loyalty.Unit, clinic.Loyalty.ExpireDays = "club", "sellos", new(90)
	got := programs(clinic)[0]
	if got.ID == want[0].ID || got.Slug != "club" || got.Unit != "sellos" {
		t.Errorf("another programme is %+v", got)
	}
	if got.ExpireDays == nil || *got.ExpireDays != 90 {
		t.Errorf("its tokens end after %v days", got.ExpireDays)
	}
	clinic.Loyalty.ID = ""
	wantRewards := []rewardRow{{
		ID: tenantfile.ID("clinic", "reward", "te"), ProgramID: want[0].ID, Slug: "te", Name: "Té", Aliases: []string{}, Tokens: 5,
		Available: true, CodeDays: 7,
	}}
	if diff := cmp.Diff(wantRewards, rewards(clinic)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
