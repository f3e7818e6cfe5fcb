package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	intentrouter "github.com/recado/recado/services/intent-router"
	"github.com/recado/recado/services/intent-router/intent"
)

var intentsSet = Set{
	Name:  "intents",
	About: "the dominant intent of messages, each alone, as a business of the vertical without names of its own reads it",
	Keys:  []string{"strict", "lenient", "macro_f1", "hard", "us", "f1.", "lang.", "confused."},
	run:   runIntents,
}

type intentExample struct {
	line                   int
	text, want, lang, note string
	vertical               tenant.Vertical
	hard                   bool
}

var verticals = []tenant.Vertical{tenant.Dental, tenant.Restaurant, tenant.Medical, tenant.General}

func readIntent(line int, e example) (x intentExample, err error) {
	x.line = line
	if x.text, err = e.text("text"); err != nil {
		return x, err
	}
	if x.vertical, err = e.vertical(verticals...); err != nil {
		return x, err
	}
	if x.want, err = e.text("intent"); err != nil {
		return x, err
	}
	if !knownIntent(x.want) {
		return x, &LineError{Field: "intent", Expected: "one of the 20 intents"}
	}
	if x.lang, err = e.text("lang"); err != nil {
		return x, err
	}
	if !language.Lang(x.lang).Known() {
		return x, &LineError{Field: "lang", Expected: "es, en or pt"}
	}
	if !e.optional("hard", &x.hard) {
		return x, &LineError{Field: "hard", Expected: "true or false"}
	}
	if !e.optional("note", &x.note) {
		return x, &LineError{Field: "note", Expected: "a string"}
	}
	return x, nil
}

func knownIntent(name string) bool {
	return slices.ContainsFunc(intent.All(), func(in intent.Intent) bool { return in.Name == name })
}

// also tells whether the note allows an intent besides the right one: "alt=LABEL". Danger is never an alternative.
func (x *intentExample) also(got string) bool {
	if x.want == intent.UrgentCare {
		return false
	}
	for word := range strings.FieldsFuncSeq(x.note, func(c rune) bool { return c != '=' && c != '_' && (c < 'a' || c > 'z') }) {
		if alt, ok := strings.CutPrefix(word, "alt="); ok && alt == got {
			return true
		}
	}
	return false
}

// outcomes counts one intent: how often it was right to say it, was said, and both.
type outcomes struct{ of, said, hit int }

func (o outcomes) f1() float64 { return 2 * rate(o.hit, o.of+o.said) }

func runIntents(ctx context.Context, in io.Reader) (*Report, error) {
	set, err := collect(in, readIntent)
	if err != nil {
		return nil, err
	}
	report := &Report{Lines: len(set), Failures: []Failure{}}
	reader := intentrouter.NewReader(intent.New(), 0)
	tally := intentTally{by: map[string]*outcomes{}, langs: map[string]*outcomes{}, confused: map[string]int{}}
	for i := range set {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := &set[i]
		e := messageOf(x.text)
		started := time.Now()
		routed := reader.Understand(e, business(x.vertical))
		tally.took += time.Since(started)
		dominant := routed.GetIntents()[0]
		if got := dominant.GetName(); !tally.count(x, got) {
			report.fail(x.line, x.text, x.want+" ("+string(x.vertical)+")", fmt.Sprintf("%s %.2f", got, dominant.GetConfidence()))
		}
	}
	tally.report(report)
	return report, nil
}

// intentTally counts how messages were read.
type intentTally struct {
	all, lenient, hard outcomes
	by, langs          map[string]*outcomes
	confused           map[string]int
	took               time.Duration
}

// count adds a message, and tells whether it was read right.
func (t *intentTally) count(x *intentExample, got string) (hit bool) {
	hit = got == x.want
	entry(t.by, x.want).of++
	entry(t.by, got).said++
	for _, o := range []*outcomes{&t.all, entry(t.langs, x.lang)} {
		o.of++
		o.hit += one(hit)
	}
	t.lenient.hit += one(hit || x.also(got))
	t.hard.of += one(x.hard)
	t.hard.hit += one(x.hard && hit)
	if hit {
		entry(t.by, got).hit++
	} else {
		t.confused[x.want+">"+got]++
	}
	return hit
}

func (t *intentTally) report(r *Report) {
	r.add("strict", share(t.all.hit, t.all.of))
	r.add("lenient", share(t.lenient.hit, t.all.of))
	r.add("macro_f1", macro(t.by))
	r.add("hard", share(t.hard.hit, t.hard.of))
	r.add("us", float64(t.took.Nanoseconds())/1000/float64(max(1, t.all.of)))
	for _, name := range sortedKeys(t.by) {
		r.add("f1."+name, t.by[name].f1())
	}
	for _, name := range sortedKeys(t.langs) {
		r.add("lang."+name, share(t.langs[name].hit, t.langs[name].of))
	}
	for _, pair := range sortedKeys(t.confused) {
		if t.confused[pair] > 1 {
			r.add("confused."+pair, float64(t.confused[pair]))
		}
	}
}

// macro is the mean of F1 over the intents that the file holds.
func macro(by map[string]*outcomes) float64 {
	sum, n := 0.0, 0
	for _, name := range sortedKeys(by) { // in order: floats add up differently in another
		if o := by[name]; o.of > 0 {
			sum, n = sum+o.f1(), n+1
		}
	}
	return sum / float64(max(1, n))
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// midweek is when messages without a moment of their own are read: a Wednesday morning.
var midweek = time.Date(2026, 11, 18, 10, 30, 0, 0, time.UTC)

func messageOf(text string) *recadov1.MessageScreened {
	return &recadov1.MessageScreened{
		Meta:    &recadov1.Meta{TenantId: "eval", ReceivedAt: timestamppb.New(midweek)},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
	}
}

var businesses = func() map[tenant.Vertical]*tenant.Settings {
	m := make(map[tenant.Vertical]*tenant.Settings)
	for _, v := range verticals {
		m[v] = &tenant.Settings{ID: tenant.ID("eval-" + v), Vertical: v, Zone: "America/Mexico_City", Currency: "MXN", Language: "es"}
	}
	return m
}()

// business is one of a vertical that has no names of its own.
func business(v tenant.Vertical) *tenant.Settings { return businesses[v] }
