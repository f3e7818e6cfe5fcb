package tenantfile

import (
	"regexp"
	"slices"
	"strings"
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
			c.add(field, "expected an intent: %s", strings.Join(intents, ", "))
		}
		if !specialist.MatchString(c.tenant.Routing.Specialists[intent]) {
			c.add(field, "expected the name of a specialist, such as booking")
		}
	}
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
		if corpus := orText(k.Corpus, defaultCorpus); !slices.Contains(read, corpus) {
			c.add(item("knowledge", i, "corpus"), "expected a corpus of an active assistant, none reads %s", corpus)
		}
	}
}
