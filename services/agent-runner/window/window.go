// Package window fits a prompt into what a model takes: what can be spared goes first, the customer's message last of all, and a tool's
// result never without the call that it answers.
package window

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tokens"
	"github.com/recado/recado/pkg/tool"
)

// Prompt is what a model is about to be asked.
type Prompt struct {
	Messages []llm.Message
	Tools    []tool.Spec
	System   int // messages at the beginning that are the system's
	Memory   int // messages after them that are memory
	History  int // messages after those that are history
	Answer   int // tokens that the answer may take
}

// Limit is what a model takes.
type Limit struct {
	Window int // in tokens; 0 is not known
	Count  tokens.Counter
}

// For is the limit of a model, by what the chains know of it where they do, else by its name.
func For(model string, known int) Limit {
	l := known
	if l == 0 {
		l = windowOf(model)
	}
	return Limit{Window: l, Count: tokens.For(encodingOf(model))}
}

// Parts of a prompt that can be spared, in the order in which they go.
const (
	Retrieved = "retrieved context"
	Docs      = "tool documentation"
	Knowledge = "other knowledge and memory"
	History   = "history"
	Message   = "message"
)

// overhead is what a message takes beside its words.
const overhead = 4

// leftOut stands where a tool's result was.
const leftOut = `{"left_out":"too long for the model; ask for less"}`

// retrieving are the tools whose results are passages of documents.
var retrieving = []string{"search_knowledge_base", "search_content", "get_faq"}

// Fit trims a prompt to a limit and names the parts that lost something. Messages and tools that change are copies.
func Fit(p *Prompt, l Limit) (cut []string) {
	room := l.Window - p.Answer
	if l.Window <= 0 || upper(p) <= room {
		return nil
	}
	f := &fitting{Prompt: p, count: l.Count, room: room}
	if f.over() <= 0 {
		return nil
	}
	p.Messages, p.Tools = slices.Clone(p.Messages), slices.Clone(p.Tools)
	for _, step := range []struct {
		part string
		trim func() bool
	}{
		{Retrieved, func() bool { return f.results(true) }},
		{Docs, f.docs},
		{Knowledge, func() bool { forgot := f.forget(); return f.results(false) || forgot }},
		{History, f.history},
		{Message, f.message},
	} {
		if f.over() <= 0 {
			break
		}
		if step.trim() {
			cut = append(cut, step.part)
		}
	}
	return cut
}

// upper is more than a prompt can have: no token is less than a byte.
func upper(p *Prompt) (n int) {
	for _, m := range p.Messages {
		n += len(m.Text) + overhead
		for _, c := range m.ToolCalls {
			n += len(c.Name) + len(c.Arguments) + overhead
		}
	}
	for _, t := range p.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Parameters) + overhead
	}
	return n
}

type fitting struct {
	*Prompt
	count tokens.Counter
	room  int
}

// over is how many tokens the prompt has beyond its room.
func (f *fitting) over() int {
	n := -f.room
	for _, m := range f.Messages {
		n += f.count(m.Text) + overhead
		for _, c := range m.ToolCalls {
			n += f.count(c.Name) + f.count(string(c.Arguments)) + overhead
		}
	}
	for _, t := range f.Tools {
		n += f.count(t.Name) + f.count(t.Description) + f.count(string(t.Parameters)) + overhead
	}
	return n
}

// results leaves out what tools brought, the oldest first; the calls keep an answer.
func (f *fitting) results(retrieved bool) (done bool) {
	names := f.callNames()
	for i, m := range f.Messages {
		if m.Role != llm.RoleTool || slices.Contains(retrieving, names[m.ToolCallID]) != retrieved || len(m.Text) <= len(leftOut) {
			continue
		}
		if f.over() <= 0 {
			return done
		}
		f.Messages[i].Text, done = leftOut, true
	}
	return done
}

func (f *fitting) callNames() map[string]string {
	out := map[string]string{}
	for _, m := range f.Messages {
		for _, c := range m.ToolCalls {
			out[c.ID] = c.Name
		}
	}
	return out
}

// docs cuts descriptions to their first sentence.
func (f *fitting) docs() (done bool) {
	for i, t := range f.Tools {
		if first, _, more := strings.Cut(t.Description, ". "); more {
			f.Tools[i].Description, done = first+".", true
		}
	}
	return done
}

// forget leaves out what is remembered.
func (f *fitting) forget() bool {
	n := f.Memory
	f.Messages, f.Memory = slices.Delete(f.Messages, f.System, f.System+n), 0
	return n > 0
}

// history leaves out the oldest of it; what was called in it goes with its results.
func (f *fitting) history() (done bool) {
	first := f.System + f.Memory
	for f.History > 0 && f.over() > 0 {
		n := 1
		for n < f.History && f.Messages[first+n].Role == llm.RoleTool {
			n++
		}
		f.Messages = slices.Delete(f.Messages, first, first+n)
		f.History, done = f.History-n, true
	}
	return done
}

// message cuts the customer's longest words at their end, and keeps what encloses them.
func (f *fitting) message() (done bool) {
	for f.over() > 0 {
		i := f.longest()
		if i < 0 {
			return done
		}
		f.Messages[i].Text, done = halved(f.Messages[i].Text), true
	}
	return done
}

// shortest is how much of a message always stays, in bytes.
const shortest = 400

func (f *fitting) longest() int {
	longest := -1
	for i := f.System + f.Memory + f.History; i < len(f.Messages); i++ {
		m := f.Messages[i]
		if m.Role == llm.RoleUser && len(m.Text) > shortest && (longest < 0 || len(m.Text) > len(f.Messages[longest].Text)) {
			longest = i
		}
	}
	return longest
}

// halved is a text without the second half of its middle: a fence stays closed.
func halved(text string) string {
	head, rest, fenced := strings.Cut(text, "\n")
	last := strings.LastIndexByte(rest, '\n')
	if !fenced || last < 0 || !strings.HasPrefix(head, "<") {
		return cutAt(text, len(text)/2)
	}
	return head + "\n" + cutAt(rest[:last], last/2) + rest[last:]
}

func cutAt(text string, n int) string {
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
