package turn

import (
	"time"

	"github.com/recado/recado/pkg/tenant"
)

// How long a conversation waits for a burst to end.
const (
	DefaultQuiet = 1200 * time.Millisecond
	QuietCap     = 6 * time.Second // after the first message of the burst
	joinCap      = 8 * time.Second // after it a turn is not superseded any more
)

// Quiet returns the quiet window of an account: its own, else the channel's.
func Quiet(settings *tenant.Settings, channel, account string) time.Duration {
	if a, ok := settings.Account(channel, account); ok && a.QuietWindow != nil {
		return min(max(0, *a.QuietWindow), QuietCap)
	}
	switch channel {
	case "webchat", "voice":
		return 0
	}
	return DefaultQuiet
}
