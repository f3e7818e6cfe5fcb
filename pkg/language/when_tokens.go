package language

// The readers look at tokens a few hundred times a message: these do it without copying the Text, as its own methods would.

func (s *scan) token(i int) *Token {
	if i < 0 || i >= len(s.Tokens) {
		return &noToken
	}
	return &s.Tokens[i]
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

// is tells whether token i is one of words.
func (s *scan) is(i int, words ...string) bool {
	got := s.token(i).Norm
	if got == "" {
		return false
	}
	for _, w := range words {
		if len(w) == len(got) && w[0] == got[0] && w == got {
			return true
		}
	}
	return false
}
