package play

import (
	"context"
	"fmt"
	"strconv"

	"github.com/recado/recado/services/cmd/recado/attack/scene"
)

// contactFlood sends batches of one contact until its lane is full.
func contactFlood(ctx context.Context, s *scene.Scene) error {
	for n := range s.N(23, 2) {
		s.Send(ctx, s.Client(0), signed(s, texts(s, "5215552000001", strconv.Itoa(n), 500, "hola")))
	}
	return ctx.Err()
}

// tenantFlood sends a message of each of many contacts.
func tenantFlood(ctx context.Context, s *scene.Scene) error {
	each(ctx, s.N(3000, 1200), func(i int) {
		s.Send(ctx, s.Client(i%8), signed(s, texts(s, strconv.Itoa(5215553000000+i), fmt.Sprint(i), 1, "hola")))
	})
	return ctx.Err()
}
