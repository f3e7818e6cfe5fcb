//go:build !race

package scenario

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ours is where the project's own scenarios are; held.txt names a varied twenty that every test run plays and that must pass.
const ours = "../../../deploy/scenarios/"

// deployed reads a file line by line.
func deployed(t *testing.T, name string, each func(line int, text string)) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if text := strings.TrimSpace(lines.Text()); text != "" && !strings.HasPrefix(text, "#") {
			each(n, text)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// allOurs are the project's own scenarios by id.
func allOurs(t *testing.T) map[string]Scenario {
	t.Helper()
	files, err := filepath.Glob(ours + "*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	out := map[string]Scenario{}
	for _, name := range files {
		deployed(t, name, func(line int, text string) {
			var of map[string]json.RawMessage
			if err := json.Unmarshal([]byte(text), &of); err != nil {
				t.Fatalf("%s:%d: %v", name, line, err)
			}
			checkKeys(t, name, line, text)
			s, err := Read(line, of)
			if err != nil {
				t.Fatalf("%s:%d: %v", name, line, err)
			}
			if _, twice := out[s.ID]; twice {
				t.Errorf("%s:%d: %s is there twice", name, line, s.ID)
			}
			out[s.ID] = s
		})
	}
	return out
}

// checkKeys fails on a key that would be ignored: a misspelt expectation could not fail.
func checkKeys(t *testing.T, name string, line int, text string) {
	t.Helper()
	var s struct {
		ID       string   `json:"id"`
		Vertical string   `json:"tenant_vertical"`
		Requires []string `json:"requires"`
		Note     string   `json:"note"`
		Turns    []struct {
			User   string          `json:"user"`
			Tap    json.RawMessage `json:"tap"`
			Event  string          `json:"event"`
			Slot   string          `json:"slot"`
			Text   string          `json:"text"`
			Burst  bool            `json:"burst"`
			Gap    int             `json:"gap_ms"`
			Hours  int             `json:"hours"`
			Safety json.RawMessage `json:"safety"`
			Expect struct {
				Intent     []string       `json:"intent"`
				Specialist []string       `json:"specialist"`
				ToolsAny   []string       `json:"tools_any_of"`
				ToolsNone  []string       `json:"tools_none_of"`
				ToolArgs   map[string]any `json:"tool_args"`
				Match      []string       `json:"reply_must_match"`
				NotMatch   []string       `json:"reply_must_not_match"`
				Escalates  bool           `json:"escalates"`
				Blocked    bool           `json:"blocked"`
				NoReply    bool           `json:"no_reply"`
				Replies    int            `json:"replies_exactly"`
				Lang       string         `json:"reply_lang"`
			} `json:"expect"`
		} `json:"turns"`
	}
	strict := json.NewDecoder(strings.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&s); err != nil {
		t.Errorf("%s:%d: %v", name, line, err)
	}
}

func TestOurScenariosExpectSomethingAndCanBeFilled(t *testing.T) {
	t.Parallel()
	tenants := businesses(t)
	for id, s := range allOurs(t) {
		known := catalogue(&tenants[s.Vertical].Tenant)
		known.closures(&tenants[s.Vertical].Tenant, "2026-11-23")
		for _, key := range []string{"slot.1", "slot.2", "slot.3", "appointment.next"} {
			known.moment(key, "2026-11-24", "10:00")
		}
		for _, name := range []string{"id", "service", "staff", "branch"} {
			known.put("appointment.next."+name, name)
		}
		expected := false
		for i := range s.Turns {
			turn := &s.Turns[i]
			expected = expected || !turn.Expect.empty()
			for _, text := range slices.Concat([]string{turn.User, turn.Text}, turn.Expect.Match, turn.Expect.NotMatch) {
				if _, err := known.text(text); err != nil {
					t.Errorf("%s, turn %d: %v", id, i+1, err)
				}
			}
			if !slices.ContainsFunc(checksOf(&turn.Expect), func(c check) bool { return turn.safe(c.key) }) && turn.Safety != nil {
				t.Errorf("%s, turn %d: safety without its expectation", id, i+1)
			}
		}
		if !expected {
			t.Errorf("%s expects nothing", id)
		}
	}
}

// TestHeldScenariosPass is the ratchet: what an owner was promised once stays so.
func TestHeldScenariosPass(t *testing.T) {
	t.Parallel()
	all, names := allOurs(t), []string{}
	deployed(t, ours+"held.txt", func(_ int, name string) { names = append(names, name) })
	var set []Scenario
	verticals := map[string]int{}
	for _, name := range names {
		s, ok := all[name]
		if !ok {
			t.Errorf("held.txt names %s, which is not there", name)
			continue
		}
		set = append(set, s)
		verticals[s.Vertical]++
	}
	if len(verticals) < 4 {
		t.Errorf("held.txt has only these verticals: %v", verticals)
	}
	results, err := Run(t.Context(), newWorld(t, everything()...), set, 6)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Skipped != "" || !r.Passed() {
			t.Errorf("%s, skipped for %q:\n%s", r.Scenario.ID, r.Skipped, r.Script)
		}
	}
}
