package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/tenant"
)

var urgencySet = Set{
	Name:  "urgency",
	About: "the level of urgency, 1 to 5, of what patients write or of symptoms that are listed",
	Keys:  []string{"exact", "within_one", "recall_5", "escalate_recall", "escalate_precision", "level."},
	run:   runUrgency,
}

type urgencyExample struct {
	symptoms []string
	level    int
	escalate bool
}

func readUrgency(e example) (x urgencyExample, err error) {
	if raw, listed := e["symptoms"]; listed && string(raw) != "null" {
		err = e.read("symptoms", "a list of strings that is not empty", &x.symptoms)
		if err == nil && len(x.symptoms) == 0 {
			err = &LineError{Field: "symptoms", Expected: "a list of strings that is not empty"}
		}
	} else {
		x.symptoms = make([]string, 1)
		err = e.read("text", "a string, or symptoms", &x.symptoms[0])
	}
	if err != nil {
		return x, err
	}
	if _, err = e.vertical(verticals...); err != nil {
		return x, err
	}
	const level = "a whole number from 1 to 5"
	if err = e.read("urgency_level", level, &x.level); err == nil && (x.level < 1 || x.level > 5) {
		err = &LineError{Field: "urgency_level", Expected: level}
	}
	if err != nil {
		return x, err
	}
	err = e.read("should_escalate", "true or false", &x.escalate)
	return x, err
}

func runUrgency(ctx context.Context, in io.Reader) (*Report, error) {
	report := &Report{Failures: []Failure{}}
	t := urgencyTally{levels: map[string]*outcomes{}}
	n, err := examples(in, func(line int, e example) error {
		x, err := readUrgency(e)
		if err != nil {
			return err
		}
		got := urgency.OfSymptoms(x.symptoms...)
		level, escalates := max(1, got.Level), got.Escalates()
		if !t.count(&x, level, escalates) {
			report.fail(line, strings.Join(x.symptoms, " | "), urgencyWords(x.level, x.escalate), urgencyWords(level, escalates))
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	report.Lines = n
	t.report(report)
	return report, nil
}

func urgencyWords(level int, escalate bool) string {
	return fmt.Sprintf("level %d, escalate %t", level, escalate)
}

// urgencyTally counts how lines were read.
type urgencyTally struct {
	exact, near      int
	five, escalation outcomes
	levels           map[string]*outcomes
}

// count adds a line, and tells whether it was read right.
func (t *urgencyTally) count(x *urgencyExample, level int, escalates bool) bool {
	exact := level == x.level
	t.exact += one(exact)
	t.near += one(level-x.level <= 1 && x.level-level <= 1)
	t.five.of += one(x.level == 5)
	t.five.hit += one(x.level == 5 && exact)
	t.escalation.of += one(x.escalate)
	t.escalation.said += one(escalates)
	t.escalation.hit += one(x.escalate && escalates)
	o := entry(t.levels, strconv.Itoa(x.level))
	o.of++
	o.hit += one(exact)
	return exact && escalates == x.escalate
}

func (t *urgencyTally) report(r *Report) {
	r.add("exact", share(t.exact, r.Lines))
	r.add("within_one", share(t.near, r.Lines))
	r.add("recall_5", share(t.five.hit, t.five.of))
	r.add("escalate_recall", share(t.escalation.hit, t.escalation.of))
	r.add("escalate_precision", share(t.escalation.hit, t.escalation.said))
	for _, level := range sortedKeys(t.levels) {
		r.add("level."+level, share(t.levels[level].hit, t.levels[level].of))
	}
}

// vertical reads a vertical that is one of the allowed.
func (e example) vertical(allowed ...tenant.Vertical) (tenant.Vertical, error) {
	s, err := e.text("vertical")
	if err != nil {
		return "", err
	}
	if !slices.Contains(allowed, tenant.Vertical(s)) {
		names := make([]string, len(allowed))
		for i, v := range allowed {
			names[i] = string(v)
		}
		return "", &LineError{Field: "vertical", Expected: "one of " + strings.Join(names, ", ")}
	}
	return tenant.Vertical(s), nil
}
