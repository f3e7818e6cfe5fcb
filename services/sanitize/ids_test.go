package sanitize_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestPersonalDataWrittenAsAnIDGoesNoFurther(t *testing.T) {
	t.Parallel()
	p := start(t)
	const said = "+52 55 1234 5678, ana@example.com"
	wrong := []*recadov1.MessageReceived{
		received(&recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "hola", Referral: &recadov1.Referral{SourceId: said, SourceUrl: said}}}}),
		received(&recadov1.Content{Kind: &recadov1.Content_Media{
			Media: &recadov1.Media{MediaId: said, MimeType: said, Sha256: said, Url: said},
		}}),
		received(&recadov1.Content{Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{Title: "sí", ChoiceId: said}}}),
		received(&recadov1.Content{Kind: &recadov1.Content_Reaction{Reaction: &recadov1.Reaction{MessageId: said}}}),
		received(&recadov1.Content{Kind: &recadov1.Content_Echo{Echo: &recadov1.Echo{Text: "hola", CallbackData: said}}}),
	}
	for _, m := range wrong {
		m.ReplyTo = said
	}
	ids := &recadov1.Media{MediaId: "4111111111111111", MimeType: "image/jpeg", Sha256: "9f86d081884c7d65=", Url: "https://cdn.example/5512345678.jpg"}
	right := received(&recadov1.Content{Kind: &recadov1.Content_Media{Media: ids}})
	out := screen(t, p, append(wrong, right)...)
	for _, m := range out[:len(wrong)] {
		data, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "1234 5678") || strings.Contains(string(data), "ana@") {
			t.Errorf("it goes on: %v", m)
		}
	}
	if got := out[len(wrong)]; !proto.Equal(got.GetContent().GetMedia(), ids) || got.GetReplyTo() != right.ReplyTo {
		t.Errorf("ids became %v", got)
	}
}
