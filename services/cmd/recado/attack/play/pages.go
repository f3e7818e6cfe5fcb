package play

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/services/cmd/recado/attack/scene"
	"github.com/recado/recado/services/cmd/recado/attack/watch"
)

// atOnce is how many requests an attack has on their way.
const atOnce = 16

// each calls do for 0 to n-1, some at a time.
func each(ctx context.Context, n int, do func(i int)) {
	var work sync.WaitGroup
	for worker := range atOnce {
		work.Go(func() {
			for i := worker; i < n && ctx.Err() == nil; i += atOnce {
				do(i)
			}
		})
	}
	work.Wait()
}

func largeFrames(ctx context.Context, s *scene.Scene) error {
	text := strings.Repeat("の", 8000)
	for n := range s.N(40, 5) {
		v, err := s.Visit(ctx, s.Client(n))
		if err != nil {
			return err
		}
		for range 12 {
			s.Send(ctx, v.Client, v.Text(text))
		}
	}
	return ctx.Err()
}

func tenThousandSessions(ctx context.Context, s *scene.Scene) error {
	each(ctx, s.N(10_000, 2_000), func(i int) { s.Send(ctx, s.Client(i%100), scene.OpenSession(s.Tenant)) })
	return ctx.Err()
}

// spoofedAddresses come from one address with a made-up way before it, and then by a proxy that adds the true one.
func spoofedAddresses(ctx context.Context, s *scene.Scene) error {
	proxy := scene.ClientFrom(scene.ProxyAddress)
	defer proxy.CloseIdleConnections()
	each(ctx, s.N(2000, 1000), func(i int) {
		r, client := scene.OpenSession(s.Tenant), s.Client(0)
		r.Header["X-Forwarded-For"] = fmt.Sprintf("198.51.100.%d", i%250)
		if i%2 == 1 {
			client = proxy
			r.Header["X-Forwarded-For"] += ", 203.0.113.7"
		}
		s.Send(ctx, client, r)
	})
	return ctx.Err()
}

// streamsOfOne holds what one session may hold, then opens and drops.
func streamsOfOne(ctx context.Context, s *scene.Scene) error {
	v, err := s.Visit(ctx, s.Client(0))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, scene.Timeout)
	defer cancel()
	var open []io.ReadCloser
	for range 9 {
		if answer := listen(ctx, s, v); answer != nil {
			open = append(open, answer)
		}
	}
	watch.Pause(ctx, time.Second)
	for range held(open) {
		s.Note("held")
	}
	for range s.N(600, 100) {
		if stream := listen(ctx, s, v); stream != nil {
			_ = stream.Close()
		}
	}
	return nil
}

// listen opens a stream, and counts the answer.
func listen(ctx context.Context, s *scene.Scene, v *scene.Visitor) io.ReadCloser {
	request, err := v.Stream(ctx, s.Up.URL)
	if err != nil {
		return nil
	}
	answer, err := v.Client.Do(request)
	if err != nil {
		s.Note(scene.Cut(err))
		return nil
	}
	if answer.StatusCode == http.StatusOK {
		s.Note("200")
		return answer.Body
	}
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	_ = answer.Body.Close()
	s.Note(scene.Brief(answer.StatusCode, body))
	return nil
}

// held counts the streams that the door has not ended, and ends them.
func held(open []io.ReadCloser) (n int) {
	for _, stream := range open {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = io.Copy(io.Discard, stream)
		}()
		select {
		case <-ended:
		case <-time.After(200 * time.Millisecond):
			n++
		}
		_ = stream.Close()
		<-ended
	}
	return n
}

func chatter(ctx context.Context, s *scene.Scene) error {
	v, err := s.Visit(ctx, s.Client(0))
	if err != nil {
		return err
	}
	for n := range s.N(300, 60) {
		s.Send(ctx, v.Client, v.Text(fmt.Sprintf("¿Y cuánto cuesta el número %d?", n)))
	}
	return ctx.Err()
}
