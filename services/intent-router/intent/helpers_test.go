package intent

import (
	"time"

	"github.com/recado/recado/pkg/language"
)

var now = time.Date(2026, 11, 18, 10, 30, 0, 0, time.FixedZone("", -6*3600))

var names = language.NewMatcher([]language.Entry{
	{ID: "1", Name: "Limpieza dental", Aliases: []string{"cleaning", "limpeza"}, Kind: language.KindService},
	{ID: "2", Name: "Blanqueamiento dental", Kind: language.KindService},
	{ID: "3", Name: "Ortodoncia", Aliases: []string{"brackets"}, Kind: language.KindService},
	{ID: "4", Name: "Resina", Kind: language.KindService},
	{ID: "5", Name: "Corona de porcelana", Kind: language.KindService},
	{ID: "d1", Name: "Ceviche clásico", Aliases: []string{"ceviche"}, Kind: language.KindDish},
	{ID: "d2", Name: "Lomo saltado", Kind: language.KindDish},
	{ID: "d3", Name: "Ají de gallina", Kind: language.KindDish},
	{ID: "d4", Name: "Tacos al pastor", Kind: language.KindDish},
	{ID: "d5", Name: "Chicha morada", Aliases: []string{"chicha"}, Kind: language.KindDish},
})
