package tenant

// DefaultHistory is how many of the last messages a model is told where the tenant sets nothing.
const DefaultHistory = 8

// Memory is what a model is told of a conversation and of a contact beside the message.
type Memory struct {
	// History is how many of the last messages it is told; nil is the default.
	History *int `json:"history,omitempty"`
}

// Lines is how many of the last messages a model is told.
func (m *Memory) Lines() int {
	if m.History == nil {
		return DefaultHistory
	}
	return *m.History
}
