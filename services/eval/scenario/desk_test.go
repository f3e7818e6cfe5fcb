package scenario

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
)

// hire applies a tenant to a database of the test and returns its desk.
func hire(t *testing.T, vertical string) (*desk, *tenantfile.Tenant) {
	t.Helper()
	w := newWorld(t)
	d, err := openDesk(t.Context(), w.Database, w.Key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.close)
	f := copyOf(w.Tenants[vertical], "desk-"+vertical)
	if _, err := (&apply.Applier{Store: d.console, Bus: w.Bus, Key: w.Key}).Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	return d, &f.Tenant
}

func TestTheDeskBooksAndTakesWhatTheCalendarHas(t *testing.T) {
	t.Parallel()
	for _, vertical := range verticals {
		t.Run(vertical, func(t *testing.T) {
			t.Parallel()
			d, tenant := hire(t, vertical)
			service := slotService(tenant, "")
			free, err := d.slots(t.Context(), tenant, service, 1)
			if err != nil || len(free) < 2 {
				t.Fatalf("slots %+v, %v", free, err)
			}
			if free[0].Date != free[1].Date || minuteOf(free[1].Time) < minuteOf(free[0].Time)+hourApart {
				t.Errorf("slots %+v", free)
			}
			contact := uuid.NewString()
			if _, found, err := d.nextAppointment(t.Context(), tenant.ID, contact); found || err != nil {
				t.Errorf("an appointment before any was made: %v", err)
			}
			if err := d.book(t.Context(), tenant.ID, contact, service, free[1]); err != nil {
				t.Fatal(err)
			}
			next, found, err := d.nextAppointment(t.Context(), tenant.ID, contact)
			booked := opening{Date: next.Date, Time: next.Time, Branch: next.Branch, Staff: next.Staff}
			if err != nil || !found || booked != free[1] {
				t.Errorf("got %+v, %t, %v, want %+v", next, found, err, free[1])
			}
			if err := d.take(t.Context(), tenant.ID, free[0]); err != nil {
				t.Fatal(err)
			}
			left, err := d.openings(t.Context(), tenant.ID, service, free[0].Date)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range left {
				if o.Time == free[0].Time {
					t.Errorf("%+v is still free", o)
				}
			}
		})
	}
}

func TestTheDeskSaysWhatCannotBeDone(t *testing.T) {
	t.Parallel()
	d, tenant := hire(t, "general")
	nowhere := opening{Date: "2026-11-24", Time: "10:00", Branch: "Nowhere"}
	if err := d.book(t.Context(), tenant.ID, uuid.NewString(), "", nowhere); err == nil {
		t.Error("an appointment at a branch that is not there was booked")
	}
	if waiting, err := d.handBack(t.Context(), tenant.ID, uuid.NewString()); len(waiting) > 0 || err != nil {
		t.Errorf("a conversation that nobody had was given back: %v", err)
	}
	if err := d.age(t.Context(), tenant.ID, uuid.NewString(), time.Hour); err == nil {
		t.Error("a conversation that is not there became older")
	}
	if ended, err := d.endings(t.Context(), tenant.ID, []string{"wamid.none"}); len(ended) > 0 || err != nil {
		t.Errorf("got %v, %v", ended, err)
	}
}

func TestSlotsAreForTheServiceThatIsNamed(t *testing.T) {
	t.Parallel()
	vet := businesses(t)["general"].Tenant
	for said, want := range map[string]string{"": "consulta", "una {{service.exoticos.name}}": "exoticos", "{{service.2.price}}": "vacuna-multiple"} {
		if got := slotService(&vet, said); got != want {
			t.Errorf("%q is for %s, want %s", said, got, want)
		}
	}
	food := businesses(t)["restaurant"].Tenant
	if got := slotService(&food, "{{service.1.name}}"); got != "" {
		t.Errorf("a table is for %s", got)
	}
}

// freeAt are the openings of a day: an hour with the branches that are free then.
func freeAt(date string, hours ...string) (all []opening) {
	for _, hour := range hours {
		clock, branches, _ := strings.Cut(hour, " ")
		for _, branch := range branches {
			all = append(all, opening{Date: date, Time: clock, Branch: string(branch)})
		}
	}
	return all
}

func TestSlotsAreOnTheFirstDayOnWhichEveryBranchIsFree(t *testing.T) {
	t.Parallel()
	saturday := freeAt("sat", "09:00 a", "10:00 a", "11:00 a", "12:00 a")
	monday := freeAt("mon", "08:00 ab", "09:30 ab", "10:00 ab", "11:00 a", "12:00 ba", "13:00 ab", "21:00 ab")
	tuesday := freeAt("tue", "10:00 ab", "11:00 ab", "12:00 ab", "13:00 ab", "14:00 ab")
	for _, c := range []struct {
		days [][]opening
		want []string
	}{
		{[][]opening{saturday, nil, monday, tuesday}, []string{"mon 10:00", "mon 12:00", "mon 13:00"}},
		{[][]opening{nil, tuesday, monday}, []string{"tue 10:00", "tue 11:00", "tue 12:00", "tue 13:00"}},
		{[][]opening{saturday}, []string{"sat 09:00", "sat 10:00", "sat 11:00", "sat 12:00"}},
		{[][]opening{freeAt("sun", "09:00 a"), freeAt("wed", "10:00 b", "11:00 b")}, []string{"wed 10:00", "wed 11:00"}},
		{nil, nil},
	} {
		var got []string
		for _, o := range firstDay(c.days) {
			got = append(got, o.Date+" "+o.Time)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
}

func TestCatalogueHasWhatTheFileSays(t *testing.T) {
	t.Parallel()
	all := businesses(t)
	food := catalogue(&all["restaurant"].Tenant)
	vet := catalogue(&all["general"].Tenant)
	vet.closures(&all["general"].Tenant, "2026-12-24")
	for name, want := range map[string]string{
		"menu.1.name": "Ceviche clásico", "menu.lomo-saltado.price": "52", "menu.4.name": "Ceviche de champiñones",
		"branch.2.name": "Miraflores", "service.salon-privado.price": "400", "service.salon-privado.price_max": "600",
	} {
		if food[name].said != want {
			t.Errorf("%s is %q, want %q", name, food[name].said, want)
		}
	}
	for name, want := range map[string]string{
		"staff.2.specialty": "Medicina preventiva y vacunas", "service.consulta.price": "25",
		"closure.1.date_es": "viernes 25 de diciembre", "closure.1.reason": "Navidad", "closure.2.date_en": "Friday 1 January",
	} {
		if vet[name].said != want {
			t.Errorf("%s is %q, want %q", name, vet[name].said, want)
		}
	}
	if food.has("menu.ceviche-de-conchas-negras") {
		t.Error("a dish that cannot be had is in the menu")
	}
}

func TestOlderMovesEveryMomentBack(t *testing.T) {
	t.Parallel()
	const text = `{"touched":"2026-11-24T10:00:00.5Z","date":"2026-11-24","list":["2026-11-24T01:00:00-06:00"],"said":"2026-99-99T99:99:99Z"}`
	const want = `{"touched":"2026-11-22T10:00:00.5Z","date":"2026-11-24","list":["2026-11-22T01:00:00-06:00"],"said":"2026-99-99T99:99:99Z"}`
	if got := older(text, 48*time.Hour); got != want {
		t.Errorf("got %s", got)
	}
}
