package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

type item struct {
	Name string `json:"name"`
	More int    `json:"more"`
	Next int    `json:"next_page"`
}

type dish struct {
	Name string `json:"name"`
	Text string `json:"description"`
}

func TestPagesGiveEveryItemOnceUnderTheBound(t *testing.T) {
	t.Parallel()
	var list []dish
	var evidence []tool.Evidence
	for i := range 57 {
		list = append(list, dish{fmt.Sprintf("plato %d", i), strings.Repeat("con cosas ", i%9)})
		evidence = append(evidence, wire.Row("menu_items", fmt.Sprint(i)))
	}
	list[20].Text = strings.Repeat("un plato que se cuenta en más palabras de las que caben ", 40)
	var got []item
	for page := 1; page != 0; {
		r, err := wire.AnswerPage(tool.Call{}, wire.Page{Number: page}, list, evidence)
		var items []item
		if err != nil || r.Err != nil || json.Unmarshal(r.JSON, &items) != nil {
			t.Fatalf("page %d: %v %v", page, r.Err, err)
		}
		if len(items) == 0 || len(r.Evidence) != len(items) {
			t.Fatalf("page %d: %s %v %v", page, r.JSON, r.Err, err)
		}
		if n := wire.Tokens(r.JSON); n > wire.PageTokens && len(items) > 1 {
			t.Errorf("page %d has %d tokens", page, n)
		}
		got = append(got, items...)
		last := items[len(items)-1]
		if last.More != len(list)-len(got) {
			t.Errorf("page %d says %d follow, %d do", page, last.More, len(list)-len(got))
		}
		page = last.Next
	}
	for i, x := range got {
		if x.Name != list[i].Name {
			t.Fatalf("item %d is %q", i, x.Name)
		}
	}
	if len(got) != len(list) {
		t.Errorf("%d of %d items", len(got), len(list))
	}
}

func TestRulesGetAListWholeAndProgramsItsFirstPage(t *testing.T) {
	t.Parallel()
	list := make([]dish, 60)
	count := func(c tool.Call, page int) int {
		r, err := wire.AnswerPage(c, wire.Page{Number: page}, list, nil)
		var items []item
		if err != nil || r.Err == nil && json.Unmarshal(r.JSON, &items) != nil {
			t.Fatalf("%s %v", r.JSON, err)
		}
		return len(items)
	}
	if whole, first := count(tool.Call{}, 0), count(tool.Call{Outside: "key"}, 0); whole != 60 || first == 0 || first >= 60 {
		t.Errorf("whole %d, first page %d", whole, first)
	}
	for _, page := range []int{-1, 99, 1 << 40} {
		if r, err := wire.AnswerPage(tool.Call{}, wire.Page{Number: page}, list, nil); err != nil || r.Err == nil || r.Err.Field != "page" {
			t.Errorf("page %d: %+v %v", page, r, err)
		}
	}
	if r, err := wire.AnswerPage(tool.Call{Outside: "key"}, wire.Page{}, []dish{}, nil); err != nil || string(r.JSON) != "[]" {
		t.Errorf("an empty list: %+v %v", r, err)
	}
}
