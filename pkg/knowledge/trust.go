package knowledge

import (
	"fmt"

	"github.com/recado/recado/pkg/guard"
)

// trusted leaves out the chunks that give orders to an assistant, which no text of a business has to, and says how many, empty
// for none. What is only suspicious stays: it is screened again, with its neighbours, when a tool returns it.
func trusted(chunks []Chunk) (kept []Chunk, withheld string) {
	kept = chunks[:0:0]
	for _, c := range chunks {
		if guard.Screen(c.Heading+"\n"+c.Body, guard.Document).Verdict != guard.Block {
			kept = append(kept, c)
		}
	}
	if n := len(chunks) - len(kept); n > 0 {
		withheld = fmt.Sprintf("%d of %d passages withheld: they give orders to an assistant", n, len(chunks))
	}
	return kept, withheld
}
