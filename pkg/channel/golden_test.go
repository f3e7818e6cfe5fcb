package channel_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/testing/protocmp"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var protocmpTransform = protocmp.Transform()

// golden compares lines of JSON with testdata/<name>.golden.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

// describe writes what was parsed as readable JSON.
func describe(t *testing.T, items []channel.Inbound) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, in := range items {
		line := map[string]any{"account": in.Account, "phone": in.From.Phone, "user_id": in.From.UserID, "name": in.ProfileName, "id": in.MessageID, "reply_to": in.ReplyTo}
		if !in.OccurredAt.IsZero() {
			line["at"] = in.OccurredAt.Unix()
		}
		if in.Receipt != nil {
			line["receipt"] = map[string]any{
				"of": in.Receipt.ProviderMessageID, "status": in.Receipt.Status.String(), "errors": in.Receipt.Errors, "callback": in.Receipt.CallbackData,
			}
		}
		if in.Err != nil {
			line["error"] = in.Err.Error()
		}
		if in.Content != nil {
			line["content"] = json.RawMessage(protoText(t, in))
		}
		encoded, err := json.MarshalIndent(line, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(encoded, '\n'))
	}
	return out.Bytes()
}

// protoText is protojson with its deliberately random spaces taken out.
func protoText(t *testing.T, in channel.Inbound) []byte {
	t.Helper()
	encoded, err := protojson.Marshal(in.Content)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := json.Compact(&out, encoded); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestWhatsAppParsesEveryRecordedWebhook(t *testing.T) {
	t.Parallel()
	names := channeltest.Fixtures(t, "whatsapp", "in_")
	names = append(names, channeltest.Fixtures(t, "whatsapp", "status_")...)
	names = append(names, "whatsapp/account_error_130429.json", "whatsapp/signed_compact_escaped.json")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, err := channel.WhatsApp{}.Parse(channeltest.Fixture(t, name))
			if err != nil {
				t.Fatal(err)
			}
			golden(t, strings.TrimSuffix(name, ".json"), describe(t, items))
		})
	}
}
