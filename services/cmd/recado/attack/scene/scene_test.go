package scene_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/cmd/recado/attack/scene"
)

func TestTenantFileIsOne(t *testing.T) {
	t.Parallel()
	env := func(string) string { return "http://127.0.0.1:1" }
	files := fstest.MapFS{"attack.yaml": {Data: scene.TenantFile("attack-nothing-0", scene.Number(0, 0))}}
	if _, err := tenantfile.Load(files, "attack.yaml", env); err != nil {
		t.Error(err)
	}
}

func TestAnswersAreToldByStatusAndReason(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		want   string
	}{
		{200, "whatever", "200"},
		{202, `{"status":"accepted"}`, "202"},
		{429, `{"error":"too_many_messages","message":"Recibimos muchos"}`, "429 too_many_messages"},
		{503, "not accepted now: try again\n", "503 not accepted now: try again"},
		{400, strings.Repeat("a", 100), "400 " + strings.Repeat("a", 70)},
		{404, "", "404 "},
	} {
		if got := scene.Brief(c.status, []byte(c.body)); got != c.want {
			t.Errorf("%d %q: got %q, want %q", c.status, c.body, got, c.want)
		}
	}
}
