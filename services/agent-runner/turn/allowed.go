package turn

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/prompt"
	"github.com/recado/recado/services/agent-runner/specialist"
	"github.com/recado/recado/services/agent-runner/transfer"
)

// mayCall reports whether this turn may call a tool: the type of the assistant allows it, and one of the specialists that answer has
// it. Rules answer for all specialists at once; of a remote model nobody knows who put the call into its mouth.
func (r *run) mayCall(t tool.Spec) bool {
	s := r.scene
	switch {
	case !s.permits(t):
		return false
	case !r.remote(), t.Inner:
		return true
	case s.carried.Asked != nil && s.carried.Asked.Tool == t.Name: // the yes to it is routed to nobody
		return true
	}
	return slices.ContainsFunc(s.specialists(), func(name string) bool { return t.For(specialist.ByName(name).Name) })
}

// permits reports whether anybody may use a tool under the assistant's type.
func (s *scene) permits(t tool.Spec) bool {
	return len(t.Specialists) > 0 && (s.assistant == nil || tool.MayUse(s.assistant.Type, t))
}

// sureWish is the confidence from which on an intent is one of the things that a message wants.
const sureWish = 0.2

// beginTransfer tells who may be handed the turn, and for what.
func (r *run) beginTransfer(asked []Message) {
	s := r.scene
	if s.transfer.Began() {
		return
	}
	of := transfer.Scene{Routed: s.specialists(), First: s.specialist()}
	if s.settings != nil {
		of.Vertical = string(s.settings.Vertical)
	}
	for _, t := range r.catalogued() {
		if t, on := s.fit(t); on && s.permits(t) && !t.Inner {
			of.Tools = append(of.Tools, t)
		}
	}
	for _, m := range asked {
		for _, intent := range m.Routed.GetIntents() {
			if intent.GetConfidence() >= sureWish {
				of.Wishes = append(of.Wishes, intent.GetName())
			}
		}
	}
	s.transfer.Begin(of)
}

// moved notes that the turn was handed over.
func (r *run) moved(m transfer.Move) {
	r.span.AddEvent("turn handed over", trace.WithAttributes(attribute.String("recado.from", m.From), attribute.String("recado.to", m.To),
		attribute.String("recado.reason", m.Reason), attribute.String("recado.by", m.By)))
}

// notSaid is the first parameter whose value the customer should have written in this turn and has not; empty where all is well.
// What a model thinks of by itself is no reason to speak of it.
func (s *scene) notSaid(t tool.Spec, args json.RawMessage) string {
	var given map[string]any
	if len(t.Said) == 0 || json.Unmarshal(args, &given) != nil {
		return ""
	}
	heard := map[string]bool{}
	for _, m := range s.conv.Messages {
		for _, w := range wordsIn(prompt.Words(m.Routed)) {
			heard[w] = true
		}
	}
	for _, name := range t.Said {
		value, _ := given[name].(string)
		words := wordsIn(value)
		if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return !heard[w] }) {
			return name
		}
	}
	return ""
}

// wordsIn are the words of a text, without accents and capitals.
func wordsIn(text string) []string {
	return strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// offered are the tools of the catalogue that this turn may call, in its order.
func (r *run) offered() (out []tool.Spec) {
	for _, t := range r.catalogued() {
		if t, on := r.scene.fit(t); on && r.mayCall(t) && (!r.remote() || !t.Inner) {
			out = append(out, t)
		}
	}
	return out
}

// catalogued are all tools that there are for the tenant.
func (r *run) catalogued() []tool.Spec {
	return slices.Concat(r.engine.deps.Catalog.All(), r.engine.deps.Catalog.Of(r.scene.conv.Tenant))
}

// fit is a tool as the tenant has it, if it has it.
func (s *scene) fit(t tool.Spec) (tool.Spec, bool) {
	if s.settings == nil {
		return t, !t.Optional
	}
	return tool.Fit(t, &s.settings.Tools)
}

// specialists are those that the messages were routed to, and the one that is being answered by messages that say nothing by
// themselves: "mañana a las 5".
func (s *scene) specialists() (names []string) {
	for _, m := range s.conv.Messages {
		names = append(names, m.Routed.GetSpecialist())
	}
	if before := s.carried.Specialist; before != "" && s.now.Sub(s.carried.SpokeAt) < staleAfter {
		names = append(names, before)
	}
	return append(names, s.transfer.Joined()...)
}

// spoken is the specialist that the next turn goes on with: this one's, or that of the turn before where this one has none of its own.
func (s *scene) spoken() (name string, at time.Time) {
	if name = s.specialist(); name != specialist.General {
		return name, s.now
	}
	if s.now.Sub(s.carried.SpokeAt) < staleAfter {
		return s.carried.Specialist, s.carried.SpokeAt
	}
	return "", time.Time{}
}
