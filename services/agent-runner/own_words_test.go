package agentrunner_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
)

const ownPhone = "55 8123 4567"

func TestTheBusinessesOwnNumberStaysInALaterAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tools.say(`{"phone":"` + ownPhone + `"}`)
	w.model.answer = func(n int, _ *llm.Request) (*llm.Response, error) {
		if n == 1 {
			return wants("get_service_info", `{}`), nil
		}
		return words("Llámanos al " + ownPhone), nil
	}
	w.start(t)
	ana := &person{tenant: "clinic", name: "ana"}
	w.say(t, ana, "¿su teléfono?")
	w.replies(t, 1)
	w.say(t, ana, "¿me lo repites?")
	for i, reply := range w.replies(t, 2) {
		if !strings.Contains(reply.GetContent().GetText(), ownPhone) {
			t.Errorf("reply %d: %q", i+1, reply.GetContent().GetText())
		}
	}
}
