package channel_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func reply(text string, choices ...*recadov1.Choice) *recadov1.ReplyDrafted {
	return &recadov1.ReplyDrafted{
		Meta:    &recadov1.Meta{AccountId: "551900334420178", ConversationKey: "0b8f5f4e-0000-8000-8000-000000000000"},
		ReplyId: "01936c2e-0000-7000-8000-000000000001", TurnId: "t-9",
		Content: &recadov1.ReplyContent{Text: text, Choices: choices},
	}
}

func numbered(n int, title string) []*recadov1.Choice {
	var out []*recadov1.Choice
	for i := range n {
		out = append(out, &recadov1.Choice{Id: fmt.Sprintf("slot:%d", i+1), Title: fmt.Sprintf("%s %02d:00", title, 8+i)})
	}
	return out
}

func TestWhatsAppRendersReplies(t *testing.T) {
	t.Parallel()
	phone, named := channel.Address{Phone: "5215550147781", UserID: "MX.4471902286653190"}, channel.Address{UserID: "MX.4471902286653190"}
	quoting := reply("¡Sí! Tenemos el 42 en azul. ¿Te lo aparto?")
	quoting.Content.ReplyTo = "wamid.X"
	long := strings.Repeat("Una frase entera.\n", 240)
	detailed := numbered(2, "Mié")
	detailed[0].Description = "Sucursal Centro"
	approved := reply("Te recordamos tu cita.")
	approved.Content.Template = &recadov1.Template{Name: "recordatorio_cita", Language: "es_MX", Parameters: []string{"Limpieza", "martes\n24  de noviembre", ""}}
	tests := []struct {
		name  string
		draft channel.Draft
	}{
		{"template", channel.Draft{Reply: approved, To: phone}},
		{"text_quoting", channel.Draft{Reply: quoting, To: phone}},
		{"text_to_user_id", channel.Draft{Reply: reply("Con gusto."), To: named}},
		{"text_in_two_parts", channel.Draft{Reply: reply(long), To: phone}},
		{"three_buttons", channel.Draft{Reply: reply("¿A qué hora?", numbered(3, "Mié")...), To: phone}},
		{"buttons_after_long_text", channel.Draft{Reply: reply(long, numbered(2, "Mié")...), To: phone}},
		{"list_for_four", channel.Draft{Reply: reply("¿A qué hora?", numbered(4, "Mié")...), To: phone, Language: "en"}},
		{"list_for_descriptions", channel.Draft{Reply: reply("¿A qué hora?", detailed...), To: phone}},
		{"list_for_titles_of_24", channel.Draft{Reply: reply("¿A qué hora?", numbered(2, "Miércoles 7 enero")...), To: phone, Language: "pt"}},
		{"numbers_for_eleven", channel.Draft{Reply: reply("¿A qué hora?", numbered(11, "Mié")...), To: phone}},
		{"numbers_for_long_titles", channel.Draft{Reply: reply("¿A qué hora?", numbered(2, "Miércoles siete de enero")...), To: phone}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			requests, err := channel.WhatsApp{}.Render(tt.draft)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "whatsapp/out_"+tt.name, indented(t, requests))
		})
	}
}

func indented(t *testing.T, requests []channel.Request) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, r := range requests {
		fmt.Fprintln(&out, r.Method, r.Path, r.Subject)
		if err := json.Indent(&out, r.Body, "", "  "); err != nil {
			t.Fatal(err)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// The recorded sends, less what our rendering adds or leaves out on purpose: callback data of our own, no header, footer or section titles.
func TestWhatsAppRendersWhatThePlatformTakes(t *testing.T) {
	t.Parallel()
	phone, named := channel.Address{Phone: "5215550147781"}, channel.Address{UserID: "MX.4471902286653190"}
	quoting := reply("¡Sí! Tenemos el 42 en azul. ¿Te lo aparto?")
	quoting.Content.ReplyTo = "wamid.SEJnTjUyMTU1NTAxNDc3ODFGUUlBRWhnVTAwMDAwMDAwM0VCMEExMUMxRUVG"
	buttons := reply("¿Confirmo tu pedido 8841?",
		&recadov1.Choice{Id: "order:confirm:8841", Title: "Confirmar"},
		&recadov1.Choice{Id: "order:edit:8841", Title: "Cambiar"},
		&recadov1.Choice{Id: "order:cancel:8841", Title: "Cancelar"})
	for name, draft := range map[string]channel.Draft{
		"out_text.json":          {Reply: quoting, To: phone},
		"out_text_to_bsuid.json": {Reply: reply("Con gusto te ayudo con la devolución."), To: named},
		"out_buttons.json":       {Reply: buttons, To: phone},
	} {
		requests, err := channel.WhatsApp{}.Render(draft)
		if err != nil || len(requests) != 1 {
			t.Fatalf("%s: got %d requests, %v", name, len(requests), err)
		}
		if diff := cmp.Diff(comparable(t, channeltest.Fixture(t, "whatsapp/"+name)), comparable(t, requests[0].Body)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	typing, _ := channel.WhatsApp{}.Typing("551900334420178", quoting.Content.ReplyTo)
	if diff := cmp.Diff(comparable(t, channeltest.Fixture(t, "whatsapp/out_read_typing.json")), comparable(t, typing.Body)); diff != "" {
		t.Errorf("typing: %s", diff)
	}
}

func comparable(t *testing.T, body []byte) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatal(err)
	}
	delete(out, "biz_opaque_callback_data")
	if text, ok := out["text"].(map[string]any); ok {
		delete(text, "preview_url") // false is the default
	}
	if interactive, ok := out["interactive"].(map[string]any); ok {
		delete(interactive, "footer")
	}
	return out
}
