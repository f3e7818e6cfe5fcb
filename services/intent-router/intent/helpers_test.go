package intent

import (
	"time"

	"github.com/recado/recado/pkg/language/names"
)

var now = time.Date(2026, 11, 18, 10, 30, 0, 0, time.FixedZone("", -6*3600))

var known = names.NewMatcher([]names.Entry{
	{ID: "1", Name: "Limpieza dental", Aliases: []string{"cleaning", "limpeza"}, Kind: names.KindService},
	{ID: "2", Name: "Blanqueamiento dental", Kind: names.KindService},
	{ID: "3", Name: "Ortodoncia", Aliases: []string{"brackets"}, Kind: names.KindService},
	{ID: "4", Name: "Resina", Kind: names.KindService},
	{ID: "5", Name: "Corona de porcelana", Kind: names.KindService},
	{ID: "d1", Name: "Ceviche clásico", Aliases: []string{"ceviche"}, Kind: names.KindDish},
	{ID: "d2", Name: "Lomo saltado", Kind: names.KindDish},
	{ID: "d3", Name: "Ají de gallina", Kind: names.KindDish},
	{ID: "d4", Name: "Tacos al pastor", Kind: names.KindDish},
	{ID: "d5", Name: "Chicha morada", Aliases: []string{"chicha"}, Kind: names.KindDish},
})
