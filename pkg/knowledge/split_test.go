package knowledge_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/knowledge"
)

var update = flag.Bool("update", false, "rewrite golden files")

// render shows chunks as a golden file does.
func render(chunks []knowledge.Chunk) string {
	var b strings.Builder
	for i, c := range chunks {
		fmt.Fprintf(&b, "=== %d [%s] %d tokens\n%s\n", i, c.Heading, c.Tokens, c.Body)
		if c.Also != "" {
			fmt.Fprintf(&b, "--- also\n%s\n", c.Also)
		}
	}
	return b.String()
}

func TestMarkdownIsCutAlongItsStructure(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"guide", "odd"} {
		body, err := os.ReadFile("testdata/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		d := document("clinic", "Guía del paciente", string(body))
		d.Type = knowledge.Markdown
		chunks, err := knowledge.Chunks(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		golden := "testdata/" + name + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(render(chunks)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), render(chunks)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestFAQKeepsItsWordingsApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, also, answer string }{
		{"wordings", "¿Dan factura?\nCFDI\n\nSí.\n\nEl mismo mes.", "CFDI", "Sí.\n\nEl mismo mes."},
		{"windows lines", "¿Dan factura?\r\nCFDI\r\n\r\nSí.", "CFDI", "Sí."},
		{"answer alone", "Sí.\n\nEl mismo mes.", "", "Sí.\n\nEl mismo mes."},
		{"question alone", "¿Dan factura?", "", "¿Dan factura?"},
	} {
		d := document("clinic", "¿Dan factura?", c.body)
		d.Kind = knowledge.FAQ
		chunks, err := knowledge.Chunks(t.Context(), d)
		if err != nil || len(chunks) != 1 || chunks[0].Also != c.also || chunks[0].Body != c.answer {
			t.Errorf("%s: %+v, %v", c.name, chunks, err)
		}
	}
}

func TestUnreadableTextIsNamed(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]knowledge.Document{
		"UTF-8":     {Type: knowledge.Plain, Body: []byte("\xff")},
		"empty":     {Type: knowledge.Plain, Body: []byte("\ufeff \n")},
		"type":      {Type: "application/json", Body: []byte("{}")},
		"larger":    {Type: knowledge.Plain, Body: make([]byte, knowledge.MaxText+1)},
		"no text":   {Type: knowledge.Markdown, Body: []byte("# Solo un título\n\n---\n")},
		"UTF-8, ex": {},
	} {
		want, _, _ = strings.Cut(want, ", ex")
		if d.Body == nil {
			d = knowledge.Document{Type: knowledge.Plain, Body: []byte("a\x00b")}
		}
		if _, err := knowledge.Chunks(t.Context(), d); !errors.Is(err, knowledge.ErrUnreadable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// checkCover: chunks hold every word of the text in order; each starts within or right after the one before, and goes further.
func checkCover(t *testing.T, text string, chunks []knowledge.Chunk) {
	t.Helper()
	words := strings.Fields(text)
	next := 0
	for i, c := range chunks {
		own := strings.Fields(c.Body)
		if len(own) == 0 || !utf8.ValidString(c.Body) {
			t.Fatalf("chunk %d is empty or no text: %q", i, c.Body)
		}
		if c.Tokens > 400 {
			t.Fatalf("chunk %d has %d tokens", i, c.Tokens)
		}
		end := reach(words, own, next)
		if end <= next {
			t.Fatalf("chunk %d does not go on from word %d of %d: %q", i, next, len(words), c.Body)
		}
		next = end
	}
	if next != len(words) {
		t.Fatalf("the chunks end at word %d of %d", next, len(words))
	}
}

// reach finds own in words, ending as far as possible after next and starting at or before it.
func reach(words, own []string, next int) int {
	for from := max(0, next-len(own)+1); from <= next && from+len(own) <= len(words); from++ {
		if slices.Equal(words[from:from+len(own)], own) {
			return from + len(own)
		}
	}
	return -1
}

func TestChunksCoverTheText(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		text := prose(rand.New(rand.NewPCG(seed, 7)))
		chunks, err := knowledge.Chunks(t.Context(), document("clinic", "x", text))
		if err != nil {
			t.Fatal(err)
		}
		checkCover(t, text, chunks)
	}
}

// prose invents text of distinct words: paragraphs, lists, sentences without end.
func prose(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("inicio")
	for i := range 1 + r.IntN(1500) {
		b.WriteString([]string{" ", " ", " ", " ", ". ", "? ", "\n", "\n\n", "\n- ", ".\n\n"}[r.IntN(10)])
		if r.IntN(4) > 0 {
			b.WriteString(strings.Repeat("ñandú", r.IntN(3)))
		}
		fmt.Fprintf(&b, "w%d", i)
	}
	return b.String()
}

// Each text took the parser minutes at this size; a worker must not hang on it.
func TestHostileMarkdownIsReadInTime(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"> ", "[a](", "- ", "*a ", "![", "|a", "> > - [a](b) "} {
		d := document("clinic", "x", strings.Repeat(part, 200_000/len(part)))
		d.Type = knowledge.Markdown
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		done := make(chan error, 1)
		go func() {
			_, err := knowledge.Chunks(t.Context(), d)
			done <- err
		}()
		select {
		case err := <-done:
			if err != nil && !errors.Is(err, knowledge.ErrUnreadable) {
				t.Errorf("%q: %v", part, err)
			}
		case <-ctx.Done():
			t.Errorf("%q takes longer than 30 s", part)
		}
		cancel()
	}
}

func FuzzChunksCoverPlainText(f *testing.F) {
	for _, seed := range []string{"Hola. ¿Qué tal?\n\n- uno\n- dos", strings.Repeat("a", 5000), strings.Repeat("a. ", 900), "\u2028x\u00a0y…z", "1\r\n\r\n2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		chunks, err := knowledge.Chunks(t.Context(), document("clinic", "x", text))
		if errors.Is(err, knowledge.ErrUnreadable) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, c := range chunks {
			got += len(strings.Join(strings.Fields(c.Body), ""))
		}
		if want := len(strings.Join(strings.Fields(strings.TrimPrefix(text, "\ufeff")), "")); got < want {
			t.Fatalf("the chunks hold %d bytes of %d", got, want)
		}
	})
}

func FuzzMarkdownIsReadable(f *testing.F) {
	for _, seed := range []string{"# a\n\n|b|c|\n|-|-|\n|d|e|", "> > - 1. [x](y) <b>`z`</b>", strings.Repeat(">", 3000), strings.Repeat("- ", 500) + "x", "![a](b)<http://c>\n***\n    code"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := document("clinic", "x", text)
		d.Type = knowledge.Markdown
		chunks, err := knowledge.Chunks(t.Context(), d)
		if err != nil && !errors.Is(err, knowledge.ErrUnreadable) {
			t.Fatal(err)
		}
		for _, c := range chunks {
			if c.Body == "" || c.Tokens > 400 || utf8.RuneCountInString(c.Heading) > 300 {
				t.Fatalf("%d tokens under %q: %q", c.Tokens, c.Heading, c.Body)
			}
		}
	})
}
