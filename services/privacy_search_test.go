package services_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// find returns the first writing of a secret that stands in data, as it is or under a coding.
func find(data []byte, s secretOf) string {
	for _, view := range views(data, 2) {
		for _, writing := range s {
			if bytes.Contains(view, []byte(writing)) {
				return writing
			}
		}
	}
	return ""
}

var (
	base64Run  = regexp.MustCompile(`[A-Za-z0-9+/_-]{12,}={0,2}`)
	hexRun     = regexp.MustCompile(`(?:[0-9a-fA-F]{2}){8,}`)
	escapedRun = regexp.MustCompile(`\\+u00[0-9a-fA-F]{2}`)
	percentRun = regexp.MustCompile(`%[0-9a-fA-F]{2}`)
)

// views are data as it is, and what stands in it in base64, hex, JSON escapes and percent signs, in one another as deep as depth.
func views(data []byte, depth int) [][]byte {
	out := [][]byte{data}
	if depth == 0 || len(data) == 0 {
		return out
	}
	var decoded [][]byte
	for _, run := range base64Run.FindAll(data, -1) {
		run = bytes.TrimRight(run, "=")
		for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			for cut := range 4 { // a run may begin with what is not of it
				if plain, err := alphabet.DecodeString(string(run[min(cut, len(run)):])); err == nil {
					decoded = append(decoded, plain)
				}
			}
		}
	}
	for _, run := range hexRun.FindAll(data, -1) {
		if plain, err := hex.DecodeString(string(run)); err == nil {
			decoded = append(decoded, plain)
		}
	}
	out = append(out, views(bytes.Join(decoded, []byte{'\n'}), depth-1)...)
	unescape := func(run []byte) []byte {
		n, err := strconv.ParseUint(string(run[len(run)-2:]), 16, 8)
		if err != nil {
			return run
		}
		return []byte{byte(n)}
	}
	if plain := percentRun.ReplaceAllFunc(escapedRun.ReplaceAllFunc(data, unescape), unescape); !bytes.Equal(plain, data) {
		out = append(out, plain)
	}
	return out
}

func TestTheSearchSeesThroughCodings(t *testing.T) {
	t.Parallel()
	s := secretOf{"55 8147 2963"}
	for name, data := range map[string]string{
		"clear": "tel 55 8147 2963", "base64": base64.StdEncoding.EncodeToString([]byte("mi tel es 55 8147 2963, sí")),
		"hex": `\\x` + hex.EncodeToString([]byte("tel 55 8147 2963")), "JSON": `"55\u00208147\u00202963"`, "percent": "55%208147%202963",
		"base64 in hex": hex.EncodeToString([]byte(base64.RawURLEncoding.EncodeToString([]byte("tel 55 8147 2963")))),
	} {
		if find([]byte(data), s) == "" {
			t.Errorf("%s: not found in %q", name, data)
		}
	}
	if find([]byte("tel 55 8147 2964"), s) != "" {
		t.Error("found what is not there")
	}
}

// streams lists every stream of the server: buckets and object stores are streams too.
func (l *lab) streams(t *testing.T) (out []string) {
	t.Helper()
	js, err := jetstream.New(l.Server.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	names := js.StreamNames(t.Context())
	for name := range names.Name() {
		out = append(out, name)
	}
	if err := names.Err(); err != nil || len(out) == 0 {
		t.Fatalf("%d streams, %v", len(out), err)
	}
	return out
}

// stream is all that a stream holds: subjects, headers and bodies.
func (l *lab) stream(t *testing.T, name string) []byte {
	t.Helper()
	js, err := jetstream.New(l.Server.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for seq := max(1, s.CachedInfo().State.FirstSeq); seq <= s.CachedInfo().State.LastSeq; seq++ {
		m, err := s.GetMsg(t.Context(), seq)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s %v\n%s\n", m.Subject, m.Header, m.Data)
	}
	return out.Bytes()
}

// tables lists every table of ours.
func (l *lab) tables(t *testing.T) []string {
	t.Helper()
	var names string
	l.db.QueryRow(t, `SELECT string_agg(format('%I.%I', n.nspname, c.relname), ' ') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('core', 'chat', 'business', 'knowledge', 'delivery')`, nil, &names)
	return strings.Fields(names)
}

// table is all rows of a table as text, bytea in hex.
func (l *lab) table(t *testing.T, name string) []byte {
	t.Helper()
	var text string
	l.db.QueryRow(t, `SELECT coalesce(string_agg(x::text, E'\n'), '') FROM `+name+` AS x`, nil, &text)
	return []byte(text)
}

// collector takes what the process exports by OTLP.
type collector struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, _ = io.Copy(&c.data, r.Body)
	}))
	t.Cleanup(server.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	return c
}

func (c *collector) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.data.Bytes())
}

// gateway publishes a text as the pager's gateway does.
func (l *lab) gateway(t *testing.T, id, text string) {
	t.Helper()
	data, err := proto.Marshal(&recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			TenantId: "shop-a", Channel: "pager", AccountId: "shop-a-pager", MessageId: id,
			Contact: &recadov1.Contact{ContactId: "pager-7"}, OccurredAt: timestamppb.Now(),
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
	})
	if err == nil {
		err = l.Bus.PublishRaw(context.WithoutCancel(t.Context()), subject.GatewayInbound+".pager.shop-a", id, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// gatewayReply is the first reply to a gateway.
func (l *lab) gatewayReply(t *testing.T) string {
	t.Helper()
	var reply recadov1.ReplyDrafted
	if err := proto.Unmarshal(bustest.CollectRaw(t, l.Server, subject.Stream(subject.GatewayOutbound), 1)[0].Data(), &reply); err != nil {
		t.Fatal(err)
	}
	return reply.GetContent().GetText()
}
