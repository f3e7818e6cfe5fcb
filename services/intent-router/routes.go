package intentrouter

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// routes are who answers which intent, and how the messages of a line of business are read.
type routes struct {
	reads     map[tenant.Vertical]intent.Fact
	every     table
	verticals map[tenant.Vertical]table
	types     map[string]table // by the assistant's type
}

// table is who answers, by intent.
type table map[string]string

//go:embed specialists.txt
var routesFile string

var answering = mustRoutes(routesFile)

func mustRoutes(file string) *routes {
	r, err := parseRoutes(file)
	if err != nil {
		panic(err)
	}
	return r
}

// readings are the rules by which messages are understood.
var readings = map[string]intent.Fact{
	"dental": intent.Dental, "restaurant": intent.Restaurant, "medical": intent.Medical, "general": intent.General,
}

// routesParser reads specialists.txt, whose head describes it, section by section.
type routesParser struct {
	*routes
	vertical tenant.Vertical
	kind     string
	into     table
}

// parseRoutes takes nothing that it does not understand, and no file that leaves an intent without a specialist.
func parseRoutes(file string) (*routes, error) {
	p := routesParser{routes: &routes{
		reads: map[tenant.Vertical]intent.Fact{}, verticals: map[tenant.Vertical]table{}, types: map[string]table{},
	}}
	number := 0
	for line := range strings.Lines(file) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("specialists line %d: %w", number, err)
		}
	}
	return p.routes, p.complete()
}

func (p *routesParser) line(line string) error {
	if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
		return p.section(strings.Fields(line[1 : len(line)-1]))
	}
	if like, ok := strings.CutPrefix(line, "reads "); ok {
		return p.reading(strings.TrimSpace(like))
	}
	intents, specialist, ok := strings.Cut(line, "->")
	if !ok {
		return fmt.Errorf("expected [section], reads or <intents> -> <specialist>, got %q", line)
	}
	return p.row(strings.Fields(intents), strings.TrimSpace(specialist))
}

func (p *routesParser) section(head []string) error {
	p.into, p.kind, p.vertical = table{}, "", ""
	switch {
	case len(head) == 1 && head[0] == "every" && p.every == nil:
		p.every = p.into
	case len(head) == 2 && head[0] == "vertical" && p.verticals[tenant.Vertical(head[1])] == nil:
		p.vertical = tenant.Vertical(head[1])
		p.verticals[p.vertical] = p.into
	case len(head) == 2 && head[0] == "assistant" && p.types[head[1]] == nil:
		p.types[head[1]] = p.into
	default:
		return fmt.Errorf("expected [every], [vertical <name>] or [assistant <type>], each once, got %q", head)
	}
	p.kind = head[0]
	return nil
}

func (p *routesParser) reading(like string) error {
	fact := readings[like]
	if fact == 0 || p.vertical == "" || p.reads[p.vertical] != 0 {
		return fmt.Errorf("expected reads once in a vertical, with one of %s, got %q", slices.Sorted(maps.Keys(readings)), like)
	}
	p.reads[p.vertical] = fact
	return nil
}

var specialistName = regexp.MustCompile(`^[a-z_]{1,40}$`)

func (p *routesParser) row(intents []string, specialist string) error {
	if p.into == nil || len(intents) == 0 || !specialistName.MatchString(specialist) {
		return errors.New("expected intents -> the name of a specialist, in a section")
	}
	for _, name := range intents {
		switch {
		case !known(name):
			return fmt.Errorf("expected an intent, got %q", name)
		case p.into[name] != "":
			return fmt.Errorf("%s has a specialist already", name)
		case p.kind == "assistant" && (name == intent.UrgentCare || name == intent.Human):
			return fmt.Errorf("%s is the same for every type of assistant", name)
		}
		p.into[name] = specialist
	}
	return nil
}

func known(name string) bool {
	return slices.ContainsFunc(intent.All(), func(in intent.Intent) bool { return in.Name == name })
}

func (r *routes) complete() error {
	for _, in := range intent.All() {
		if r.every[in.Name] == "" {
			return fmt.Errorf("specialists: %s has none in [every]", in.Name)
		}
	}
	for vertical := range r.verticals {
		if r.reads[vertical] == 0 {
			return fmt.Errorf("specialists: the vertical %s does not say how it reads", vertical)
		}
	}
	if r.reads[tenant.General] == 0 {
		return errors.New("specialists: expected the vertical general, as which an unknown one is read")
	}
	return nil
}

// Specialists lists the names of all that the table sends messages to.
func Specialists() []string {
	names := map[string]bool{General: true}
	add := func(t table) {
		for _, name := range t {
			names[name] = true
		}
	}
	add(answering.every)
	for _, t := range answering.verticals {
		add(t)
	}
	for _, t := range answering.types {
		add(t)
	}
	return slices.Sorted(maps.Keys(names))
}

// Team lists, sorted, whom the table sends messages to in a line of business, whatever its assistants may do.
func Team(vertical tenant.Vertical) []string {
	team := table{General: General}
	for _, t := range []table{answering.every, answering.verticals[vertical]} {
		maps.Copy(team, t)
	}
	return slices.Compact(slices.Sorted(maps.Values(team)))
}
