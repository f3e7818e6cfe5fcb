package tools_test

import (
	"testing"

	"github.com/recado/recado/pkg/tool"
)

func TestTheCatalogTellsPromotionsThatHold(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	promotions := func(args string) (texts []string) {
		list, _ := call[[]map[string]string](t, l, tool.Call{Tenant: "clinic"}, "get_service_catalog", args)
		if len(list) == 0 {
			t.Fatalf("%s: nothing is offered", args)
		}
		for _, e := range list {
			if e["promotion_text"] != "" {
				texts = append(texts, e["promotion_text"])
			}
		}
		return texts
	}
	l.db.Exec(t, `UPDATE business.services SET promotion_until = now()::date + 30 WHERE promotion_active`)
	if got := promotions(`{}`); len(got) != 1 || got[0] != "2x1 en agosto" {
		t.Errorf("got %q", got)
	}
	if got := promotions(`{"include_promotions":false}`); len(got) != 0 {
		t.Errorf("without promotions: %q", got)
	}
	l.db.Exec(t, `UPDATE business.services SET promotion_until = now()::date - 2`)
	if got := promotions(`{}`); len(got) != 0 {
		t.Errorf("a promotion that is over: %q", got)
	}
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_service_catalog", `{"category":"sushi"}`); e.Field != "category" {
		t.Errorf("got %+v", e)
	}
}
