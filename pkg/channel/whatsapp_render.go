package channel

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Limits of the platform, in UTF-16 units.
const (
	whatsappText        = 4096
	whatsappBody        = 1024
	whatsappButtons     = 3
	whatsappButtonTitle = 20
	whatsappButtonID    = 256
	whatsappRows        = 10
	whatsappRowTitle    = 24
	whatsappRowDetail   = 72
	whatsappRowID       = 200
)

type whatsappOut struct {
	Product       string               `json:"messaging_product"`
	RecipientType string               `json:"recipient_type"`
	To            string               `json:"to,omitempty"`
	Recipient     string               `json:"recipient,omitempty"`
	Type          string               `json:"type"`
	Context       *whatsappContext     `json:"context,omitempty"`
	Text          *whatsappOutText     `json:"text,omitempty"`
	Interactive   *whatsappInteractive `json:"interactive,omitempty"`
	Template      *whatsappTemplate    `json:"template,omitempty"`
	CallbackData  string               `json:"biz_opaque_callback_data,omitempty"`
}

type whatsappContext struct {
	MessageID string `json:"message_id"`
}

type whatsappOutText struct {
	PreviewURL bool   `json:"preview_url"`
	Body       string `json:"body"`
}

type whatsappInteractive struct {
	Type   string          `json:"type"`
	Body   whatsappCaption `json:"body"`
	Action whatsappAction  `json:"action"`
}

type whatsappCaption struct {
	Text string `json:"text"`
}

type whatsappAction struct {
	Buttons  []whatsappButton  `json:"buttons,omitempty"`
	Button   string            `json:"button,omitempty"`
	Sections []whatsappSection `json:"sections,omitempty"`
}

type whatsappButton struct {
	Type  string      `json:"type"`
	Reply whatsappRow `json:"reply"`
}

type whatsappSection struct {
	Rows []whatsappRow `json:"rows"`
}

type whatsappRow struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
}

// Render splits a long text at paragraphs, then sentences; the choices hang on the last part. Choices that neither buttons nor
// a list can show become numbered lines of the text. Each part carries CallbackData; the first one quotes.
func (WhatsApp) Render(d Draft) ([]Request, error) {
	meta, content := d.Reply.GetMeta(), d.Reply.GetContent()
	if d.To.User() == "" {
		return nil, errors.New("address: expected a phone or a user id, got neither")
	}
	if meta.GetAccountId() == "" {
		return nil, errors.New("meta.account_id: expected the sending account, got none")
	}
	messages, err := whatsappMessages(content, d.Language)
	if err != nil {
		return nil, err
	}
	out := make([]Request, len(messages))
	for i, m := range messages {
		m.Product, m.RecipientType = "whatsapp", "individual"
		m.address(d.To)
		m.CallbackData = CallbackData(d.Reply.GetReplyId(), i+1)
		if quoted := content.GetReplyTo(); i == 0 && quoted != "" {
			m.Context = &whatsappContext{MessageID: quoted}
		}
		body, err := json.Marshal(m)
		if err != nil {
			return nil, fmt.Errorf("encode part %d: %w", i+1, err)
		}
		out[i] = Request{Method: http.MethodPost, Path: whatsappPath(meta.GetAccountId()), Body: body}
	}
	return out, nil
}

// address prefers the phone: the platform does so too when it is given both.
func (m *whatsappOut) address(to Address) {
	if to.Phone != "" {
		m.To = to.Phone
		return
	}
	m.Recipient = to.UserID
}

func whatsappMessages(content *recadov1.ReplyContent, language string) ([]whatsappOut, error) {
	if t := content.GetTemplate(); t != nil {
		return []whatsappOut{{Type: "template", Template: whatsappTemplateOf(t)}}, nil
	}
	text, choices := strings.TrimSpace(content.GetText()), tidyChoices(content.GetChoices())
	if text == "" {
		return nil, errors.New("content.text: expected a text, got none")
	}
	interactive := whatsappOffer(choices, language)
	if interactive == nil {
		return whatsappTexts(appendNumbered(text, choices)), nil
	}
	head, tail := splitTail(text, whatsappBody)
	interactive.Body.Text = tail
	return append(whatsappTexts(head), whatsappOut{Type: "interactive", Interactive: interactive}), nil
}

func whatsappTexts(text string) []whatsappOut {
	var out []whatsappOut
	for _, part := range Split(text, whatsappText) {
		out = append(out, whatsappOut{Type: "text", Text: &whatsappOutText{Body: part}})
	}
	return out
}

// whatsappOffer returns buttons where they fit, else a list, else nil.
func whatsappOffer(choices []*recadov1.Choice, language string) *whatsappInteractive {
	buttons := choiceLimits{count: whatsappButtons, title: whatsappButtonTitle, id: whatsappButtonID}
	rows := choiceLimits{count: whatsappRows, title: whatsappRowTitle, id: whatsappRowID, description: whatsappRowDetail}
	switch {
	case buttons.fit(choices):
		return &whatsappInteractive{Type: "button", Action: whatsappAction{Buttons: whatsappButtonsOf(choices)}}
	case rows.fit(choices):
		section := whatsappSection{Rows: whatsappRowsOf(choices)}
		return &whatsappInteractive{Type: "list", Action: whatsappAction{Button: listLabel(language), Sections: []whatsappSection{section}}}
	default:
		return nil
	}
}

func whatsappButtonsOf(choices []*recadov1.Choice) []whatsappButton {
	var out []whatsappButton
	for _, row := range whatsappRowsOf(choices) {
		out = append(out, whatsappButton{Type: "reply", Reply: row})
	}
	return out
}

func whatsappRowsOf(choices []*recadov1.Choice) []whatsappRow {
	var out []whatsappRow
	for _, c := range choices {
		out = append(out, whatsappRow{ID: c.GetId(), Title: c.GetTitle(), Description: c.GetDescription()})
	}
	return out
}

// listLabel opens a list; at most 20 characters.
func listLabel(language string) string {
	switch language {
	case "en":
		return "View options"
	case "pt":
		return "Ver opções"
	default:
		return "Ver opciones"
	}
}
