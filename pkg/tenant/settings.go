package tenant

import (
	"time"
)

// Vertical is a tenant's line of business.
type Vertical string

// The verticals; a new one is data.
const (
	Dental     Vertical = "dental"
	Restaurant Vertical = "restaurant"
	Medical    Vertical = "medical"
	General    Vertical = "general"
)

// Settings is what every service may know of a tenant without a database: the value in the key-value bucket, a copy of core.tenants.
// It holds names and aliases, no texts, and at most 64 KiB.
type Settings struct {
	ID       ID       `json:"id"`
	Version  int64    `json:"version"` // grows with each change, in row and value
	Name     string   `json:"name"`
	Vertical Vertical `json:"vertical"`
	Country  string   `json:"country"`  // ISO 3166-1 alpha-2
	Zone     string   `json:"zone"`     // IANA
	Currency string   `json:"currency"` // ISO 4217
	Language string   `json:"language"` // es, en or pt: where a message does not tell

	Accounts   []Account   `json:"accounts"`
	Assistants []Assistant `json:"assistants"`
	Services   []Name      `json:"services,omitempty"`
	Dishes     []Name      `json:"dishes,omitempty"`
	Staff      []Name      `json:"staff,omitempty"`
	Branches   []Name      `json:"branches,omitempty"`
	Routing    Routing     `json:"routing"`
	Guard      Guard       `json:"guard,omitzero"`

	Hours       []Hours      `json:"hours,omitempty"` // of each branch
	SpecialDays []SpecialDay `json:"special_days,omitempty"`
	Handoff     Handoff      `json:"handoff,omitzero"`
	Tools       Tools        `json:"tools,omitzero"`
	Reminders   Reminders    `json:"reminders,omitzero"`
	Templates   []Template   `json:"templates,omitempty"`
	Budget      Budget       `json:"budget,omitzero"`
	Memory      Memory       `json:"memory,omitzero"`
	// Grounding is flag or off where a reply that nothing supports is only marked, or not looked at; empty enforces.
	Grounding string `json:"grounding,omitempty"`
	// AnswerCache lets what a model said of the business alone answer whoever asks the same.
	AnswerCache bool `json:"answer_cache,omitempty"`

	// Synonyms are lists of words by each of which the others are found in the tenant's documents.
	Synonyms [][]string `json:"synonyms,omitempty"`

	Identity Identity `json:"identity,omitzero"`
	// Disabled is true while nobody is answered for the tenant, but in danger: what customers write is kept and ends in silence. It is no
	// part of the tenant's file.
	Disabled bool `json:"disabled,omitempty"`
}

// Reminders says between which times of the day nobody is written to unasked, as HH:MM; the same twice: at any time.
type Reminders struct {
	QuietFrom string `json:"quiet_from"`
	QuietTo   string `json:"quiet_to"`
}

// Budget bounds what models may cost in a month of the tenant's zone.
type Budget struct {
	MonthMicros *int64 `json:"month_micros,omitempty"` // millionths of a dollar; nil where nothing bounds it
}

// Template is a message that WhatsApp approved for an occasion.
type Template struct {
	Trigger    string   `json:"trigger"`
	Language   string   `json:"language"` // es, en or pt
	Name       string   `json:"name"`
	Code       string   `json:"code"` // of the language, as WhatsApp writes it
	Parameters []string `json:"parameters,omitempty"`
}

// Template returns the message for an occasion in a language; false where there is none.
func (s *Settings) Template(trigger, language string) (*Template, bool) {
	for i := range s.Templates {
		if t := &s.Templates[i]; t.Trigger == trigger && t.Language == language {
			return t, true
		}
	}
	return nil, false
}

// Identity is what the ids of a tenant's contacts, conversations and messages are made with. It is made when the tenant is first
// applied and kept by every later one; pkg/identity opens it.
type Identity struct {
	// Key is sealed under the installation's key. A tenant from before there were keys has none until it is re-keyed.
	Key []byte `json:"key,omitempty"`
	// Next is the key that a tenant gets while it is being re-keyed.
	Next []byte `json:"next,omitempty"`
	// Held: the tenant is being re-keyed, and its messages wait at the door.
	Held bool `json:"held,omitempty"`
}

// Account is the tenant's identity on a channel, with its secrets sealed under the key of the installation.
type Account struct {
	Channel string `json:"channel"` // whatsapp, webchat, or a gateway's name
	ID      string `json:"id"`      // phone number id, page id, web chat site
	APIURL  string `json:"api_url,omitempty"`
	// Sealed secrets by name: app_secret, app_secret_previous, verify_token, access_token; SecretBound is their associated data.
	Secrets map[string][]byte `json:"secrets,omitempty"`
	// QuietWindow waits for a burst to end; nil is the channel's default. Zero answers at once.
	QuietWindow *time.Duration `json:"quiet_window,omitempty"`
	// Gateway is true where no adapter of ours serves the channel.
	Gateway bool `json:"gateway,omitempty"`
	// Origins of the pages that may use a web chat account, such as https://shop.example, * for every page; empty allows only
	// pages of the door's own address.
	Origins []string `json:"origins,omitempty"`
	// SessionEpoch stands in every session's token of a web chat account: another one ends them all.
	SessionEpoch int `json:"session_epoch,omitempty"`
}

// SecretBound is the associated data of one of the account's secrets.
func (a *Account) SecretBound(id ID, name string) []byte {
	return []byte(string(id) + "/" + a.Channel + "/" + a.ID + "/" + name)
}

// Assistant is a configured persona; one is active per tenant and channel.
type Assistant struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Channel string   `json:"channel"` // "*" answers every channel that has no assistant of its own
	Style   string   `json:"style"`   // professional, warm_professional, casual, very_formal
	Type    string   `json:"type"`    // full, appointments_only, personal_brand, information_only, sales, support
	Tier    string   `json:"tier"`    // fast, balanced, premium; rules where no model is wanted
	Model   string   `json:"model,omitempty"`
	Active  bool     `json:"active"`
	Corpora []string `json:"corpora,omitempty"`
	// AllowsPersonal: a contact's own documents too.
	AllowsPersonal bool `json:"allows_personal_corpus,omitempty"`
	// Prefetch: the documents are searched before a model is asked.
	Prefetch bool `json:"prefetch,omitempty"`
	// Unanswered is what it does where nothing supports an answer: handoff, general for general knowledge with its limit stated; empty
	// or offer says so and offers a person.
	Unanswered string `json:"unanswered,omitempty"`
}

// Name is one of the tenant's own names, with what else people call it.
type Name struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Aliases []string `json:"aliases,omitempty"`
	// Tag is a dish's or service's category, a person's specialty, a branch's city.
	Tag string `json:"tag,omitempty"`
}

// Routing is how the router chooses a specialist.
type Routing struct {
	// Threshold: an intent below it goes to the specialist general. 0 is the default of the router.
	Threshold float64 `json:"threshold,omitempty"`
	// Specialists overrides the table by intent.
	Specialists map[string]string `json:"specialists,omitempty"`
	// Phrases are the tenant's own, beside the rules of all.
	Phrases []Phrase `json:"phrases,omitempty"`
}

// Phrase speaks for an intent where it stands in a message; it is written as in the rules (docs/language.md).
type Phrase struct {
	Say    string `json:"say"`
	Intent string `json:"intent"`
}

// Account returns the tenant's account on a channel.
func (s *Settings) Account(channel, id string) (*Account, bool) {
	for i := range s.Accounts {
		if s.Accounts[i].Channel == channel && s.Accounts[i].ID == id {
			return &s.Accounts[i], true
		}
	}
	return nil, false
}

// Assistant returns the active assistant for a channel: its own, else the one for every channel.
func (s *Settings) Assistant(channel string) (*Assistant, bool) {
	var every *Assistant
	for i := range s.Assistants {
		a := &s.Assistants[i]
		switch {
		case !a.Active:
		case a.Channel == channel:
			return a, true
		case a.Channel == "*":
			every = a
		}
	}
	return every, every != nil
}
