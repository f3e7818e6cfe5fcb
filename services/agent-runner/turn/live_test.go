package turn

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/channel"
)

func TestDraftIsShownInMaskedSentencesAndWithdrawnOnce(t *testing.T) {
	t.Parallel()
	var frames []channel.Frame
	l := &live{conversation: "c", turn: "t", send: func(_ string, data []byte) error {
		var f channel.Frame
		if err := json.Unmarshal(data, &f); err != nil {
			t.Fatal(err)
		}
		frames = append(frames, f)
		return nil
	}}
	for _, piece := range strings.SplitAfter("Hola, Ana. Escríbele a ana.perez@example.com hoy mismo. Cuesta $1.50 en total", " ") {
		l.show(piece)
	}
	l.withdraw()
	l.withdraw()
	if len(frames) != 3 || frames[0].Text != "Hola, Ana." || frames[2].Type != channel.FrameWithdrawn {
		t.Fatalf("frames: %+v", frames)
	}
	if strings.Contains(frames[1].Text, "ana.perez") {
		t.Errorf("an address was shown: %q", frames[1].Text)
	}
}
