package notice

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
)

// maxLines is how many lines of an order a notice says; it must fit in one message.
const maxLines = 20

// changePhrases say in one language what was ordered or called off. {…} stands for a value.
type changePhrases struct {
	subjects            map[string]string // by kind
	pickup, delivery    string
	notes, holds        string
	more                string
	fee, total          string
	who, see, seeBooked string
	party               string
}

var changeLanguages = map[string]changePhrases{
	"es": {
		subjects: map[string]string{
			orderNew:             "{tenant}: pedido nuevo {number}, {total}",
			orderReplaced:        "{tenant}: el pedido {number} sustituye al {replaces}, {total}",
			orderCancelled:       "{tenant}: pedido {number} cancelado",
			appointmentCancelled: "{tenant}: cita cancelada, {due}",
		},
		pickup: "Para recoger: {due}, {place}", delivery: "A domicilio: {due}, {place}", notes: "nota", holds: "contiene",
		more: "… y {n} líneas más", fee: "Envío: {fee}", total: "Total: {total}", who: "Contacto: {name} ({channel})",
		see:       "Dirección, teléfono y todo lo demás: recado order show {number} --tenant {id}",
		seeBooked: "Más: recado appointment show {subject} --tenant {id}", party: "{n} personas",
	},
	"en": {
		subjects: map[string]string{
			orderNew:             "{tenant}: new order {number}, {total}",
			orderReplaced:        "{tenant}: order {number} takes the place of {replaces}, {total}",
			orderCancelled:       "{tenant}: order {number} was cancelled",
			appointmentCancelled: "{tenant}: an appointment was cancelled, {due}",
		},
		pickup: "Pickup: {due}, {place}", delivery: "Delivery: {due}, {place}", notes: "note", holds: "contains",
		more: "… and {n} more lines", fee: "Delivery fee: {fee}", total: "Total: {total}", who: "Contact: {name} ({channel})",
		see:       "Address, phone and everything else: recado order show {number} --tenant {id}",
		seeBooked: "More: recado appointment show {subject} --tenant {id}", party: "party of {n}",
	},
	"pt": {
		subjects: map[string]string{
			orderNew:             "{tenant}: pedido novo {number}, {total}",
			orderReplaced:        "{tenant}: o pedido {number} substitui o {replaces}, {total}",
			orderCancelled:       "{tenant}: pedido {number} cancelado",
			appointmentCancelled: "{tenant}: horário cancelado, {due}",
		},
		pickup: "Para retirar: {due}, {place}", delivery: "Entrega: {due}, {place}", notes: "observação", holds: "contém",
		more: "… e mais {n} linhas", fee: "Taxa de entrega: {fee}", total: "Total: {total}", who: "Contato: {name} ({channel})",
		see:       "Endereço, telefone e o resto: recado order show {number} --tenant {id}",
		seeBooked: "Mais: recado appointment show {subject} --tenant {id}", party: "{n} pessoas",
	},
}

// changeWords says a notice of an order or appointment in the tenant's language.
func changeWords(n *notice, s *tenant.Settings) words {
	p, ok := changeLanguages[s.Language]
	if !ok {
		p = changeLanguages["es"]
	}
	a := n.About
	place := a.Branch
	if a.Type == "delivery" {
		place = a.Zone
	}
	fill := strings.NewReplacer(
		"{tenant}", s.Name, "{number}", strconv.Itoa(a.Number), "{replaces}", strconv.Itoa(a.Replaces), "{due}", a.Due, "{place}", place,
		"{total}", money.Format(a.Total, a.Currency), "{fee}", money.Format(a.Fee, a.Currency), "{channel}", n.Channel,
		"{name}", printable(vault.Show(n.Contact, nil)), "{id}", string(n.Tenant), "{subject}", n.Subject, "{n}", strconv.Itoa(a.Party))
	var lines []string
	if n.Kind == appointmentCancelled {
		lines = a.booked(p)
	} else {
		lines = a.ordered(p)
	}
	if n.Contact != "" {
		lines = append(lines, p.who)
	}
	if n.Kind == appointmentCancelled {
		lines = append(lines, p.seeBooked)
	} else {
		lines = append(lines, p.see)
	}
	for i := range lines {
		lines[i] = strings.TrimRight(fill.Replace(lines[i]), ", ")
	}
	return words{printable(fill.Replace(p.subjects[n.Kind])), strings.Join(lines, "\n") + "\n"}
}

// booked says what an appointment was.
func (a *About) booked(p changePhrases) []string {
	var parts []string
	for _, part := range []string{a.Service, a.Staff, a.Branch} {
		if part != "" {
			parts = append(parts, unfilled(part))
		}
	}
	if a.Party > 0 {
		parts = append(parts, p.party)
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{strings.Join(parts, ", ")}
}

// ordered says an order line by line.
func (a *About) ordered(p changePhrases) []string {
	out := []string{p.pickup}
	if a.Type == "delivery" {
		out[0] = p.delivery
	}
	for i, line := range a.Lines {
		if i == maxLines {
			out = append(out, strings.ReplaceAll(p.more, "{n}", strconv.Itoa(len(a.Lines)-maxLines)))
			break
		}
		out = append(out, unfilled(line.say(p, a.Currency)))
	}
	if a.Fee > 0 {
		out = append(out, p.fee)
	}
	return append(out, p.total)
}

func (l AboutLine) say(p changePhrases, currency string) string {
	dish := strings.Join(append([]string{l.Name}, l.Options...), ", ")
	text := fmt.Sprintf("%d × %s: %s", l.Quantity, dish, money.Format(l.Total, currency))
	if l.Notes != "" {
		text += " (" + p.notes + ": " + vault.Show(l.Notes, nil) + ")"
	}
	if len(l.Allergens) > 0 {
		text += " [" + p.holds + " " + strings.Join(l.Allergens, ", ") + "]"
	}
	return printable(text)
}

// unfilled keeps what a customer or a menu wrote in braces from being taken for a value's place.
func unfilled(s string) string { return strings.NewReplacer("{", "(", "}", ")").Replace(s) }
