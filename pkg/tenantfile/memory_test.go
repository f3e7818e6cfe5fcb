package tenantfile_test

import (
	"strings"
	"testing"
)

func TestHistoryIsASettingFromNoneToThirtyMessages(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 8, "memory: {}\n": 8, "memory: {history: 0}\n": 0, "memory: {history: 30}\n": 30} {
		f, err := loadTools(text, nil)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if s := f.Settings(); s.Memory.Lines() != want {
			t.Errorf("%q: %d messages, want %d", text, s.Memory.Lines(), want)
		}
	}
}

func TestMemoryThatIsNoneIsToldWithItsLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"memory: {history: 31}\n":   "tenant.yaml:10:19: memory.history: expected a number from 0 to 30",
		"memory: {history: -1}\n":   "memory.history: expected a number from 0 to 30",
		"memory: {history: many}\n": "memory.history: expected a whole number from 0 to 30",
		"memory: {lines: 3}\n":      "memory.lines: unknown field",
	} {
		if _, err := loadTools(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
