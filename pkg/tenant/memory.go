package tenant

// DefaultHistory is how many of the last messages a model is told where the tenant sets nothing.
const DefaultHistory = 8

// DefaultFactDays is how long something is remembered where the tenant sets nothing.
const DefaultFactDays = 180

// Memory is what a model is told of a conversation and of a contact beside the message.
type Memory struct {
	// History is how many of the last messages it is told; nil is the default.
	History *int `json:"history,omitempty"`
	// Summary has older ones summarised.
	Summary bool `json:"summary,omitempty"`
	// Facts says whether contacts are remembered: ask needs a yes of theirs, unless goes on until they say no; empty is never.
	Facts string `json:"facts,omitempty"`
	// FactDays is how long something is remembered that is not said again.
	FactDays int `json:"fact_days,omitempty"`
}

// Lines is how many of the last messages a model is told.
func (m *Memory) Lines() int {
	if m.History == nil {
		return DefaultHistory
	}
	return *m.History
}
