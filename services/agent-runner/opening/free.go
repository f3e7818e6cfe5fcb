package opening

import (
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Free are the first times that are free of what is wished, or the calls that are needed first; none where nothing fits, or where the
// calendar cannot say.
func Free(results map[string]tool.Result, q Query) (few []Opening, calls []llm.ToolCall) {
	got, calls, refused := Look(results, q)
	if calls != nil || refused != nil || got.Code != "" {
		return nil, calls
	}
	return Earliest(q.Wish.Fitting(got.Openings)), nil
}

// TakenBeside is the one of the times that are free which was taken; a bare yes is to what was asked beside them.
func TakenBeside(few []Opening, said *heard.Said) *Opening {
	bare := said.Tapped == "" && !said.Last && !said.Any && !said.SaidWhen()
	if bare && said.Slots.GetChoice() == 0 && !said.Says("earliest") {
		return nil
	}
	return Choose(few, said, said.SaidWhen())
}

// Few are the openings that are offered of all: the first ones where it is urgent, else some spread over the list.
func Few(all []Opening, urgent bool) []Opening {
	if urgent {
		return Earliest(all)
	}
	return Spread(all)
}

// Short says an opening on a button: "mar 24, 17:00".
func (o Opening) Short(w phrase.Words) string {
	day, err := time.Parse(time.DateOnly, o.Date)
	if err != nil {
		return o.Time
	}
	name := []rune(w.Say("day_" + strings.ToLower(day.Weekday().String())))
	return string(name[:min(len(name), 3)]) + " " + strconv.Itoa(day.Day()) + ", " + o.Time
}
