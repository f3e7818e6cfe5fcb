package play

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/recado/recado/services/cmd/recado/attack/scene"
)

// contactFlood sends batches of one contact.
func contactFlood(ctx context.Context, s *scene.Scene) error { return batches(ctx, s, s.N(4, 2)) }

// fullLane sends batches of one contact until its lane is full.
func fullLane(ctx context.Context, s *scene.Scene) error { return batches(ctx, s, 23) }

func batches(ctx context.Context, s *scene.Scene, bodies int) error {
	for n := range bodies {
		s.Send(ctx, s.Client(0), signed(s, texts(s, "5215552000001", strconv.Itoa(n), 500, "hola")))
	}
	return ctx.Err()
}

// tenantFlood sends a message of each of many contacts.
func tenantFlood(ctx context.Context, s *scene.Scene) error {
	each(ctx, s.N(2000, 600), func(i int) {
		s.Send(ctx, s.Client(i%8), signed(s, texts(s, strconv.Itoa(5215553000000+i), fmt.Sprint(i), 1, "hola")))
	})
	return ctx.Err()
}

// deadLetters sends texts that no stage reads, each of which the door keeps as a dead letter.
func deadLetters(ctx context.Context, s *scene.Scene) error {
	text := strings.Repeat("x", 20<<10)
	for n := range s.N(10, 3) {
		s.Send(ctx, s.Client(0), signed(s, texts(s, strconv.Itoa(5215556000000+n), strconv.Itoa(n), 130, text)))
	}
	return ctx.Err()
}
