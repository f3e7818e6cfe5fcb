package mail

import (
	"errors"
	"strings"
	"testing"
)

func TestMailURLIsReadOrRefusedWithoutItsPassword(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]Server{
		"": {},
		"smtp://ana%40x.example:pass@mail.example?from=a@b.example": {
			host: "mail.example", port: "587", user: "ana@x.example", password: "pass", from: "a@b.example",
		},
		"smtps://ana%40x.example:pass@mail.example:999": {
			host: "mail.example", port: "999", user: "ana@x.example", password: "pass", from: "ana@x.example", implicit: true,
		},
		"smtp://localhost:25?from=a@b.example": {host: "localhost", port: "25", from: "a@b.example", plain: true},
	} {
		got, err := Parse(url)
		got.tls = nil
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v", url, got, err)
		}
	}
	for _, url := range []string{
		"mail.example", "http://mail.example", "smtp://", "smtp://u:hunter2@mail.example", "smtp://u:hunter2@mail.example?from=nobody",
		"smtp://u:hunter2@[x",
	} {
		if _, err := Parse(url); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestWithoutAServerNothingIsSent(t *testing.T) {
	t.Parallel()
	err := Server{}.Send(t.Context(), Letter{To: "ana@x.example", ID: "1", Subject: "Hola", Body: "texto"})
	if final, ok := errors.AsType[FinalError](err); !ok || strings.Contains(final.Error(), "ana@") {
		t.Errorf("got %v", err)
	}
}

func TestLetterIsOneTextWithHeadersOfItsOwn(t *testing.T) {
	t.Parallel()
	m, err := Parse("smtp://localhost?from=avisos@recado.example")
	if err != nil {
		t.Fatal(err)
	}
	data, err := m.write(Letter{To: "ana@x.example", ID: "7", Subject: "Señora\r\nBcc: x@y.example", Body: "Hola\n.\nAdiós"})
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(data), "\r\n\r\n")
	if strings.Contains(head, "\nBcc:") || !strings.Contains(head, "Message-ID: <7@recado.example>") || !strings.Contains(body, "Adi=C3=B3s") {
		t.Errorf("got %s", data)
	}
}
