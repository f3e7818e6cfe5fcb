package opening

import (
	"encoding/json"
	"slices"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Query is what the calendar is asked: the time that is wanted, and what there must be room for.
type Query struct {
	Wish                   Wish
	At                     string // the hour to ask for; empty asks for the whole day or its part
	Round                  string // keeps apart what one turn asks twice
	Service, Branch, Staff string // ids; empty is any
	Party                  int    // people at a table; 0 is no table
}

// partyLimit is the largest party that the calendar is asked for; no table seats more.
const partyLimit = 500

// Found is what the calendar said: openings, or the reason why there are none at that time and the nearest ones.
type Found struct {
	Openings []Opening
	Why      string // a sentence for the customer
	Code     string
}

// reasons are the codes with which the calendar says why there is nothing at the wished time.
var reasons = []string{"past", "no_such_date", "closed", "full", "beyond_horizon"}

// Look reads what get_available_slots said among the results of a turn, or returns the calls that are needed first; refused is set
// where the calendar cannot say what is free. A range with a bound is asked day by day, since days of a range are thinned.
func Look(results map[string]tool.Result, q Query) (got Found, calls []llm.ToolCall, refused *tool.Error) {
	days := q.Wish.Days()
	for _, day := range days {
		args := q.arguments(day)
		key, _ := json.Marshal(args)
		c := llm.CallFor("get_available_slots", q.Round+string(key), args)
		r, done := results[c.ID]
		if !done {
			calls = append(calls, c)
			continue
		}
		one, refused := read(r)
		if refused != nil {
			return got, nil, refused
		}
		if one.Code != "" && got.Code == "" {
			got.Code, got.Why = one.Code, one.Why
		}
		got.Openings = append(got.Openings, one.Openings...)
	}
	if len(days) > 1 && len(q.Wish.Fitting(got.Openings)) > 0 {
		got.Code, got.Why = "", "" // some of the days are full or closed, not all
	}
	return got, calls, nil
}

func read(r tool.Result) (got Found, refused *tool.Error) {
	if r.Err != nil && slices.Contains(reasons, r.Err.Code) {
		return Found{tool.ReadAllowed[Opening](r.Err.Allowed), phrase.Sentence(r.Err.Message), r.Err.Code}, nil
	}
	list, ok := tool.Read[[]Opening](r)
	switch {
	case r.Err != nil:
		return got, r.Err
	case !ok || list == nil:
		return got, &tool.Error{Code: "unreadable"}
	}
	got.Openings = slices.DeleteFunc(list, func(o Opening) bool { return !o.Free() || o.SlotID == "" })
	return got, nil
}

// arguments are those of one call. A bound is applied here, to the openings of a whole day.
func (q Query) arguments(day [2]string) map[string]any {
	args := map[string]any{}
	for name, value := range map[string]string{
		"date": day[0], "date_end": day[1], "service_id": q.Service, "branch_id": q.Branch, "staff_id": q.Staff,
	} {
		if value != "" {
			args[name] = value
		}
	}
	switch {
	case q.At != "" && !q.Wish.Bounded():
		args["time"] = q.At
	case q.At == "" && q.Wish.Part != "":
		args["part_of_day"] = q.Wish.Part
	}
	if q.Party > 0 {
		args["party_size"] = min(q.Party, partyLimit)
	}
	return args
}
