package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/services"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/outlive"
	"github.com/recado/recado/services/demo"
)

const (
	// answeredWithin bounds the demonstration.
	answeredWithin  = 2 * time.Minute
	outliveQuestion = "¿Quiénes son sus doctores?"
)

// outliving shows that a turn outlives its process: of two agent-runners the one that answers is killed in the middle of a call of its
// model, and the other one ends the turn.
type outliving struct {
	lab    *Lab
	out    io.Writer
	tenant demo.Tenant
	began  time.Time
	mu     sync.Mutex // whoever kills and whoever waits both say something
}

func showOutliving(ctx context.Context, c *cli.CLI) (err error) {
	ctx, cancel := context.WithTimeout(ctx, answeredWithin)
	defer cancel()
	fmt.Fprintln(c.Stdout, "Preparando un negocio de ejemplo con dos procesos que contestan y un modelo lento a propósito…")
	others := slices.DeleteFunc(services.All(), func(s app.Service) bool { return s.Name == outlive.Service })
	lab, err := StartLabOf(ctx, c, map[string]string{"RECADO_HTTP_ADDR": "127.0.0.1:0", "RECADO_LOG_LEVEL": "ERROR"}, others)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lab.Close()) }() //nolint:contextcheck // closing must not be cut short by the end of ctx
	o := &outliving{lab: lab, out: c.Stdout, tenant: demo.Tenants()[0]}
	if err := lab.stack.applyDemo(ctx, demo.Environment(lab.SecretKey, lab.Sandbox.URL, lab.Getenv), o.tenant); err != nil {
		return err
	}
	pair, err := outlive.Start(ctx, lab.Getenv)
	if err != nil {
		return err
	}
	defer pair.Close()
	return o.play(ctx, pair)
}

func (o *outliving) play(ctx context.Context, pair *outlive.Pair) error {
	o.began = time.Now()
	asked, err := outlive.Ask(ctx, o.lab.URL, o.tenant.ID, outliveQuestion)
	if err != nil {
		return err
	}
	defer asked.Close()
	o.say("El cliente pregunta: %s", outliveQuestion)
	killed := make(chan error, 1)
	go func() { killed <- pair.Kill(ctx, o.say) }()
	if err := o.listen(asked); err != nil {
		return err
	}
	if err := <-killed; err != nil {
		return err
	}
	replies, err := o.lab.Bus.LastStored(ctx, subject.WebchatReply)
	if err != nil {
		return err
	}
	if calls := pair.Calls(); replies != 1 || calls != outlive.Calls {
		return fmt.Errorf("expected one reply and %d calls of a model, got %d and %d", outlive.Calls, replies, calls)
	}
	fmt.Fprintf(o.out, "\nUna sola respuesta y %d consultas al modelo: "+
		"la cortada se hizo dos veces, lo ya contestado no se volvió a pagar.\n", outlive.Calls)
	return nil
}

// say writes a line with the seconds since the question.
func (o *outliving) say(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	fmt.Fprintf(o.out, "%5.1f s  %s\n", time.Since(o.began).Seconds(), fmt.Sprintf(format, args...))
}

// listen says what the customer sees, until the answer.
func (o *outliving) listen(asked *outlive.Asked) error {
	for {
		switch e, err := asked.Next(); {
		case err != nil:
			return fmt.Errorf("wait for the answer: %w", err)
		case e.Name == "error":
			return fmt.Errorf("the customer is told: %s", e.Message)
		case e.Name == "tool" && e.State == channel.ToolEnded:
			o.say("Se consultó %s", e.Tool)
		case e.Name == "done":
			o.say("El cliente lee: %s", e.Text)
			return nil
		}
	}
}
