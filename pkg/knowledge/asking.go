package knowledge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// asking is a question in one embedding space.
type asking struct {
	profile
	vector []float32 // nil where it has no direction, or err says why it could not be embedded
	err    error
}

const (
	// askedSpaces is how many spaces a question is embedded in; chunks of further ones are found by their words.
	askedSpaces = 8
	// remembered is how many scopes' spaces are kept in mind.
	remembered = 10_000
)

// scopes remembers in which spaces the chunks of a scope were when it was searched last: a question is embedded before the database is
// asked. It is safe for concurrent use.
type scopes struct {
	mu sync.Mutex
	of map[string][]string
}

func scopeOf(q Query) string { return fmt.Sprint(q.Tenant, "/", q.Assistant, q.Corpora) }

func (s *scopes) recall(q Query) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[scopeOf(q)]
}

func (s *scopes) keep(q Query, spaces []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil || len(s.of) >= remembered {
		s.of = map[string][]string{}
	}
	if len(spaces) > 0 {
		s.of[scopeOf(q)] = spaces
	}
}

// spacesFor guesses in which spaces the chunks of a scope are.
func (x *Index) spacesFor(q Query) []string {
	if x.half == ByWords {
		return nil
	}
	if known := x.scopes.recall(q); known != nil {
		return known
	}
	return []string{x.spaces.Usual()}
}

// embedQuestion embeds a question once in each of the spaces, all at once; those that are known already are not asked again.
func (x *Index) embedQuestion(ctx context.Context, text string, spaces []string, known []asking) []asking {
	wait := embedTimeout
	if end, bounded := ctx.Deadline(); bounded {
		wait = min(wait, time.Until(end)/2) // the rest is for words alone
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	out := make([]asking, min(len(spaces), askedSpaces))
	var all sync.WaitGroup
	for i := range out {
		if at := slices.IndexFunc(known, func(a asking) bool { return a.name == spaces[i] }); at >= 0 {
			out[i] = known[at]
			continue
		}
		all.Go(func() { out[i] = x.ask(ctx, text, spaces[i]) })
	}
	all.Wait()
	return out
}

func (x *Index) ask(ctx context.Context, text, space string) asking {
	e, err := x.spaces.of(space)
	if err != nil {
		return asking{profile: profile{name: space}, err: fmt.Errorf("embed question: %w", err)}
	}
	out := asking{profile: profileOf(e.Space())}
	vectors, err := e.Embed(ctx, []string{text})
	switch {
	case err != nil:
		out.err = fmt.Errorf("embed question: %w", err)
	case len(vectors) != 1 || len(vectors[0]) != out.Dimensions:
		out.err = fmt.Errorf("embed question: expected one vector of %d dimensions", out.Dimensions)
	case directed(vectors[0]):
		out.vector = vectors[0]
	}
	return out
}

// directed reports whether a vector has a direction.
func directed(v []float32) bool {
	var square float64
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	return square > 0 && !math.IsInf(square, 0)
}

// errUnasked is why a scope of very many spaces is partly searched by words.
var errUnasked = errors.New("the scope has more embedding spaces than a question is embedded in")

// away says why chunks of some of the spaces are found by words alone, and whether all are; nil where none is.
func away(spaces []string, asked []asking) (all bool, reason error) {
	all = len(spaces) > 0
	for _, name := range spaces {
		at := slices.IndexFunc(asked, func(a asking) bool { return a.name == name })
		switch {
		case at < 0:
			reason = errUnasked
		case asked[at].err != nil:
			reason = asked[at].err
		default:
			all = false
		}
	}
	return all && reason != nil, reason
}

// profileFor is what the question knows of a chunk's space: ok is false where it has no vector there.
func profileFor(space string, asked []asking) (p profile, ok bool) {
	for _, a := range asked {
		if a.name == space {
			return a.profile, a.vector != nil
		}
	}
	return p, false
}
