package eval

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/recado/recado/services/agent-runner/grounding"
)

var groundingSet = Set{
	Name:  "grounding",
	About: "replies and the texts that they may rest on; caught counts the planted inventions found, touched the true replies not let pass",
	Keys:  []string{"caught", "touched", "us"},
	run:   runGrounding,
}

type groundingExample struct {
	line        int
	reply, lang string
	evidence    []string
	planted     []string
	plantedAt   [][2]int // where each planted text stands in the reply
}

func readGrounding(line int, e example) (x groundingExample, err error) {
	x.line = line
	if x.reply, err = e.word("reply"); err != nil {
		return x, err
	}
	if err = e.read("evidence", "a list of texts", &x.evidence); err != nil {
		return x, err
	}
	if err = e.read("planted", "a list of texts", &x.planted); err != nil {
		return x, err
	}
	if x.lang, err = e.word("lang"); err != nil {
		return x, err
	}
	for i, p := range x.planted {
		if p == "" {
			return x, &LineError{Field: fmt.Sprintf("planted[%d]", i), Expected: "a string that is not empty"}
		}
		at := strings.Index(x.reply, p)
		if at < 0 { // said in other words: any claim may be it
			x.plantedAt = append(x.plantedAt, [2]int{0, len(x.reply)})
			continue
		}
		x.plantedAt = append(x.plantedAt, [2]int{at, at + len(p)})
	}
	return x, nil
}

func runGrounding(ctx context.Context, in io.Reader) (*Report, error) {
	set, err := collect(in, readGrounding)
	if err != nil {
		return nil, err
	}
	report := &Report{Lines: len(set), Failures: []Failure{}}
	var planted, caught, truths, touched int
	var took time.Duration
	for i := range set {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := &set[i]
		evidence := grounding.New(time.Time{})
		for _, text := range x.evidence {
			evidence.Add(text)
		}
		started := time.Now()
		claims := evidence.Check(x.reply, x.lang)
		took += time.Since(started)
		found := x.found(claims)
		planted, caught = planted+len(x.planted), caught+found
		if len(x.planted) == 0 {
			truths++
			touched += min(1, len(claims))
		}
		if found < len(x.planted) || len(x.planted) == 0 && len(claims) > 0 {
			report.fail(x.line, x.reply, listOf(x.planted), claimed(claims))
		}
	}
	report.add("caught", share(caught, planted))
	report.add("touched", 1-share(truths-touched, truths))
	report.add("us", float64(took.Nanoseconds())/1000/float64(max(1, len(set))))
	return report, nil
}

// found counts the planted texts that a claim meets.
func (x *groundingExample) found(claims []grounding.Claim) (n int) {
	for _, at := range x.plantedAt {
		for _, c := range claims {
			if c.Start < at[1] && at[0] < c.End {
				n++
				break
			}
		}
	}
	return n
}

func claimed(claims []grounding.Claim) string {
	texts := make([]string, len(claims))
	for i, c := range claims {
		texts[i] = string(c.Kind) + " " + c.Text
	}
	return listOf(texts)
}

func listOf(texts []string) string {
	if len(texts) == 0 {
		return "nothing"
	}
	return strings.Join(texts, " | ")
}
