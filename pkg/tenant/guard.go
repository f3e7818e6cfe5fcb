package tenant

// The guard's own thresholds: what holds for a tenant that sets none.
const (
	DefaultFlagAt  = 3
	DefaultBlockAt = 6
)

// Guard is how strict the guard is with a tenant's messages, and what else it must stop.
type Guard struct {
	// FlagAt and BlockAt are the scores from which a message is flagged and blocked; 0 is the default.
	FlagAt  float64 `json:"flag_at,omitempty"`
	BlockAt float64 `json:"block_at,omitempty"`
	// Blocked are the tenant's own phrases.
	Blocked []BlockedPhrase `json:"blocked,omitempty"`
	// AllowedLinks are the hosts that a reply may link to, in lower case, and their subdomains.
	AllowedLinks []string `json:"allowed_links,omitempty"`
	// OwnLinks are the tenant's website and maps links: replies may hold them as they are.
	OwnLinks []string `json:"own_links,omitempty"`
}

// BlockedPhrase is a phrase that no message may hold.
type BlockedPhrase struct {
	Phrase string `json:"phrase"`
	// Flag: a message with the phrase goes on flagged; else it is blocked.
	Flag bool `json:"flag,omitempty"`
}

// Thresholds returns the scores from which a message is flagged and blocked.
func (g *Guard) Thresholds() (flagAt, blockAt float64) {
	flagAt, blockAt = g.FlagAt, g.BlockAt
	if flagAt == 0 {
		flagAt = DefaultFlagAt
	}
	if blockAt == 0 {
		blockAt = DefaultBlockAt
	}
	return min(flagAt, blockAt), blockAt
}
