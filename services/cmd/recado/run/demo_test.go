package run

import (
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/demo"
)

func TestDemoPlaysEveryTenantAndEnds(t *testing.T) {
	t.Parallel()
	code, out, errs := clitest.Run(t, Demo, nil, "--once", "--dir", clitest.StateDir(t))
	if code != 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
	for _, tenant := range demo.Tenants() {
		conversations, err := tenant.Conversations()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range conversations {
			if !strings.Contains(out, "== "+tenant.ID+": "+c.Name+"\n") {
				t.Errorf("%s is not played with %s", c.Name, tenant.ID)
			}
		}
	}
	if !strings.Contains(out, "[ingest ") || !strings.Contains(out, "outbound-sender ") {
		t.Error("the replies lack their traces")
	}
}

func TestAReplyThatIsNotTheExpectedOneIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expected []string
		reply    string
		want     string
	}{
		{nil, "whatever", ""},
		{[]string{"(?i)pedido", `\d`}, "Es el pedido 7.", ""},
		{[]string{"(?i)pedido", `\d`}, "Es el pedido de siempre.", `expected \d`},
		{[]string{"("}, "(", "expected ("},
	} {
		if got := unmet(c.expected, c.reply); got != c.want {
			t.Errorf("%q of %q is %q", c.reply, c.expected, got)
		}
	}
}
