package tenantfile

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
)

// intents are the names on the wire.
var intents = []string{
	"greeting", "farewell_thanks", "booking", "reschedule", "cancel_booking", "pricing", "services", "location", "hours", "faq_policy",
	"menu", "order", "order_status", "urgent_care", "staff", "loyalty", "human", "invoice", "feedback", "other",
}

var specialist = regexp.MustCompile(`^[a-z_]{1,40}$`)

func (c *checker) routing() {
	for _, intent := range sortedKeys(c.tenant.Routing.Specialists) {
		field := "routing.specialists." + intent
		if !slices.Contains(intents, intent) {
			c.Add(field, "expected an intent: %s", strings.Join(intents, ", "))
		}
		if !specialist.MatchString(c.tenant.Routing.Specialists[intent]) {
			c.Add(field, "expected the name of a specialist, such as booking")
		}
	}
	for i := range c.tenant.Routing.Phrases {
		c.ownPhrase(i)
	}
	c.distinct("routing.phrases", "say", len(c.tenant.Routing.Phrases), func(i int) string { return c.tenant.Routing.Phrases[i].Say })
}

// minPhraseLetters is how many letters or digits a phrase has at least: one of fewer is found everywhere.
const minPhraseLetters = 3

// ownPhrase checks one of the tenant's own phrases; the messages that are its tests are read by whoever has the rules.
func (c *checker) ownPhrase(i int) {
	p := &c.tenant.Routing.Phrases[i]
	if field := item("routing.phrases", i, "say"); p.Say != "" && !c.Has(field) {
		for one := range strings.FieldsFuncSeq(p.Say, func(r rune) bool { return r == '/' || r == '\n' }) {
			c.ownPattern(field, one)
		}
		if strings.Trim(p.Say, "/\n\t ") == "" {
			c.Add(field, "expected a phrase, such as tienen|hay .. combo feliz")
		}
	}
	examples := item("routing.phrases", i, "examples")
	if len(p.Examples) == 0 && !c.Has(examples) {
		c.Add(examples, "expected at least one message that the phrase is for")
	}
	for _, list := range []struct {
		field    string
		messages []string
	}{{examples, p.Examples}, {item("routing.phrases", i, "not_examples"), p.NotExamples}} {
		for k, message := range list.messages {
			if message == "" {
				c.Add(item(list.field, k, ""), "expected a message, got an empty text")
			}
		}
	}
}

// ownPattern checks one of the patterns of a phrase, which a line or "/" parts.
func (c *checker) ownPattern(field, one string) {
	if strings.TrimSpace(one) == "" {
		return
	}
	if _, err := language.NewSmallPhrases([]string{one}); err != nil {
		if inner := errors.Unwrap(err); inner != nil {
			err = inner
		}
		c.Add(field, "%v, in %q", err, short(strings.TrimSpace(one)))
		return
	}
	letters := 0
	for word := range strings.FieldsSeq(one) {
		letters += leastLetters(word)
	}
	if letters < minPhraseLetters {
		c.Add(field, "expected at least %d letters or digits, got %d in %q", minPhraseLetters, letters, short(strings.TrimSpace(one)))
	}
}

// leastLetters counts the letters and digits of the shortest of a word's alternatives.
func leastLetters(word string) int {
	least := len(word)
	for alternative := range strings.SplitSeq(word, "|") {
		n := 0
		for _, c := range alternative {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				n++
			}
		}
		least = min(least, n)
	}
	return least
}

// routing is what the router may know: the messages that are the phrases' tests stay in the file.
func (t *Tenant) routing() tenant.Routing {
	r := tenant.Routing{Threshold: t.Routing.Threshold, Specialists: t.Routing.Specialists}
	for _, p := range t.Routing.Phrases {
		r.Phrases = append(r.Phrases, tenant.Phrase{Say: p.Say, Intent: p.Intent})
	}
	return r
}

// corpora: a document in a corpus that no assistant reads would never be found.
func (c *checker) corpora() {
	var read []string
	for _, a := range c.tenant.Assistants {
		if !or(a.Active, true) {
			continue
		}
		if len(a.Corpora) == 0 {
			read = append(read, defaultCorpus)
		}
		read = append(read, a.Corpora...)
	}
	for i, k := range c.tenant.Knowledge {
		if corpus := cmp.Or(k.Corpus, defaultCorpus); !slices.Contains(read, corpus) {
			c.Add(item("knowledge", i, "corpus"), "expected a corpus of an active assistant, none reads %s", corpus)
		}
	}
}
