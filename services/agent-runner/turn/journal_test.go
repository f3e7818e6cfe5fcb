package turn

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/prompt"
)

func TestJournalGivesWhatAnEarlierAttemptWrote(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.store.steps = []Step{
		{Key: "question", Kind: "model", Through: 1, Answer: json.RawMessage(`{"Text":"Un momento"}`)},
		{Key: "booking", Kind: "tool", Through: 3, Wrote: true, Answer: json.RawMessage(`{"Tool":"create_appointment"}`)},
		{Key: "price", Kind: "tool", Through: 2, Answer: json.RawMessage(`{"Tool":"get_service_info"}`)},
	}
	j := newJournal(b.store, b.conv)
	if err := j.load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := j.answers["question"]; a == nil || a.Text != "Un momento" {
		t.Errorf("the model's answer is %+v", a)
	}
	if j.results["booking"].Tool != "create_appointment" || j.results["price"].Tool != "get_service_info" {
		t.Errorf("the results are %+v", j.results)
	}
	if j.through != 3 || !j.wrote {
		t.Errorf("read through %d, wrote %v; want 3 and true", j.through, j.wrote)
	}
}

func TestJournalThatCannotBeReadNamesTheStep(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"model", "tool"} {
		b := newBench()
		b.store.steps = []Step{{Key: "k", Kind: kind, Name: "get_service_info", Answer: json.RawMessage(`[`)}}
		err := newJournal(b.store, b.conv).load(t.Context())
		if err == nil || !strings.Contains(err.Error(), "get_service_info") {
			t.Errorf("a broken %s step gives %v", kind, err)
		}
	}
}

func TestJournalMarksEachStepWithTheNewestMessageRead(t *testing.T) {
	t.Parallel()
	b := newBench(text(4, "hola"), text(9, "¿hay hora?"))
	if err := newJournal(b.store, b.conv).write(t.Context(), Step{Key: "a"}, Step{Key: "b"}); err != nil {
		t.Fatal(err)
	}
	if len(b.store.steps) != 2 || b.store.steps[0].Key != "a" || b.store.steps[0].Through != 9 || b.store.steps[1].Through != 9 {
		t.Errorf("written: %+v", b.store.steps)
	}
}

func TestJournalWritesNothingWhereThereIsNothing(t *testing.T) {
	t.Parallel()
	b := newBench()
	if err := newJournal(b.store, b.conv).write(t.Context()); err != nil || b.store.reads != 0 {
		t.Errorf("%v, %d calls", err, b.store.reads)
	}
}

func TestJournalOfAnotherOwnerEndsTheTurn(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.store.fenced = true
	if err := newJournal(b.store, b.conv).write(t.Context(), Step{Key: "a"}); !errors.Is(err, ErrFenced) {
		t.Errorf("write = %v, want ErrFenced", err)
	}
}

func TestJournalIsWrittenOnceTheDatabaseIsBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(text(1, "hola"))
		b.store.down = 5
		if err := newJournal(b.store, b.conv).write(t.Context(), Step{Key: "a"}); err != nil || len(b.store.steps) != 1 {
			t.Errorf("write = %v, steps %+v", err, b.store.steps)
		}
	})
}

func TestQuestionIsAskedAgainAsItWasAskedFirst(t *testing.T) {
	t.Parallel()
	first, second := text(1, "hola"), text(2, "¿hay hora?")
	all := []Message{first, second}
	for _, tc := range []struct {
		name     string
		answered bool
		through  int64
		want     []string
	}{
		{"no earlier answer", false, 1, []string{"m1", "m2"}},
		{"an answer to the first message", true, 1, []string{"m1"}},
		{"an answer to both", true, 2, []string{"m1", "m2"}},
		{"an answer to messages that have ended", true, 0, []string{"m1", "m2"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			j := newJournal(nil, &Conversation{})
			j.through = tc.through
			if tc.answered {
				j.answers["question"] = &llm.Response{}
			}
			if got := ids(j.firstAsked(all)); !slices.Equal(got, tc.want) {
				t.Errorf("asked %v, want %v", got, tc.want)
			}
		})
	}
}

func ids(messages []Message) (out []string) {
	for _, m := range messages {
		out = append(out, m.ID)
	}
	return out
}

func TestModelCallIsNamedByAllThatItAsks(t *testing.T) {
	t.Parallel()
	base := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.RoleUser, Text: "hola"}}, Tools: []tool.Spec{{Name: "x"}}}
	key := func(turn string, change func(*llm.Request)) string {
		req := base
		change(&req)
		k, err := modelKey(turn, &req, prompt.NewMarks())
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	same := key("turn", func(*llm.Request) {})
	if again := key("turn", func(*llm.Request) {}); again != same {
		t.Error("the same question has two names")
	}
	for name, other := range map[string]string{
		"another turn":  key("other", func(*llm.Request) {}),
		"another model": key("turn", func(r *llm.Request) { r.Model = "n" }),
		"another text":  key("turn", func(r *llm.Request) { r.Messages = []llm.Message{{Role: llm.RoleUser, Text: "adiós"}} }),
		"another role":  key("turn", func(r *llm.Request) { r.Messages = []llm.Message{{Role: llm.RoleSystem, Text: "hola"}} }),
		"another tool":  key("turn", func(r *llm.Request) { r.Tools = nil }),
	} {
		if other == same {
			t.Errorf("%s has the same name", name)
		}
	}
}
