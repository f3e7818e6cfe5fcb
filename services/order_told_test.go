package services_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/admin"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

// eater is a customer who orders in a language and answers what is asked.
type eater struct{ phone, order, no, yes string }

var asksAllergies = regexp.MustCompile(`(?i)all?erg`)

// eats orders until there is one more order of the business, and returns its number and how many replies that took.
func (l *lab) eats(t *testing.T, e eater) (number, replies int) {
	t.Helper()
	before, text := l.count(t, `SELECT coalesce(max(number), 0) FROM business.orders`), e.order
	for n := 1; n <= 6; n++ {
		reply := l.ask(t, e.phone, n, text).Text
		if number = l.count(t, `SELECT coalesce(max(number), 0) FROM business.orders`); number > before {
			return number, n
		}
		if text = e.yes; asksAllergies.MatchString(reply) {
			text = e.no
		}
	}
	t.Fatalf("%s orders nothing", e.phone)
	return 0, 0
}

func TestWhoOrderedIsToldHowItGoesInTheLanguageThatTheySpeak(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/kitchen.yaml")
	l.db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '24:00'`) // how an order goes is told at any hour
	say := func(args ...string) {
		t.Helper()
		env := map[string]string{"RECADO_POSTGRES_URL": l.db.URL}
		if code, _, errs := clitest.Run(t, admin.Order, env, append(args, "--tenant", "kitchen")...); code != 0 {
			t.Fatalf("%v: %s", args, errs)
		}
	}
	for n, c := range []struct {
		eater
		steps []string // what the business sets and says nothing of
		set   []string
		want  string
	}{
		{eater{order: "quiero dos tacos al pastor y un agua para recoger", no: "no", yes: "sí"}, []string{"preparing"}, []string{"ready"}, "El pedido %d ya está listo en Centro."},
		{eater{order: "I'd like two tacos al pastor for pickup please", no: "no", yes: "yes"}, []string{"preparing"}, []string{"ready"}, "Order %d is ready at Centro."},
		{eater{order: "quero três tacos al pastor para entrega na Rua Grau 100, Centro", no: "não", yes: "sim"}, []string{"preparing", "ready"}, []string{"on_the_way"}, "O pedido %d já está a caminho."},
		{
			eater{order: "quiero tres tacos de suadero para recoger", no: "no", yes: "sí"},
			nil,
			[]string{"cancelled", "--reason", "se acabó el suadero"},
			"tuvimos que cancelar el pedido %d. Motivo: se acabó el suadero.",
		},
	} {
		c.phone = fmt.Sprintf("52155500041%02d", n)
		number, replies := l.eats(t, c.eater)
		for _, state := range c.steps {
			say(fmt.Sprint(number), state)
		}
		say(append([]string{fmt.Sprint(number)}, c.set...)...)
		want := fmt.Sprintf(c.want, number)
		if text := l.heardAs(t, c.phone, replies+1); !strings.Contains(text, want) {
			t.Errorf("%s is told %q, want %q", c.order, text, want)
		}
	}
	if n := l.count(t, `SELECT count(*) FROM business.scheduled_messages WHERE kind = 'order_state'`); n != 4 {
		t.Errorf("%d messages were planned, want one for each order", n)
	}
}
