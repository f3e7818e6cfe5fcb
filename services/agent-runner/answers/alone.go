package answers

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// maxWords bounds what is a question, and no story.
const maxWords = 40

// shared are the slots whose values are the business's own; any other one says something of who asks, or when.
var shared = map[protoreflect.Name]bool{"services": true, "dishes": true, "staff": true, "branches": true, "policy_type": true}

// named are the fields of a mention of the business's own; the others say what somebody wants of it.
var named = map[protoreflect.Name]bool{"id": true, "name": true}

// Alone reports whether a message is a question that says nothing of who asks it and of no time, and has the same answer for everybody.
func Alone(m *recadov1.MessageRouted) bool {
	text := m.GetContent().GetText().GetBody()
	switch {
	case text == "", len(m.GetPii()) > 0, len(vault.Tokens(text)) > 0, m.GetReplyTo() != "":
		return false
	case m.GetVerdict() != recadov1.Verdict_VERDICT_ALLOW, m.GetUrgency() > 1, m.GetContinued():
		return false
	}
	said := Normal(text)
	if n := strings.Count(said, " ") + 1; said == "" || n > maxWords || holds(said, "now", "time", "self") {
		return false
	}
	return only(m.GetSlots().ProtoReflect(), shared)
}

// only reports whether a message has no other fields than these; those of what is in them are a mention's.
func only(m protoreflect.Message, allowed map[protoreflect.Name]bool) bool {
	ok := true
	m.Range(func(field protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		ok = allowed[field.Name()]
		if ok && field.IsList() {
			for i := range v.List().Len() {
				ok = ok && only(v.List().Get(i).Message(), named)
			}
		}
		return ok
	})
	return ok
}

// ForAll reports whether a reply says nothing that holds for the hour in which it was written, or is a customer's.
func ForAll(reply string) bool {
	return len(vault.Tokens(reply)) == 0 && !holds(Normal(reply), "now", "greet")
}

// Normal is a text as questions are compared: folded words, without marks around them.
func Normal(text string) string {
	words := strings.FieldsFunc(language.FoldString(strings.ReplaceAll(text, "’", "'")), between)
	for i, w := range words {
		words[i] = strings.Trim(w, "'.,:-")
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// between reports whether a letter stands between words. What may be within one stays: 10:30, 1.500, i'm, 2x1, 50%.
func between(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSymbol(r) && !strings.ContainsRune("'.,:-%/", r)
}

//go:embed words.txt
var wordList string

// groups are the phrases of each group of words.txt.
var groups = readGroups(wordList)

func readGroups(list string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(list) {
		group, phrase, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && group != "#" {
			out[group] = append(out[group], " "+phrase+" ")
		}
	}
	return out
}

// holds reports whether normal words hold a phrase of these groups.
func holds(said string, of ...string) bool {
	said = " " + said + " "
	return slices.ContainsFunc(of, func(group string) bool {
		return slices.ContainsFunc(groups[group], func(phrase string) bool { return strings.Contains(said, phrase) })
	})
}
