//go:build !race

package services_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/erasure"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/vault"
)

// person is somebody whose number, name and address all begin in the same way as those of the others of their group.
type person struct{ phone, name, text, wamid string }

// group is people who share the first letters of all that they say of themselves.
type group struct {
	people []person
	marks  []string
}

func groupOf(n int, digits, word string) group {
	g := group{marks: []string{"521" + digits, digits, digits[:2] + " " + digits[2:6] + " " + digits[6:], word}}
	for i := range n {
		tail := fmt.Sprintf("%0*d", 10-len(digits), i)
		local := digits + tail
		number := "521" + local
		g.people = append(g.people, person{
			phone: number, name: word + " " + tail,
			text: fmt.Sprintf("Soy %s%s, mi teléfono es %s %s %s y mi correo %[1]s%[2]s@privado.example",
				word, tail, local[:2], local[2:6], local[6:]),
			wamid: "wamid." + base64.StdEncoding.EncodeToString([]byte("\x1c\x18\x0d"+number+"\x15\x02\x00\x12\x18\x14"+
				strings.ToUpper(hex.EncodeToString(fmt.Appendf(nil, "%010d", i)))+"\x00")),
		})
	}
	return g
}

// patterns are a text in every writing that it may take on the way: as it is, backwards, in base64 at each place of three, in hex, with
// percent signs, and in two bytes a letter.
func patterns(text string) (out [][]byte) {
	out = append(out, []byte(text), []byte(url.QueryEscape(text)), []byte(url.PathEscape(text)),
		[]byte(hex.EncodeToString([]byte(text))), []byte(strings.ToUpper(hex.EncodeToString([]byte(text)))))
	back := []byte(text)
	slices.Reverse(back)
	out = append(out, back)
	for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for shift := range 3 {
			whole := alphabet.EncodeToString(append(bytes.Repeat([]byte("x"), shift), text...))
			from := (shift*8 + 5) / 6 // what is of the bytes before, and of those after, is another in each place
			out = append(out, []byte(whole[from:(shift+len(text))*8/6]))
		}
	}
	var little, big []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		little, big = append(little, byte(unit), byte(unit>>8)), append(big, byte(unit>>8), byte(unit))
	}
	return append(out, little, big)
}

// mark returns the first mark of a group that stands in data, whatever its writing.
func (g group) mark(data []byte) string {
	for _, mark := range g.marks {
		for _, pattern := range patterns(mark) {
			if bytes.Contains(data, pattern) {
				return mark
			}
		}
	}
	return ""
}

func TestASearchForAGroupSeesThroughCodings(t *testing.T) {
	t.Parallel()
	g := groupOf(3, "55617430", "zoraidaxq")
	number := g.people[1].phone
	for name, data := range map[string]string{
		"a real message id": g.people[1].wamid, "clear": "tel " + number, "hex": hex.EncodeToString([]byte("a" + number)),
		"base64 of any place": base64.URLEncoding.EncodeToString([]byte("ab"+number)) + base64.StdEncoding.EncodeToString([]byte("a"+number)),
		"backwards":           "98" + string(reversed(number)), "escaped": url.QueryEscape("soy " + g.people[1].name), "spaced": g.people[1].text,
	} {
		if g.mark([]byte(data)) == "" {
			t.Errorf("%s: not found in %q", name, data)
		}
		if other := groupOf(3, "5562852", "conservadaxq"); other.mark([]byte(data)) != "" {
			t.Errorf("%s: another group's mark was found", name)
		}
	}
}

func reversed(s string) []byte {
	b := []byte(s)
	slices.Reverse(b)
	return b
}

// write posts one text of a person.
func (l *lab) write(t *testing.T, p person) error {
	body := textBody(p.phone, p.wamid, p.text)
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	data = bytes.ReplaceAll(data, []byte(`"name":"Prueba"`), fmt.Appendf(nil, `"name":%q`, p.name))
	if status := l.post(t, shopA, appSecret, data); status != http.StatusOK {
		return fmt.Errorf("webhook answered %d", status)
	}
	return nil
}

// erase does what recado contact erase does.
func (l *lab) erase(t *testing.T, console *store.Store, contact string) {
	t.Helper()
	conversations, err := console.ConversationsOf(t.Context(), "shop-a", contact)
	if err != nil || len(conversations) != 1 {
		t.Fatalf("%d conversations, %v", len(conversations), err)
	}
	if existed, err := vault.Erase(t.Context(), l.Bus, "shop-a", contact); err != nil || !existed {
		t.Fatalf("the key: %v, %v", existed, err)
	}
	who := erasure.Of{Tenant: "shop-a", Contact: contact, Conversations: conversations}
	if _, err := erasure.Messages(t.Context(), l.Bus, who); err != nil {
		t.Fatal(err)
	}
	if _, known, err := console.EraseContact(t.Context(), "shop-a", contact); err != nil || !known {
		t.Fatalf("the rows: %v, %v", known, err)
	}
}

// files are the NATS server's files and PostgreSQL's tables, indexes and statistics as they are on the disk. Its log of writes is not
// among them: docs/privacy.md says how long that keeps what was erased.
func (l *lab) files(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(l.Server.Dir(), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			return nil
		}
		out["file "+strings.TrimPrefix(path, l.Server.Dir())] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"VACUUM (FULL, ANALYZE)", "CHECKPOINT"} { // as docs/privacy.md says
		l.db.Exec(t, statement)
	}
	var names []string
	l.db.QueryRow(t, `SELECT array_agg(c.oid::regclass::text) FROM pg_class c
		WHERE pg_relation_filepath(c.oid) IS NOT NULL AND NOT relisshared`, nil, &names)
	for _, name := range names {
		var data []byte
		l.db.QueryRow(t, `SELECT coalesce(pg_read_binary_file(pg_relation_filepath($1::text::regclass), 0, 1 << 29, true), '')`, []any{name}, &data)
		out["relation "+name] = data
	}
	return out
}

// TestOfErasedContactsNothingIsLeft is no parallel test: the exporter reads the process's own environment.
func TestOfErasedContactsNothingIsLeft(t *testing.T) {
	spans := newCollector(t)
	l := newLab(t, "testdata/shop-a.yaml")
	gone, kept := groupOf(50, "55617430", "zoraidaxq"), groupOf(150, "5562852", "conservadaxq")
	everybody := append(slices.Clone(gone.people), kept.people...)
	var posts errgroup.Group
	posts.SetLimit(8)
	for _, p := range everybody {
		posts.Go(func() error { return l.write(t, p) })
	}
	if err := posts.Wait(); err != nil {
		t.Fatal(err)
	}
	bustest.Eventually(t, "everybody is answered, and nothing is on its way", func() bool {
		return l.count(t, `SELECT count(*) FROM delivery.deliveries WHERE state = 'sent'`) >= len(everybody) &&
			l.count(t, `SELECT count(*) FROM chat.turns WHERE published_at IS NULL`) == 0
	})
	console, ids := l.db.Open(t, "recado_console"), l.ids(t, "shop-a")
	for _, p := range gone.people {
		l.erase(t, console, ids.ContactID("whatsapp", shopA, p.phone))
	}
	l.checkKeys(t, gone, false)
	l.checkKeys(t, kept, true)

	places := l.files(t)
	for _, name := range l.streams(t) {
		places["stream "+name] = l.stream(t, name)
	}
	for _, name := range l.tables(t) {
		places["table "+name] = l.table(t, name)
	}
	l.Stop(t) // which exports the last spans
	places["the log"], places["the exported telemetry"] = []byte(l.Log()), spans.bytes()
	found := 0
	for where, data := range places {
		if mark := gone.mark(data); mark != "" {
			t.Errorf("%s holds %q of somebody who was erased", where, mark)
		}
		if kept.mark(data) != "" {
			found++
		}
	}
	if found < 3 || len(places) < 100 || len(spans.bytes()) == 0 {
		t.Errorf("of those who were not erased something is in %d of %d places: the search finds nothing anywhere", found, len(places))
	}
}

// checkKeys: whose key is there can be written to.
func (l *lab) checkKeys(t *testing.T, g group, want bool) {
	t.Helper()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.New(key, l.Bus)
	if err != nil {
		t.Fatal(err)
	}
	ids := l.ids(t, "shop-a")
	for _, p := range g.people {
		if _, known, err := v.Find(t.Context(), "shop-a", ids.ContactID("whatsapp", shopA, p.phone)); err != nil || known != want {
			t.Fatalf("the key of %s: %v, %v", p.name, known, err)
		}
	}
}
