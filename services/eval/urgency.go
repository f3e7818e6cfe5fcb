package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
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
	var exact, near int
	var five, escalation outcomes
	levels := map[string]*outcomes{}
	n, err := examples(in, func(line int, e example) error {
		x, err := readUrgency(e)
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		got := language.UrgencyOf(x.symptoms...)
		level := max(1, got.Level)
		exact += one(level == x.level)
		near += one(level-x.level <= 1 && x.level-level <= 1)
		five.of += one(x.level == 5)
		five.hit += one(x.level == 5 && level == 5)
		escalation.of += one(x.escalate)
		escalation.said += one(got.Escalates())
		escalation.hit += one(x.escalate && got.Escalates())
		o := entry(levels, fmt.Sprint(x.level))
		o.of++
		o.hit += one(level == x.level)
		if level != x.level || got.Escalates() != x.escalate {
			report.fail(line, strings.Join(x.symptoms, " | "), fmt.Sprintf("level %d, escalate %t", x.level, x.escalate), fmt.Sprintf("level %d, escalate %t", level, got.Escalates()))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	report.Lines = n
	report.add("exact", share(exact, n))
	report.add("within_one", share(near, n))
	report.add("recall_5", share(five.hit, five.of))
	report.add("escalate_recall", share(escalation.hit, escalation.of))
	report.add("escalate_precision", share(escalation.hit, escalation.said))
	for _, level := range sortedKeys(levels) {
		report.add("level."+level, share(levels[level].hit, levels[level].of))
	}
	return report, nil
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
