package intent

import "math/bits"

// Set is a set of intents, by their places in All.
type Set uint32

// With adds the intent of that name; one that there is not adds nothing.
func (s Set) With(name string) Set {
	if i := indexOf(name); i >= 0 {
		s |= 1 << i
	}
	return s
}

// A phrase of a tenant's own counts ownVotes where the model has one vote to share among all intents, so that it wins unless the
// model is surer than verySure of another wish; where several hold, the model chooses among them. A phrase that does not win is
// found.
const (
	ownVotes = 4
	verySure = 0.95
)

// speak lets a tenant's own phrases speak. None is put before danger.
func (s Set) speak(p *[Count]float32, facts Fact) {
	if s == 0 {
		return
	}
	top, best := 0, -1
	for i := range p {
		if p[i] > p[top] {
			top = i
		}
		if s>>i&1 != 0 && (best < 0 || p[i] > p[best]) {
			best = i
		}
	}
	overruled := top != best && p[top] >= verySure && wish(top)
	if overruled || best != iUrgent && endangered(p, top, facts) {
		p[best] = max(p[best], share)
		return
	}
	sum := float32(ownVotes + bits.OnesCount32(uint32(s)))
	for i := range p {
		if s>>i&1 != 0 {
			p[i]++
		}
	}
	p[best] += ownVotes - 1
	for i := range p {
		p[i] /= sum
	}
}

// wish reports whether an intent asks for something: one that does not holds only where nothing else is said.
func wish(i int) bool { return i != iGreeting && i != iFarewell && i != iOther }

// endangered reports whether a message speaks of present danger.
func endangered(p *[Count]float32, top int, facts Fact) bool {
	return top == iUrgent || facts&Severe != 0 || facts&Danger != 0 && p[iUrgent] >= share
}
