package done

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
)

// Effect is what a tool has done, as a set.
type Effect uint16

const (
	booked Effect = 1 << iota
	moved
	cancelled
	ordered
	onway
	delivered
	ready
	sent
	registered
	paid
	notified
	redeemed

	anything Effect = 1<<iota - 1
)

var effectNames = map[string]Effect{
	"booked": booked, "moved": moved, "cancelled": cancelled, "ordered": ordered, "onway": onway, "delivered": delivered, "ready": ready,
	"sent": sent, "registered": registered, "paid": paid, "notified": notified, "redeemed": redeemed,
}

// statuses are what the state of something says of it, by the beginnings of its words.
var statuses = []struct {
	begins string
	of     Effect
}{
	{"confirm", booked | ordered | registered | paid},
	{"schedul", booked},
	{"book", booked},
	{"agend", booked},
	{"reserv", booked},
	{"marcad", booked},
	{"programad", booked},
	{"cancel", cancelled},
	{"reschedul", moved | booked},
	{"reagend", moved | booked},
	{"remarcad", moved | booked},
	{"moved", moved | booked},
	{"received", ordered | paid | registered},
	{"recibid", ordered | paid | registered},
	{"recebid", ordered | paid | registered},
	{"prepar", ordered},
	{"placed", ordered},
	{"accepted", ordered | booked},
	{"ready", ordered | ready},
	{"list", ordered | ready},
	{"pront", ordered | ready},
	{"on_the_way", ordered | onway},
	{"on the way", ordered | onway},
	{"out_for", ordered | onway},
	{"out for", ordered | onway},
	{"ship", ordered | onway | sent},
	{"en camino", ordered | onway},
	{"en_camino", ordered | onway},
	{"dispatched", ordered | onway},
	{"a caminho", ordered | onway},
	{"saiu", ordered | onway},
	{"delivered", ordered | onway | delivered},
	{"entreg", ordered | onway | delivered},
	{"completed", booked | ordered | paid},
	{"paid", paid},
	{"pagad", paid},
	{"refund", paid},
	{"reembols", paid},
	{"sent", sent},
	{"enviad", sent},
	{"active", registered},
	{"activ", registered},
	{"updated", registered},
	{"registered", registered},
	{"redeemed", redeemed},
	{"applied", redeemed},
	{"notified", notified},
	{"escalated", notified},
}

// actions are what a tool of a name does, by a piece of the name.
var actions = []struct {
	holds string
	of    Effect
}{
	{"cancel_order", cancelled},
	{"reschedul", moved | booked},
	{"move", moved | booked},
	{"cancel", cancelled},
	{"waiting_list", registered},
	{"confirm_appointment", booked},
	{"order", ordered},
	{"appointment", booked},
	{"book", booked},
	{"reserv", booked},
	{"email", sent},
	{"send", sent},
	{"update", registered},
	{"create_record", registered},
	{"lead", registered},
	{"escalate", notified},
	{"callback", notified | registered},
	{"redeem", redeemed},
	{"award", redeemed},
	{"refund", paid},
	{"pay", paid},
	{"notif", notified},
}

// Of is what a tool's result says was done, as JSON that has been decoded.
func Of(v any) (out Effect) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			out |= Of(one)
		}
	case map[string]any:
		if refused(v) {
			return 0
		}
		for k, part := range v {
			if _, text := part.(string); !text {
				out |= Of(part)
			} else if k == "status" || k == "state" || k == "estado" || strings.HasSuffix(k, "_status") {
				out |= ofStatus(part.(string))
			}
		}
		out |= ofSuccess(v)
	}
	return out
}

var successes = wordsOf("success ok done created booked confirmed sent cancelled canceled updated delivered notified")

var failures = []string{"error", "errors", "error_code"}

// refused reports whether an object says that nothing was done.
func refused(o map[string]any) bool {
	for _, k := range [...]string{"success", "ok"} {
		if v, is := o[k].(bool); is && !v {
			return true
		}
	}
	return slices.ContainsFunc(failures, func(k string) bool { return o[k] != nil && o[k] != "" })
}

func ofStatus(s string) (out Effect) {
	s = strings.ToLower(language.FoldString(s))
	for _, row := range statuses {
		if strings.HasPrefix(s, row.begins) {
			out |= row.of
		}
	}
	return out
}

// ofSuccess is what an object that reports success has done: what its words and ids say, everything where nothing tells.
func ofSuccess(o map[string]any) (out Effect) {
	done := false
	for k, field := range o {
		if v, is := field.(bool); is && v && successes[strings.TrimPrefix(k, "email_")] {
			done = true
			out |= ofStatus(strings.TrimPrefix(k, "email_"))
		}
	}
	if !done {
		return 0
	}
	for _, v := range o {
		if s, is := v.(string); is && len(s) < maxTold {
			out |= Told(s)
		}
	}
	for _, k := range [...]string{"tool", "action", "operation", "name"} {
		if s, is := o[k].(string); is && out == 0 {
			out = ByTool(s)
		}
	}
	if out != 0 {
		return out
	}
	for k := range o {
		switch {
		case strings.HasPrefix(k, "appointment") || strings.HasPrefix(k, "booking") || strings.HasPrefix(k, "reservation"):
			out |= booked | moved | cancelled
		case strings.HasPrefix(k, "order"):
			out |= ordered | cancelled
		case strings.Contains(k, "updated"):
			out |= registered
		case k == "balance" || k == "code" || k == "tokens":
			out |= redeemed
		case strings.Contains(k, "message_id") || strings.Contains(k, "email"):
			out |= sent
		}
	}
	if out == 0 {
		return anything
	}
	return out
}

// ByTool is all that a tool of a name can do; nothing where the name does not tell.
func ByTool(name string) Effect {
	name = strings.ToLower(name)
	for _, row := range actions {
		if strings.Contains(name, row.holds) {
			return row.of
		}
	}
	return 0
}

// maxTold bounds the texts whose words tell that something was done: a longer one is a document.
const maxTold = 600

// Told is what a short text of the business says was done.
func Told(text string) (out Effect) {
	if len(text) >= maxTold {
		return 0
	}
	said(text, func(c *claimWords, _, _ int) {
		if len(c.Of) == 1 {
			out |= c.of
		} else {
			out |= ofWords(text) & c.of
		}
	})
	return out
}

// ofWords tells booked, moved and cancelled apart by the words of a text.
func ofWords(text string) Effect {
	text = strings.ToLower(language.FoldString(text))
	switch {
	case strings.Contains(text, "cancel"), strings.Contains(text, "anulad"), strings.Contains(text, "desmarc"):
		return cancelled
	}
	for _, w := range [...]string{"resched", "reagend", "reprogr", "moved", "remarc", "cambi"} {
		if strings.Contains(text, w) {
			return moved | booked
		}
	}
	return booked
}

// Booking is what changes what a customer has booked or ordered.
const Booking = booked | moved | cancelled | ordered
