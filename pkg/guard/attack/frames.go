package attack

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

var (
	//go:embed frames.txt
	framesText string
	//go:embed frames_scripts.txt
	scriptFramesText string
)

// step is one word of a frame: of any of these classes and none of those, at most gap positions after the last.
type step struct {
	any, not Class
	gap      int32
}

// frame is a sequence of word classes that tells an attack, with guards for innocent look-alikes.
type frame struct {
	rule   rule
	weight float64
	steps  []step
	// within: none of these from the first word to the last.
	within Class
	// before: none of these right before the first word, nor two words before it those of before2.
	before, before2 Class
	// soon and after: none of these in the two, in the five words after the last.
	soon, after Class
	// clause: the first word opens a clause or follows a word that leads one; present: it is no past tense.
	clause, present bool
	// script: its first word or its last is of another script.
	script bool
	// number among all frames.
	number uint16
	// source is the line that it was read from.
	source string
	// marks that the text must hold.
	marks Marks
}

// maxFrames is how many frames there can be.
const maxFrames = 1024

// frameSet is every frame and, for each class, the frames whose first word may have it.
type frameSet struct {
	all   []frame
	first [MaxClasses][]opening
	opens Class
}

// opening is a frame and what its second word may be: most texts have no such word.
type opening struct {
	second Class
	frame  uint16
}

var frames = readFrames(framesText + scriptFramesText)

// readFrames reads lines "code owasp weight step... option...": a step is CLASS|CLASS^NOT, led by "gap:" but for the
// first; an option is -in, -pre, -pre2, -soon, -post with classes, +clause, +present, +script or +mark=name. "$name = ..." names
// a run of options.
func readFrames(text string) *frameSet {
	set, macros := &frameSet{}, map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, rest, ok := strings.Cut(line, " = "); ok && line[0] == '$' {
			macros[name] = rest
			continue
		}
		for name, rest := range macros {
			line = strings.ReplaceAll(line, name, rest)
		}
		set.all = append(set.all, readFrame(strings.Fields(line)))
	}
	if len(set.all) > maxFrames {
		panic(fmt.Sprintf("guard: %d frames, at most %d", len(set.all), maxFrames))
	}
	for i := range set.all {
		set.all[i].number = uint16(i)
		any := set.all[i].steps[0].any
		set.opens = set.opens.or(any)
		for c := any.Next(0); c < MaxClasses; c = any.Next(c + 1) {
			set.first[c] = append(set.first[c], opening{set.all[i].second(), uint16(i)})
		}
	}
	return set
}

// second is what the second word may be: of a frame of one word anything.
func (f *frame) second() Class {
	if len(f.steps) < 2 {
		return Class{^uint64(0), ^uint64(0), ^uint64(0)}
	}
	return f.steps[1].any
}

func readFrame(fields []string) frame {
	weight, err := strconv.ParseFloat(fields[2], 64)
	if err != nil {
		panic(fmt.Sprintf("guard: frame %v: weight: %v", fields, err))
	}
	f := frame{rule: newRule(fields[0], fields[1]), weight: weight, source: strings.Join(fields, " ")}
	for _, field := range fields[3:] {
		if field[0] == '-' || field[0] == '+' {
			f.option(field)
			continue
		}
		f.steps = append(f.steps, readStep(field, len(f.steps) == 0))
	}
	return f
}

func readStep(field string, first bool) (s step) {
	gap, classes, ok := strings.Cut(field, ":")
	if ok == first {
		panic(fmt.Sprintf("guard: step %q: every step but the first has a gap", field))
	}
	if first {
		classes = field
	} else {
		n, err := strconv.Atoi(gap)
		if err != nil {
			panic(fmt.Sprintf("guard: step %q: gap: %v", field, err))
		}
		s.gap = int32(n)
	}
	any, not, guarded := strings.Cut(classes, "^")
	s.any = classOf(any)
	if guarded {
		s.not = classOf(not)
	}
	return s
}

func (f *frame) option(field string) {
	name, value, _ := strings.Cut(field, "=")
	switch name {
	case "-in":
		f.within = f.within.or(classOf(value))
	case "-pre":
		f.before = f.before.or(classOf(value))
	case "-pre2":
		f.before2 = f.before2.or(classOf(value))
	case "-soon":
		f.soon = f.soon.or(classOf(value))
	case "-post":
		f.after = f.after.or(classOf(value))
	case "+clause":
		f.clause = true
	case "+present":
		f.present = true
	case "+script":
		f.script = true
	case "+mark":
		f.marks |= markNamed(value)
	default:
		panic(fmt.Sprintf("guard: option %q is unknown", field))
	}
}
