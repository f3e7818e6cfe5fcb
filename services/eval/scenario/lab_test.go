package scenario

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/tap"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenantfile"
	agentrunner "github.com/recado/recado/services/agent-runner"
	embeddingindexer "github.com/recado/recado/services/embedding-indexer"
	"github.com/recado/recado/services/ingest"
	intentrouter "github.com/recado/recado/services/intent-router"
	outboundsender "github.com/recado/recado/services/outbound-sender"
	"github.com/recado/recado/services/sanitize"
	toolexecutor "github.com/recado/recado/services/tool-executor"
)

// demoFiles are the tenants' files by vertical; the one of general is in the binary.
var demoFiles = map[string]string{
	"dental":     "../../demo/tenants/sonrisa-cempasuchil/tenant.yaml",
	"restaurant": "../../demo/tenants/marea-chaski/tenant.yaml",
	"medical":    "../../demo/tenants/frailejon-vivo/tenant.yaml",
}

// anyValue stands for the environment of tenants' files.
func anyValue(name string) string {
	if strings.HasSuffix(name, "URL") {
		return "http://127.0.0.1:9"
	}
	return "scenario"
}

func businesses(t *testing.T) map[string]*tenantfile.File {
	t.Helper()
	general, err := General(anyValue)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*tenantfile.File{"general": general}
	for vertical, name := range demoFiles {
		if out[vertical], err = tenantfile.LoadFile(name, anyValue); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// newWorld starts these services, on a bus and a database of the test.
func newWorld(t *testing.T, services ...app.Service) *World {
	t.Helper()
	api, err := sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{MinDelay: time.Millisecond, MaxDelay: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(api.Close)
	server, db := bustest.New(t), storetest.New(t)
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	conn := server.Conn(t)
	w := &World{
		Sandbox: api, Bus: server.Bus(t, "console"), Database: config.Secret(db.URL), Key: key, Tenants: businesses(t),
		Tap: func(stages []string, fn func(bus.Event)) (func(), error) { return tap.Open(conn, stages, fn) },
	}
	if len(services) > 0 {
		env := map[string]string{
			"RECADO_POSTGRES_URL": db.URL, "RECADO_INGEST_TENANT_RATE": "1e6", "RECADO_INGEST_CONTACT_RATE": "1e6",
			"RECADO_AGENT_RUNNER_LOOP_TURNS": "0",
		}
		w.Door = apptest.Start(t, apptest.Options{Server: server, Services: services, Env: env}).URL
	}
	return w
}

// everything is what recado up runs.
func everything() []app.Service {
	return []app.Service{
		ingest.Service(), sanitize.Service(), intentrouter.Service(), agentrunner.Service(), toolexecutor.Service(),
		embeddingindexer.Service(), outboundsender.Service(),
	}
}

// scenarios reads lines.
func scenarios(t *testing.T, lines ...string) (out []Scenario) {
	t.Helper()
	for i, line := range lines {
		var of map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &of); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		s, err := Read(i+1, of)
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		out = append(out, s)
	}
	return out
}
