package attack

import (
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestAttackRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Attack, nil,
		clitest.Refusal{Want: `"earthquake" is none`, Args: []string{"--only", "earthquake"}},
		clitest.Refusal{Want: "usage: recado attack", Args: []string{"http://192.0.2.1"}},
		clitest.Refusal{Want: "positive numbers", Args: []string{"--rate", "0"}},
	)
	code, out, _ := clitest.Run(t, Attack, nil, "--list", "--only", "sessions")
	if code != 0 || !strings.HasPrefix(out, "sessions ") {
		t.Errorf("exit %d, %q", code, out)
	}
}
