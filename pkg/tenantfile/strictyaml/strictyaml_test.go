package strictyaml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/tenantfile/strictyaml"
)

type shop struct {
	Name  string            `yaml:"name,required" max:"10"`
	Code  string            `yaml:"code" check:"code"`
	Open  bool              `yaml:"open"`
	Seats int               `yaml:"seats" min:"1" max:"99"`
	Share *float64          `yaml:"share" min:"0" max:"1"`
	Owner person            `yaml:"owner"`
	Staff []person          `yaml:"staff" max:"2"`
	Codes []string          `yaml:"codes" max:"3" check:"code"`
	Words map[string]string `yaml:"words" max:"2"`
}

type person struct {
	Name string `yaml:"name,required"`
	Age  int    `yaml:"age" min:"1" max:"120"`
}

// schema knows the form code: two digits.
var schema = strictyaml.Schema{Keys: "the keys of a shop", Check: func(form, text string) error {
	if form != "code" {
		panic("unknown form " + form)
	}
	if len(text) != 2 || strings.Trim(text, "0123456789") != "" {
		return errors.New("expected two digits")
	}
	return nil
}}

func TestDecodeFillsTheStructByItsTags(t *testing.T) {
	t.Parallel()
	const text = `
name: "  Uno "
code: 07
open: true
seats: 12
share: 0.25
owner: {name: Ana, age: 40}
staff:
  - name: Eva
  - {name: Luz, age: 30}
codes: [01, "02"]
words:
  hola: hello
  adiós: |
    good
    bye
`
	var got shop
	problems, ok := schema.Decode("shop.yaml", []byte(text), &got)
	if err := problems.Err(); !ok || err != nil {
		t.Fatal(err)
	}
	want := shop{
		Name: "Uno", Code: "07", Open: true, Seats: 12, Share: new(0.25), Owner: person{"Ana", 40},
		Staff: []person{{Name: "Eva"}, {"Luz", 30}}, Codes: []string{"01", "02"},
		Words: map[string]string{"hola": "hello", "adiós": "good\nbye"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatIsAbsentStaysZero(t *testing.T) {
	t.Parallel()
	var got shop
	problems, ok := schema.Decode("shop.yaml", []byte("name: Uno\n"), &got)
	if err := problems.Err(); !ok || err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(shop{Name: "Uno"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEachMistakeIsNamedWithItsPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a required key", "code: 07", "1:1: name: required, got nothing"},
		{"an empty text", `name: ""`, "1:7: name: required, got an empty text"},
		{"nothing", "name:\nopen: true", "1:6: name: expected a text, got nothing"},
		{"a key that is unknown", "name: Uno\ncolour: red", "2:1: colour: unknown field: expected one of name, code, open"},
		{"a text too long", "name: Once letras", "1:7: name: expected at most 10 characters, got 11"},
		{"characters are counted, not bytes", "name: ñññññññññññ", "1:7: name: expected at most 10 characters, got 11"},
		{"a control character", "name: \"a\\u0007\"", "1:7: name: expected text without control characters"},
		{"a text of another form", "name: Uno\ncode: x", "2:7: code: expected two digits"},
		{"a list where a text belongs", "name: [Uno]", "1:7: name: expected a text, got a list"},
		{"fields where a text belongs", "name: {a: b}", "1:7: name: expected a text, got fields of its own"},
		{"no boolean", "name: Uno\nopen: sí", "2:7: open: expected true or false"},
		{"a text where a number belongs", "name: Uno\nseats: many", "2:8: seats: expected a whole number from 1 to 99"},
		{"a fraction where a whole number belongs", "name: Uno\nseats: 1.5", "2:8: seats: expected a whole number from 1 to 99"},
		{"a number too small", "name: Uno\nseats: 0", "2:8: seats: expected a number from 1 to 99"},
		{"a number too large", "name: Uno\nshare: 1.01", "2:8: share: expected a number from 0 to 1"},
		{"not a number", "name: Uno\nshare: .nan", "2:8: share: expected a number from 0 to 1"},
		{"a list where a number belongs", "name: Uno\nseats: [1]", "2:8: seats: expected a number, got a list"},
		{"a text where fields belong", "name: Uno\nowner: Ana", "2:8: owner: expected fields of its own, got a single value"},
		{"a required key below", "name: Uno\nowner: {age: 3}", "2:8: owner.name: required, got nothing"},
		{"a field of an item", "name: Uno\nstaff:\n  - name: Eva\n    age: 0", "4:10: staff[0].age: expected a number from 1 to 120"},
		{"a text where a list belongs", "name: Uno\nstaff: Eva", "2:8: staff: expected a list, got a single value"},
		{"too many items", "name: Uno\nstaff: [{name: a}, {name: b}, {name: c}]", "2:8: staff: expected at most 2 items, got 3"},
		{"a form in a list", "name: Uno\ncodes: [01, x]", "2:13: codes[1]: expected two digits"},
		{"a text where entries belong", "name: Uno\nwords: hola", "2:8: words: expected keys with values, got a single value"},
		{"too many entries", "name: Uno\nwords: {a: b, c: d, e: f}", "2:8: words: expected at most 2 entries, got 3"},
		{"a list as a value", "name: Uno\nwords: {a: [b]}", "2:12: words.a: expected a text, got a list"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			problems, ok := schema.Decode("shop.yaml", []byte(c.text), new(shop))
			err := problems.Err()
			if !ok || err == nil || !strings.Contains(err.Error(), "shop.yaml:"+c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestWhatIsNoPlainYAMLIsNotRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"bytes that are no text", "name: \xff", "1:1: expected text in UTF-8"},
		{"an open bracket", "name: [Uno", "1:7: expected YAML"},
		{"an anchor", "name: &a Uno", "1:7: expected plain YAML, without anchors"},
		{"an alias", "name: *a", "1:7: expected plain YAML"},
		{"a tag", "name: !!str Uno", "1:7: expected plain YAML"},
		{"a merge key", "<<: {name: Uno}", "1:1: expected plain YAML"},
		{"a directive", "%YAML 1.2\n---\nname: Uno", "1:1: expected plain YAML"},
		{"a list", "- name: Uno", "1:1: expected one YAML document with the keys of a shop"},
		{"a text", "Uno", "1:1: expected one YAML document with the keys of a shop"},
		{"nothing", "", "1:1: expected one YAML document"},
		{"two documents", "name: Uno\n---\nname: Dos", "1:1: expected one YAML document"},
		{"brackets too deep", "name: " + strings.Repeat("[", 25), "1:31: expected at most 24 levels"},
		{"dashes too deep", "name:\n  " + strings.Repeat("- ", 25), "expected at most 24 levels"},
		{"a key twice", "name: Uno\nname: Dos", "expected YAML"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			problems, ok := schema.Decode("shop.yaml", []byte(c.text), new(shop))
			if err := problems.Err(); ok || err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("read %v, got %v, want %s", ok, err, c.want)
			}
		})
	}
}

func TestProblemsStandInTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	problems, ok := schema.Decode("shop.yaml", []byte("seats: 0\nname: Once letras\nopen: 1\n"), new(shop))
	if !ok {
		t.Fatal("the file is not read")
	}
	problems.Add("seats", "expected %d %% more", 5)
	problems.Add("staff[3].name", "expected a place near by")
	problems.AddFile("expected another file")
	const want = `shop.yaml:1:1: staff[3].name: expected a place near by
shop.yaml:1:1: expected another file
shop.yaml:1:8: seats: expected a number from 1 to 99
shop.yaml:1:8: seats: expected 5 % more
shop.yaml:2:7: name: expected at most 10 characters, got 11
shop.yaml:3:7: open: expected true or false`
	if err := problems.Err(); err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if !problems.Has("seats") || problems.Has("code") {
		t.Error("Has does not know which fields have problems")
	}
	if err := problems.Empty().Err(); err != nil {
		t.Errorf("an empty list of problems is an error: %v", err)
	}
	later := problems.Empty()
	later.Add("open", "expected another")
	if err := later.Err(); err == nil || err.Error() != "shop.yaml:3:7: open: expected another" {
		t.Errorf("got %v: the places of the fields are lost", err)
	}
}

func TestAFileThatIsNothingOfTheKindIsReportedShort(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "key%d: 1\n", i)
	}
	problems, _ := schema.Decode("shop.yaml", []byte(text.String()), new(shop))
	if n := len(problems.List); n != 100 {
		t.Errorf("%d problems, want the first 100", n)
	}
}

func TestJoinIsThePathOfAField(t *testing.T) {
	t.Parallel()
	for want, parts := range map[string][2]string{"name": {"", "name"}, "staff[0].name": {"staff[0]", "name"}} {
		if got := strictyaml.Join(parts[0], parts[1]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
