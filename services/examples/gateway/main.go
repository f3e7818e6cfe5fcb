// Command gateway is a channel gateway in plain nats.go: lines "person text" go in as messages, and replies are printed.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: gateway NATS_URL TENANT CHANNEL ACCOUNT")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gateway:", err)
		os.Exit(1)
	}
}

// run connects, and serves replies until the lines end.
func run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	inbox := "_INBOX_gateway_" + args[2] + "_" + args[1] // what deploy/nats/accounts.conf lets a gateway's user read
	conn, err := nats.Connect(args[0], nats.MaxReconnects(-1), nats.CustomInboxPrefix(inbox))
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	g := gateway{js: js, tenant: args[1], channel: args[2], account: args[3]}
	ctx, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() {
		served <- g.serve(ctx, func(person, text string) error {
			_, err := fmt.Fprintln(out, person+":", text)
			return err
		})
	}()
	err = g.read(ctx, in)
	stop()
	if ended := <-served; !errors.Is(ended, jetstream.ErrMsgIteratorClosed) && !errors.Is(ended, context.Canceled) {
		err = errors.Join(err, ended)
	}
	return err
}

func (g gateway) read(ctx context.Context, in io.Reader) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		person, text, _ := strings.Cut(lines.Text(), " ")
		id := strconv.FormatInt(time.Now().UnixNano(), 36)
		if err := g.receive(ctx, person, id, text); err != nil {
			return err
		}
	}
	return lines.Err()
}
