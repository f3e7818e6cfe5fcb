package language

// The readers look at tokens a few hundred times a message: these do it without copying the Text, as its own methods would.

func (s *scan) token(i int) *Token {
	if uint(i) < uint(len(s.Tokens)) { // what is below 0 is above every length
		return &s.Tokens[i]
	}
	return &noToken
}

// noToken stands outside the text.
var noToken = Token{Value: -1}

func (s *scan) at(i int) string { return s.token(i).Norm }

func (s *scan) class(i int) class { return s.token(i).lex.class }

func (s *scan) digits(i int) int { return s.token(i).Value }

// in tells whether token i stands in one of the lists.
func (s *scan) in(i int, any lists) bool { return s.token(i).lex.lists&any != 0 }

// run tells whether the words stand one after the other from token i.
func (s *scan) run(i int, words ...string) bool {
	for k, w := range words {
		if s.token(i+k).Norm != w {
			return false
		}
	}
	return true
}

// is tells whether token i is word, or one of others: most ask for one, which costs a comparison then.
func (s *scan) is(i int, word string, others ...string) bool {
	got := s.token(i).Norm
	if got == word {
		return true
	}
	for _, w := range others {
		if len(w) == len(got) && w[0] == got[0] && w == got {
			return true
		}
	}
	return false
}
