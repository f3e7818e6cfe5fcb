package meter

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
)

func TestMeterCountsWhatTheModelIsAskedAndPassesItOn(t *testing.T) {
	t.Parallel()
	const asked = `{"messages":[{"role":"system","content":"Eres de Clínica Prueba"},{"role":"user","content":"hello world"}],
		"tools":[{"type":"function","function":{"name":"get_menu"}}]}`
	var heard string
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heard = r.URL.Path + string(body)
		_, _ = io.WriteString(w, "answer")
	}))
	defer model.Close()
	clinic := tenantfiletest.Load(t, "clinic")
	clinic.Tenant.Name = "Clínica Prueba"
	m, err := Start(t.Context(), model.URL+"/v1", []*tenantfile.File{clinic})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = m.Close() }()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, m.URL+"/chat/completions", strings.NewReader(asked))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if answer, _ := io.ReadAll(resp.Body); string(answer) != "answer" || heard != "/v1/chat/completions"+asked {
		t.Errorf("the model heard %q and answered %q", heard, answer)
	}
	c := m.calls[0]
	counted := c.rest == 2+perMessage && c.tools > 0 && c.more >= 100
	if len(m.calls) != 1 || c.tenant != "Clínica Prueba" || !counted {
		t.Errorf("counted %+v", m.calls)
	}
	var out bytes.Buffer
	if err := m.Print(&out); err != nil || !strings.Contains(out.String(), "  Clínica Prueba\n") || !strings.HasSuffix(out.String(), "  all\n") {
		t.Errorf("%v, printed:\n%s", err, out.String())
	}
}

func TestPercentilesAreOfTheirRank(t *testing.T) {
	t.Parallel()
	values := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for percent, want := range map[int]int{50: 5, 95: 10, 100: 10, 10: 1} {
		if got := at(values, percent); got != want {
			t.Errorf("p%d is %d, want %d", percent, got, want)
		}
	}
}

func TestMeterBringsAStandInWhereThereIsNoModel(t *testing.T) {
	t.Parallel()
	values := map[string]string{}
	m, stop, err := Before(t.Context(), values, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stop() }()
	const asked = `{"model":"x","messages":[{"role":"user","content":"hola"}]}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, values["RECADO_LLM_BASE_URL"]+"/chat/completions", strings.NewReader(asked))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK || len(m.calls) != 1 || m.calls[0].tenant != "another" {
		t.Errorf("status %d, counted %+v", resp.StatusCode, m.calls)
	}
}
