package way

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/telemetry"
)

const barWidth = 32

// Waterfall writes a way as a tree of spans with bars, then what waited, thought and was delivered.
func (w *Way) Waterfall(out io.Writer) {
	fmt.Fprintf(out, "message %s  tenant %s  %s ms  %d spans\n",
		cmp.Or(w.Message, "-"), cmp.Or(w.Tenant, "-"), formatMS(w.TotalMS), len(w.Spans))
	for _, id := range w.Traces {
		fmt.Fprintln(out, "trace  ", id)
	}
	w.judgement(out)
	fmt.Fprintf(out, "\n%9s %9s  %-*s  %s\n", "at ms", "took ms", barWidth, "", "span")
	for _, node := range w.tree() {
		w.row(out, node)
	}
	w.hops(out)
	w.work(out)
	if orphans := w.orphans(); len(orphans) > 0 {
		fmt.Fprintf(out, "\n%d spans have no parent here: a process is not running any more, or its span store is full\n", len(orphans))
	}
}

// judgement writes how the message was read and what became of its turn.
func (w *Way) judgement(out io.Writer) {
	if r := w.Read; r.Specialist != "" {
		fmt.Fprintf(out, "read    intent %s, specialist %s, language %s, urgency %d\n",
			r.Intent, r.Specialist, cmp.Or(r.Language, "-"), r.Urgency)
	}
	if a := w.Answer; a.Outcome != "" {
		fmt.Fprintf(out, "answer  %s", a.Outcome)
		if a.Reason != "" {
			fmt.Fprintf(out, ": %s", a.Reason)
		}
		fmt.Fprintln(out)
	}
}

type node struct {
	span  *telemetry.Span
	depth int
}

// tree orders spans parents first, children by start. What has no parent here stands at the root.
func (w *Way) tree() (out []node) {
	known := map[string]bool{}
	for i := range w.Spans {
		known[w.Spans[i].ID] = true
	}
	children := map[string][]*telemetry.Span{}
	for i := range w.Spans {
		span := &w.Spans[i]
		parent := span.Parent
		if !known[parent] {
			parent = ""
		}
		children[parent] = append(children[parent], span)
	}
	var walk func(parent string, depth int)
	walk = func(parent string, depth int) {
		slices.SortStableFunc(children[parent], func(a, b *telemetry.Span) int {
			return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID))
		})
		for _, span := range children[parent] {
			out = append(out, node{span, depth})
			walk(span.ID, depth+1)
		}
	}
	walk("", 0)
	return out
}

func (w *Way) row(out io.Writer, n node) {
	name := strings.Repeat("  ", min(n.depth, 12)) + n.span.Service + "  " + n.span.Name
	if tool := n.span.Text("gen_ai.tool.name"); tool != "" && !strings.HasSuffix(name, tool) {
		name += " " + tool
	}
	if attempt := n.span.Number(telemetry.KeyAttempt); attempt > 1 {
		name += fmt.Sprintf("  (attempt %d)", int(attempt))
	}
	if n.span.Error != "" {
		name += "  error: " + n.span.Error
	}
	fmt.Fprintf(out, "%9s %9s  %s  %s\n", formatMS(w.at(n.span.Start)), formatMS(milliseconds(n.span.Duration())), w.bar(n.span), name)
}

// bar draws a span on the scale of the whole way, quiet times left out; what comes after the send stands at its right edge.
func (w *Way) bar(span *telemetry.Span) string {
	total := w.busy(w.TotalMS)
	if total <= 0 {
		return strings.Repeat(" ", barWidth)
	}
	cell := func(ms float64) int { return min(int(w.busy(ms)/total*barWidth), barWidth) }
	from := min(cell(w.at(span.Start)), barWidth-1)
	to := max(cell(w.at(span.End)), from+1)
	bar := strings.Repeat(" ", from) + strings.Repeat("█", to-from)
	return bar + strings.Repeat(" ", barWidth-utf8.RuneCountInString(bar))
}

// busy is how much of the first ms had a span open; spans are ordered by start.
func (w *Way) busy(ms float64) (sum float64) {
	var until float64
	for i := range w.Spans {
		from, to := max(w.at(w.Spans[i].Start), until), min(w.at(w.Spans[i].End), ms)
		if to > from {
			sum, until = sum+to-from, to
		}
	}
	return sum
}

func (w *Way) hops(out io.Writer) {
	fmt.Fprintf(out, "\n%-18s %9s %9s %9s\n", "hop", "at ms", "wait ms", "work ms")
	for _, h := range w.Hops {
		fmt.Fprintf(out, "%-18s %9s %9s %9s  %s\n", h.Service, formatMS(h.AtMS), formatMS(h.WaitMS), formatMS(h.WorkMS), h.Name)
	}
}

func (w *Way) work(out io.Writer) {
	fmt.Fprintln(out)
	for _, m := range w.Models {
		fmt.Fprintf(out, "model     %s  %s ms  %d tokens in, %d out%s%s\n",
			m.Model, formatMS(m.MS), m.InputTokens, m.OutputTokens, m.chain(), suffix(m.Error))
	}
	for _, t := range w.Tools {
		fmt.Fprintf(out, "tool      %s  %s ms%s\n", t.Tool, formatMS(t.MS), suffix(t.Error))
	}
	for _, d := range w.Deliveries {
		fmt.Fprintf(out, "delivery  %s  at %s ms, took %s ms%s\n", d.What, formatMS(d.AtMS), formatMS(d.MS), suffix(d.Error))
	}
	if len(w.Deliveries) == 0 {
		fmt.Fprintln(out, "delivery  none yet")
	}
}

// chain says which chain was asked, and why not its first model.
func (m ModelCall) chain() string {
	var out string
	if m.Tier != "" {
		out = "  " + m.Tier
	}
	if m.Fallback != "" {
		out += ", the one before: " + m.Fallback
	}
	return out
}

func formatMS(ms float64) string { return strconv.FormatFloat(ms, 'f', 1, 64) }

func suffix(err string) string {
	if err == "" {
		return ""
	}
	return "  error: " + err
}
