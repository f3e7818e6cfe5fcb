package channel

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// whatsappMessage is what every type of message has; its content is read apart, so that a strange content still has a sender.
type whatsappMessage struct {
	ID           string   `json:"id"`
	From         string   `json:"from"`
	FromUserID   string   `json:"from_user_id"`
	To           string   `json:"to"`
	ToUserID     string   `json:"to_user_id"`
	Timestamp    unixTime `json:"timestamp"`
	Type         string   `json:"type"`
	CallbackData string   `json:"biz_opaque_callback_data"`
	Context      struct {
		ID string `json:"id"`
	} `json:"context"`
}

func (m whatsappMessage) inbound(who Address, fields string) (Inbound, error) {
	if m.ID == "" {
		return Inbound{}, errors.New("id: expected a message id, got none")
	}
	if who.User() == "" {
		return Inbound{}, fmt.Errorf("%s: expected one of them, got none", fields)
	}
	return Inbound{From: who, MessageID: m.ID, ReplyTo: m.Context.ID, OccurredAt: time.Time(m.Timestamp)}, nil
}

type whatsappMedia struct {
	ID       string `json:"id"`
	MimeType string `json:"mime_type"`
	SHA256   string `json:"sha256"`
	Filename string `json:"filename"`
	Caption  string `json:"caption"`
	URL      string `json:"url"`
	Voice    bool   `json:"voice"`
}

type whatsappChoice struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

type whatsappContent struct {
	Text struct {
		Body string `json:"body"`
	} `json:"text"`
	Referral *struct {
		SourceID  string `json:"source_id"`
		SourceURL string `json:"source_url"`
		Headline  string `json:"headline"`
	} `json:"referral"`
	Image       *whatsappMedia `json:"image"`
	Video       *whatsappMedia `json:"video"`
	Audio       *whatsappMedia `json:"audio"`
	Document    *whatsappMedia `json:"document"`
	Sticker     *whatsappMedia `json:"sticker"`
	Interactive struct {
		Type        string          `json:"type"`
		ButtonReply *whatsappChoice `json:"button_reply"`
		ListReply   *whatsappChoice `json:"list_reply"`
	} `json:"interactive"`
	Button *struct {
		Payload string `json:"payload"`
		Text    string `json:"text"`
	} `json:"button"`
	Location *struct {
		Latitude  float64 `json:"latitude"`
		Longitude float64 `json:"longitude"`
		Name      string  `json:"name"`
		Address   string  `json:"address"`
	} `json:"location"`
	Reaction *struct {
		MessageID string `json:"message_id"`
		Emoji     string `json:"emoji"`
	} `json:"reaction"`
	System struct {
		Type string `json:"type"`
	} `json:"system"`
}

// content reads what a message says. What cannot be read, or has no form here (contacts, orders, flows), is Unsupported: its sender
// gets an answer.
func (m whatsappMessage) content(raw json.RawMessage) *recadov1.Content {
	var c whatsappContent
	if json.Unmarshal(raw, &c) != nil {
		return unsupported(m.Type)
	}
	var content *recadov1.Content
	switch m.Type {
	case "text":
		content = c.text()
	case "image", "video", "audio", "document", "sticker":
		content = c.media(m.Type)
	case "interactive":
		content = c.interactive()
	case "button":
		content = c.templateButton()
	case "location":
		content = c.location()
	case "reaction":
		content = c.reaction()
	case "system":
		content = system(c.System.Type)
	case "request_welcome":
		content = system(m.Type)
	}
	if content == nil {
		return unsupported(m.Type)
	}
	return content
}

func (c whatsappContent) text() *recadov1.Content {
	if strings.TrimSpace(c.Text.Body) == "" {
		return nil
	}
	text := &recadov1.Text{Body: c.Text.Body}
	if r := c.Referral; r != nil {
		text.Referral = &recadov1.Referral{SourceId: r.SourceID, SourceUrl: r.SourceURL, Headline: r.Headline}
	}
	return &recadov1.Content{Kind: &recadov1.Content_Text{Text: text}}
}

func (c whatsappContent) media(kind string) *recadov1.Content {
	file, mediaType := c.Image, recadov1.MediaType_MEDIA_TYPE_IMAGE
	switch kind {
	case "video":
		file, mediaType = c.Video, recadov1.MediaType_MEDIA_TYPE_VIDEO
	case "audio":
		file, mediaType = c.Audio, recadov1.MediaType_MEDIA_TYPE_AUDIO
	case "document":
		file, mediaType = c.Document, recadov1.MediaType_MEDIA_TYPE_DOCUMENT
	case "sticker":
		file, mediaType = c.Sticker, recadov1.MediaType_MEDIA_TYPE_STICKER
	}
	if file == nil || file.ID == "" {
		return nil
	}
	if kind == "audio" && file.Voice {
		mediaType = recadov1.MediaType_MEDIA_TYPE_VOICE
	}
	return &recadov1.Content{Kind: &recadov1.Content_Media{Media: &recadov1.Media{
		Type: mediaType, MediaId: file.ID, MimeType: file.MimeType, Sha256: file.SHA256,
		Filename: file.Filename, Caption: file.Caption, Url: file.URL,
	}}}
}

func (c whatsappContent) interactive() *recadov1.Content {
	switch {
	case c.Interactive.Type == "button_reply" && c.Interactive.ButtonReply != nil:
		return tap(recadov1.InteractiveType_INTERACTIVE_TYPE_BUTTON, *c.Interactive.ButtonReply)
	case c.Interactive.Type == "list_reply" && c.Interactive.ListReply != nil:
		return tap(recadov1.InteractiveType_INTERACTIVE_TYPE_LIST, *c.Interactive.ListReply)
	default:
		return nil
	}
}

func (c whatsappContent) templateButton() *recadov1.Content {
	if c.Button == nil {
		return nil
	}
	return tap(recadov1.InteractiveType_INTERACTIVE_TYPE_TEMPLATE_BUTTON, whatsappChoice{ID: c.Button.Payload, Title: c.Button.Text})
}

func tap(kind recadov1.InteractiveType, choice whatsappChoice) *recadov1.Content {
	return &recadov1.Content{Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{
		Type: kind, ChoiceId: choice.ID, Title: choice.Title, Description: choice.Description,
	}}}
}

func (c whatsappContent) location() *recadov1.Content {
	l := c.Location
	if l == nil || math.Abs(l.Latitude) > 90 || math.Abs(l.Longitude) > 180 {
		return nil
	}
	return &recadov1.Content{Kind: &recadov1.Content_Location{Location: &recadov1.Location{
		Latitude: l.Latitude, Longitude: l.Longitude, Name: l.Name, Address: l.Address,
	}}}
}

func (c whatsappContent) reaction() *recadov1.Content {
	if c.Reaction == nil {
		return nil
	}
	return &recadov1.Content{Kind: &recadov1.Content_Reaction{Reaction: &recadov1.Reaction{
		MessageId: c.Reaction.MessageID, Emoji: c.Reaction.Emoji,
	}}}
}

func system(kind string) *recadov1.Content {
	return &recadov1.Content{Kind: &recadov1.Content_System{System: &recadov1.System{Type: kind}}}
}

func unsupported(kind string) *recadov1.Content {
	return &recadov1.Content{Kind: &recadov1.Content_Unsupported{Unsupported: &recadov1.Unsupported{Type: kind}}}
}
