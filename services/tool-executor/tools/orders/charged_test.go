package orders

import (
	"strings"
	"testing"

	"github.com/recado/recado/services/tool-executor/tools/match"
)

func TestNoteThatAsksForWhatCostsSomethingIsRefused(t *testing.T) {
	t.Parallel()
	egg := option{called: match.Name{Name: "Huevo frito", Aliases: []string{"con huevo", "fried egg"}}, price: 500, available: true}
	fries := option{called: match.Name{Name: "Papas fritas"}, available: true}
	lomo := &dish{called: match.Name{Name: "Lomo saltado"}, options: []option{egg, fries}}
	for note, refused := range map[string]bool{
		"con huevo": true, "Con un huevo": true, "sin cebolla, con huevo frito": true, "with fried egg": true, "con huevo y sin ají": true,
		"bien cocido; con huevo; alergia: maní": true,
		"":                                      false, "sin huevo": false, "con papas": false, "con la yema aparte": false, "alergia: huevo": false, "con todo": false,
		"con cuidado": false, "sin nada con": false,
	} {
		l := line{dish: lomo, notes: note}
		if e := l.uncharged("items[0].notes", "es"); (e != nil) != refused {
			t.Errorf("%q: %+v", note, e)
		} else if e != nil && (e.Code != "unknown_option" || !strings.Contains(strings.Join(e.Allowed.Names(), ","), "Huevo frito")) {
			t.Errorf("%q: %+v", note, e)
		}
		l.options = []option{egg}
		if e := l.uncharged("items[0].notes", "es"); e != nil {
			t.Errorf("%q with the option: %+v", note, e)
		}
	}
}
