package services_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/llm/standin"
	"github.com/recado/recado/pkg/local"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services"
)

// stage is Recado as real processes, with a sandbox in this one where WhatsApp would be.
type stage struct {
	dir     string
	sandbox *sandbox.Server
	api     string // of the sandbox, as slow as the real one
	url     string // of the webhooks' door
	db      *storetest.DB
	procs   map[string]*supervised
	model   *standin.Server // nil where rules alone answer

	rate, people int // of the load; 0 is 20 messages a second of 40 people
}

// binaries builds every command once, as make build does but for what only a debugger reads.
var binaries = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "recado-chaos-")
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", dir+"/", "./cmd/...")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return "", errors.Join(fmt.Errorf("build the commands: %w: %s", err, said), os.RemoveAll(dir))
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	m.Run()
	if built.Load() {
		if dir, err := binaries(); err == nil {
			_ = os.RemoveAll(dir)
		}
	}
}

// newStage builds the commands and starts the sandbox.
func newStage(t *testing.T, faults sandbox.Faults) *stage {
	t.Helper()
	built.Store(true)
	if _, err := binaries(); err != nil {
		t.Fatal(err)
	}
	s := &stage{dir: t.TempDir(), url: "http://" + address(t), procs: map[string]*supervised{}}
	var err error
	s.sandbox, err = sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{
		Accounts: []sandbox.Account{{ID: shopA, WebhookURL: s.url + "/webhooks/whatsapp/" + shopA, AppSecret: appSecret}},
		Faults:   faults, Seed: 7, Timeout: 200 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.sandbox.Close)
	s.api = slowly(t, s.sandbox.URL)
	return s
}

// slowly answers for a server as far away as a real provider: what is killed meanwhile does not learn that it was heard.
func slowly(t *testing.T, to string) string {
	t.Helper()
	target, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(r *http.Response) error {
		select {
		case <-r.Request.Context().Done():
		case <-time.After(time.Duration(50+rand.IntN(250)) * time.Millisecond):
		}
		return nil
	}
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }
	proxy.ErrorLog = log.New(io.Discard, "", 0)
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL
}

// asEight runs recado local and one process for each service.
func asEight(t *testing.T, faults sandbox.Faults) *stage {
	t.Helper()
	return asEightFor(t, faults, "testdata/shop-a.yaml")
}

// asEightFor runs them for the business of a file.
func asEightFor(t *testing.T, faults sandbox.Faults, file string) *stage {
	t.Helper()
	return asMany(t, faults, file, nil)
}

// asTenWithAModel runs two replicas each of agent-runner and tool-executor, and a stand-in where the model would be.
func asTenWithAModel(t *testing.T, faults sandbox.Faults, model standin.Options) *stage {
	t.Helper()
	server, err := standin.Start(t.Context(), "127.0.0.1:0", model)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	business, err := os.ReadFile("testdata/shop-a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "shop-a.yaml")
	if err := os.WriteFile(file, bytes.Replace(business, []byte("tier: rules"), []byte("tier: balanced"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	s := asMany(t, faults, file,
		map[string][]string{"agent-runner": {"agent-runner-2"}, "tool-executor": {"tool-executor-2"}},
		"RECADO_LLM_BASE_URL="+server.URL, "RECADO_LLM_MODEL=stand-in")
	s.model = server
	return s
}

// asMany runs recado local, a process for each service and the replicas in more, with settings of the test's own.
func asMany(t *testing.T, faults sandbox.Faults, file string, more map[string][]string, own ...string) *stage {
	t.Helper()
	s := newStage(t, faults)
	s.start(t, "local", nil, "recado", "local", "--dir", s.dir)
	s.findDatabase(t)
	env := readEnv(t, filepath.Join(s.dir, "env"))
	s.command(t, "recado", "tenant", "apply", "--dir", s.dir, file)
	doors := map[string]string{}
	for _, service := range services.All() {
		for _, name := range append([]string{service.Name}, more[service.Name]...) {
			doors[name] = "http://" + address(t)
			if name == "ingest" {
				doors[name] = s.url
			}
			door := "RECADO_HTTP_ADDR=" + strings.TrimPrefix(doors[name], "http://")
			s.start(t, name, append(append(slices.Clone(env), door), own...), service.Name)
		}
	}
	for name, door := range doors {
		awaitReady(t, name, door)
	}
	return s
}

// asOne runs recado up.
func asOne(t *testing.T, faults sandbox.Faults) *stage {
	t.Helper()
	s := newStage(t, faults)
	door := "RECADO_HTTP_ADDR=" + strings.TrimPrefix(s.url, "http://")
	s.start(t, "up", []string{door, "RECADO_MCP_ADDR=127.0.0.1:0"}, "recado", "up", "--dir", s.dir, "--tenant", "testdata/shop-a.yaml")
	s.findDatabase(t)
	awaitReady(t, "up", s.url)
	return s
}

// environment is what every process gets: nothing of the developer's own.
func (s *stage) environment() []string {
	env := []string{
		"TENANT_APP_SECRET=" + appSecret, "TENANT_VERIFY_TOKEN=" + secret("TENANT_VERIFY_TOKEN"),
		"TENANT_ACCESS_TOKEN=" + secret("TENANT_ACCESS_TOKEN"),
		"RECADO_WHATSAPP_API_URL=" + s.api, "RECADO_AGENT_RUNNER_LOOP_TURNS=0", // few contacts write for all
	}
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "RECADO_") && !strings.HasPrefix(v, "OTEL_") {
			env = append(env, v)
		}
	}
	return env
}

func (s *stage) start(t *testing.T, name string, env []string, binary string, args ...string) {
	t.Helper()
	dir, err := binaries()
	if err != nil {
		t.Fatal(err)
	}
	s.procs[name] = supervise(t, &supervised{
		name: name, path: filepath.Join(dir, binary), args: args, env: append(s.environment(), env...),
		log: filepath.Join(s.dir, name+".log"),
	})
}

// command runs a command of the single binary to its end and returns what it printed.
func (s *stage) command(t *testing.T, binary string, args ...string) []byte {
	t.Helper()
	dir, err := binaries()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, binary), args...)
	cmd.Env = s.environment()
	out, err := cmd.Output()
	if err != nil {
		var ended *exec.ExitError
		_ = errors.As(err, &ended)
		t.Fatalf("%s %v: %v: %s", binary, args, err, ended.Stderr)
	}
	return out
}

// findDatabase waits until the process says where its database is.
func (s *stage) findDatabase(t *testing.T) {
	t.Helper()
	var found struct {
		Postgres string `json:"postgres_url"`
	}
	until(t, 2*time.Minute, "run.json", func() bool {
		data, err := os.ReadFile(filepath.Join(s.dir, "run.json"))
		return err == nil && json.Unmarshal(data, &found) == nil && found.Postgres != ""
	})
	s.db = &storetest.DB{URL: found.Postgres}
}

// ids are what makes the ids of the tenant that is written to.
func (s *stage) ids(t *testing.T) *identity.Tenant {
	t.Helper()
	text, err := local.SecretKey(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := (&apply.Applier{Store: s.db.Open(t, "recado_console"), Key: key}).Identity(t.Context(), "shop-a")
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func readEnv(t *testing.T, file string) (out []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		out = append(out, name+"="+strings.Trim(value, "'"))
	}
	return out
}

func awaitReady(t *testing.T, name, door string) {
	t.Helper()
	until(t, 2*time.Minute, name+" is ready", func() bool {
		answer, err := http.Get(door + "/readyz")
		if err != nil {
			return false
		}
		_ = answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
}

// until polls, and fails after limit.
func until(t *testing.T, limit time.Duration, what string, done func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			t.Fatalf("waited %s in vain: %s", limit, what)
		case <-tick.C:
		}
	}
}

// address is free, and below the ports that outgoing connections take while its process is down.
func address(t *testing.T) string {
	t.Helper()
	for range 100 {
		addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(10_000+rand.IntN(20_000)))
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", addr)
		if err == nil {
			_ = listener.Close()
			return addr
		}
	}
	t.Fatal("no free port")
	return ""
}
