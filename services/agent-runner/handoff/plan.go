package handoff

import (
	"time"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// lookAgain bounds how long changed settings wait for a conversation that a person has.
	lookAgain = 10 * time.Minute
	// noteReturned and noteUnanswered are keys of what the assistant says first when it speaks again.
	noteReturned   = "returned"
	noteUnanswered = "unanswered"
)

// reminders are when the business is reminded that nobody has come yet, each once.
var reminders = []struct {
	after  time.Duration
	notice recadov1.HandoffNotice
}{
	{2 * time.Minute, recadov1.HandoffNotice_HANDOFF_NOTICE_REMINDER},
	{10 * time.Minute, recadov1.HandoffNotice_HANDOFF_NOTICE_LAST_REMINDER},
}

// step is what is to be done about a conversation now, and when to look again.
type step struct {
	back, note string // the reason why the assistant has it again, and what it says then
	remind     int    // how many reminders there are to have been by now
	at         time.Time
}

// plan decides from the times alone. A reminder that comes too late for the next one is left out.
func plan(r *row, s *tenant.Settings) step {
	end, why := ends(r, s)
	switch {
	case why == "unanswered" && !r.Now.Before(end):
		return step{back: why, note: noteUnanswered}
	case why != "" && !r.Now.Before(end):
		return step{back: why, note: noteReturned}
	}
	out := step{remind: r.Reminders, at: r.Now.Add(lookAgain)}
	if why != "" && end.Before(out.at) {
		out.at = end
	}
	for i := range reminders {
		if r.Mode == "waiting" {
			out.reminder(r, i)
		}
	}
	return out
}

// reminder counts the i-th where its time has come, else it looks again then.
func (out *step) reminder(r *row, i int) {
	at := r.At.Add(reminders[i].after)
	switch {
	case !r.Now.Before(at):
		out.remind = max(out.remind, i+1)
	case at.Before(out.at):
		out.at = at
	}
}

// ends is when the assistant has the conversation again, and why; without a reason only a person ends it. While nobody reads, nobody
// is late: who waits is counted from the next opening on.
func ends(r *row, s *tenant.Settings) (time.Time, string) {
	after, returns := s.Handoff.Returns()
	if r.Mode == "waiting" {
		from := r.At
		if open, known := s.Reads(from); known && !open {
			if opens, found := s.OpensAfter(from); found {
				from = opens
			}
		}
		if !returns {
			after = tenant.DefaultReturnAfter
		}
		return from.Add(after), "unanswered"
	}
	from := r.At
	if r.Heard != nil && r.Heard.After(from) {
		from = *r.Heard
	}
	end, why := from.Add(after), "time"
	if !returns {
		why = ""
	}
	if s.Handoff.ReturnAtOpening {
		if opens, found := s.OpensAfter(from); found && (why == "" || opens.Before(end)) {
			end, why = opens, "opening"
		}
	}
	return end, why
}
