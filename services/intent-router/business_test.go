package intentrouter

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/recado/recado/pkg/language/names"
	"github.com/recado/recado/pkg/tenant"
)

const (
	manyTenants = 10_000
	maxMemory   = 500 << 20
)

var things = []string{
	"Limpieza", "Corona", "Resina", "Endodoncia", "Implante", "Ceviche", "Tacos", "Lomo", "Empanada", "Masaje", "Corte", "Manicure", "Radiografía", "Consulta", "Hamburguesa", "Ensalada", "Sopa", "Pizza", "Arroz", "Postre",
}

var sorts = []string{
	"dental", "porcelana", "zirconia", "molar", "infantil", "mixto", "al pastor", "saltado", "de pollo", "relajante", "clásico", "francés", "panorámica", "pediátrica", "doble", "rusa", "criolla", "hawaiana", "chaufa", "helado",
}

// filled is a tenant with 200 names and ten phrases of its own, none of whose strings another tenant shares.
func filled(n int) *tenant.Settings {
	s := &tenant.Settings{ID: tenant.ID(fmt.Sprintf("tenant-%d", n)), Vertical: tenant.Dental, Zone: "America/Lima", Currency: "PEN", Language: "es"}
	for i := range 200 {
		name := tenant.Name{ID: fmt.Sprintf("0192f0c1-7a3b-7c4d-8e5f-%06d%06d", n, i), Name: fmt.Sprintf("%s %s %c%cna", things[i%20], sorts[(i/20+n)%20], 'a'+i%26, 'a'+(i+n)%26)}
		if i%4 == 0 {
			name.Aliases = []string{fmt.Sprintf("t%cl%cr%c", 'a'+n%26, 'a'+i%26, 'a'+i/26)}
		}
		switch {
		case i < 90:
			s.Services = append(s.Services, name)
		case i < 180:
			s.Dishes = append(s.Dishes, name)
		case i < 195:
			s.Staff = append(s.Staff, name)
		default:
			s.Branches = append(s.Branches, name)
		}
	}
	for i := range 10 {
		s.Routing.Phrases = append(s.Routing.Phrases, tenant.Phrase{Say: fmt.Sprintf("tienen|hay|venden .. combo|promo %c%cta / %s %c%cto", 'a'+i, 'a'+n%26, things[i], 'a'+n%26, 'a'+i), Intent: "menu"})
	}
	return s
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestNamesAreNumberedAcrossAllLists(t *testing.T) {
	t.Parallel()
	settings := filled(3)
	own := namesOf(settings)
	if own.Len() != 200 {
		t.Fatalf("%d names, want 200", own.Len())
	}
	for i, want := range map[int]names.Entry{
		0:   {ID: settings.Services[0].ID, Kind: names.KindService},
		89:  {ID: settings.Services[89].ID, Kind: names.KindService},
		90:  {ID: settings.Dishes[0].ID, Kind: names.KindDish},
		180: {ID: settings.Staff[0].ID, Kind: names.KindStaff},
		199: {ID: settings.Branches[4].ID, Kind: names.KindBranch},
		200: {},
	} {
		if got := own.At(i); got.ID != want.ID || got.Kind != want.Kind {
			t.Errorf("name %d is %v, want %v", i, got, want)
		}
	}
}

func BenchmarkBusiness(b *testing.B) {
	settings := filled(1)
	var all businesses
	zone := all.zone(settings.Zone)
	b.ReportAllocs()
	for b.Loop() {
		newBusiness(settings, zone)
	}
}
