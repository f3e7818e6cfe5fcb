package ingest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// pausing gives its parts one a read, and says before each what is held.
type pausing struct {
	parts [][]byte
	held  func()
}

func (p *pausing) Read(b []byte) (int, error) {
	p.held()
	if len(p.parts) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.parts[0])
	if p.parts[0] = p.parts[0][n:]; len(p.parts[0]) == 0 {
		p.parts = p.parts[1:]
	}
	return n, nil
}

func TestABodyTakesMemoryAsItsBytesCome(t *testing.T) {
	t.Parallel()
	reader := newBodyReader(4<<20, 16<<20, pageGrace)
	var held []int64
	part := bytes.Repeat([]byte("a"), 100<<10)
	in := &pausing{parts: [][]byte{part, part, part}, held: func() { held = append(held, reader.room.used["account a"]) }}
	req := httptest.NewRequest(http.MethodPost, "/", in)
	req.ContentLength = 4 << 20
	body, release, err := reader.read(httptest.NewRecorder(), req, "account a")
	if err != nil || len(body) != 300<<10 {
		t.Fatalf("%d bytes, %v", len(body), err)
	}
	if held[0] != bodyStep || held[len(held)-1] > 400<<10 {
		t.Errorf("held %v", held)
	}
	release()
	if len(reader.room.used) != 0 || !reader.room.all.TryAcquire(16<<20) {
		t.Errorf("something is still held: %v", reader.room.used)
	}
}

func TestOneAccountAndOneAddressHaveAShareOfTheMemory(t *testing.T) {
	t.Parallel()
	room := newBodyReader(1<<20, 16<<20, pageGrace).room
	for _, n := range []int64{3 << 20, 1 << 20} {
		if err := room.take(t.Context(), []string{"account a", "address x"}, n); err != nil {
			t.Fatal(err)
		}
	}
	for _, whose := range [][]string{{"account a", "address y"}, {"account b", "address x"}} {
		if err := room.take(t.Context(), whose, 1); !errors.Is(err, errBusy) {
			t.Errorf("%v: %v", whose, err)
		}
	}
	if err := room.take(t.Context(), []string{"account b", "address y"}, 1<<20); err != nil {
		t.Errorf("another account from another address: %v", err)
	}
	room.give([]string{"account a", "address x"}, 4<<20)
	if err := room.take(t.Context(), []string{"account a", "address x"}, 4<<20); err != nil {
		t.Errorf("given back: %v", err)
	}
}
