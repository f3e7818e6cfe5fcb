package sandbox

// Fault is one way in which a send call goes wrong.
type Fault string

// The faults; None is a call that goes well.
const (
	None        Fault = ""
	RateLimit   Fault = "rate_limit"
	PairLimit   Fault = "pair_limit"
	ServerError Fault = "server_error"
	Permanent   Fault = "permanent"
	Timeout     Fault = "timeout"
	Lost        Fault = "lost"
	NoStatus    Fault = "no_status"
	EarlyStatus Fault = "early_status"
	WindowOver  Fault = "window_closed"
	BadToken    Fault = "bad_token"
)

// Force makes the next calls go wrong in these ways, in order, whatever the shares are.
func (s *Server) Force(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forced = append(s.forced, faults...)
}

// next draws what happens to a call.
func (s *Server) next() Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if len(s.forced) > 0 {
		f := s.forced[0]
		s.forced = s.forced[1:]
		return f
	}
	draw := s.random.Float64()
	for _, share := range []struct {
		fault Fault
		part  float64
	}{
		{RateLimit, s.faults.RateLimit},
		{PairLimit, s.faults.PairLimit},
		{ServerError, s.faults.ServerError},
		{Permanent, s.faults.Permanent},
		{Timeout, s.faults.Timeout},
		{Lost, s.faults.Lost},
		{NoStatus, s.faults.NoStatus},
		{EarlyStatus, s.faults.EarlyStatus},
	} {
		if draw -= share.part; draw < 0 {
			return share.fault
		}
	}
	return None
}

type refusal struct {
	status, code int
	text         string
}

var refusals = map[Fault]refusal{
	RateLimit:   {429, 130429, "Rate limit hit"},
	PairLimit:   {400, 131056, "Pair rate limit hit"},
	ServerError: {503, 131016, "Service unavailable"},
	Permanent:   {400, 131026, "Message undeliverable"},
	WindowOver:  {400, 131047, "Re-engagement message"},
	BadToken:    {401, 190, "Access token has expired"},
}
