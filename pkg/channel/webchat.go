package channel

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Webchat is Recado's own web chat: JSON frames over POST in, server-sent events out.
type Webchat struct{}

// The types of frames.
const (
	FrameUserMessage   = "user.message"
	FrameResume        = "session.resume"
	FrameDelta         = "assistant.delta"
	FrameDone          = "assistant.done"
	FrameWithdrawn     = "assistant.withdrawn"
	frameVersion       = 1
	webchatTextRunes   = 8000
	webchatClientIDMax = 128
)

// Frame is one web chat frame, in either direction. Deltas are a draft: a done or withdrawn frame of the same turn replaces them.
type Frame struct {
	V           int           `json:"v"`
	Type        string        `json:"type"`
	EventID     uint64        `json:"event_id,omitempty"`
	SessionID   string        `json:"session_id,omitempty"`
	TurnID      string        `json:"turn_id,omitempty"`
	MessageID   string        `json:"message_id,omitempty"`
	ClientMsgID string        `json:"client_msg_id,omitempty"`
	TS          *time.Time    `json:"ts,omitempty"`
	Text        string        `json:"text,omitempty"`
	Buttons     []FrameButton `json:"buttons,omitempty"`
	LastEventID uint64        `json:"last_event_id,omitempty"`
	// Sealed are the values of the tokens in the texts, on the way from the sender to the door of the page; the page never gets them.
	Sealed []FrameValue `json:"sealed,omitempty"`
	FrameProgress
	// ChoiceID is set when a user message is a tap on a button; the text is then its title.
	ChoiceID string `json:"choice_id,omitempty"`
}

// FrameValue is a sealed value and the token that stands for it.
type FrameValue struct {
	Type   string `json:"type"`
	Token  string `json:"token"`
	Sealed []byte `json:"sealed"`
}

// FrameButton is something to tap.
type FrameButton struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
}

// Name is webchat.
func (Webchat) Name() string { return "webchat" }

// Window is 0: a page that is open can always be written to.
func (Webchat) Window() time.Duration { return 0 }

// Verify checks that the bearer token is the one of the frame's session. Whether the session has ended is the door's to say: it knows
// the account's epoch and the time.
func (Webchat) Verify(header http.Header, body []byte, secrets Secrets) error {
	token, found := strings.CutPrefix(header.Get("Authorization"), "Bearer ")
	if !found {
		return ErrSignature
	}
	session, err := openSession(token, secrets, sealedToken)
	if err != nil {
		return ErrSignature
	}
	var frame Frame
	if err := json.Unmarshal(body, &frame); err != nil {
		return nil // the token is good: Parse says what is wrong with the body
	}
	if frame.SessionID != "" && frame.SessionID != session.ID {
		return ErrSignature
	}
	return nil
}

// Handshake is an error: the web chat has none.
func (Webchat) Handshake(url.Values, Secrets) (string, error) { return "", ErrNoHandshake }

// Parse reads one frame; a resume frame is no message. The account is the URL's.
func (Webchat) Parse(body []byte) ([]Inbound, error) {
	var frame Frame
	if err := json.Unmarshal(body, &frame); err != nil {
		return nil, fmt.Errorf("%w: expected a JSON frame: %w", ErrMalformed, jsonError(err))
	}
	if frame.Type == FrameResume {
		return nil, nil
	}
	if err := frame.checkMessage(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	in := Inbound{From: Address{UserID: frame.SessionID}, Content: frame.content()}
	in.MessageID = WebchatMessageID(frame.SessionID, frame.ClientMsgID)
	if frame.TS != nil {
		in.OccurredAt = frame.TS.UTC()
	}
	return []Inbound{in}, nil
}

// WebchatMessageID is a message's id on the channel: a page's own ids are its session's.
func WebchatMessageID(session, clientMsgID string) string { return session + "/" + clientMsgID }

func (f Frame) checkMessage() error {
	switch {
	case f.V != frameVersion:
		return fmt.Errorf("v: expected %d", frameVersion)
	case f.Type != FrameUserMessage:
		return fmt.Errorf("type: expected %s or %s", FrameUserMessage, FrameResume)
	case f.SessionID == "":
		return errors.New("session_id: expected the session's id, got none")
	case f.ClientMsgID == "" || len(f.ClientMsgID) > webchatClientIDMax:
		return fmt.Errorf("client_msg_id: expected 1 to %d bytes, got %d", webchatClientIDMax, len(f.ClientMsgID))
	case strings.TrimSpace(f.Text) == "":
		return errors.New("text: expected a text, got none")
	case units(f.Text) > webchatTextRunes:
		return fmt.Errorf("text: expected at most %d characters, got %d", webchatTextRunes, units(f.Text))
	case len(f.Text) > meta.MaxText:
		return fmt.Errorf("text: expected at most %d bytes, got %d", meta.MaxText, len(f.Text))
	case len(f.ChoiceID) > meta.MaxAddress:
		return fmt.Errorf("choice_id: expected at most %d bytes, got %d", meta.MaxAddress, len(f.ChoiceID))
	default:
		return nil
	}
}

func (f Frame) content() *recadov1.Content {
	if f.ChoiceID != "" {
		return tap(recadov1.InteractiveType_INTERACTIVE_TYPE_BUTTON, whatsappChoice{ID: f.ChoiceID, Title: f.Text})
	}
	return &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: f.Text}}}
}

// Render returns one done frame for the conversation's subject; whoever follows it sets event_id.
func (Webchat) Render(d Draft) ([]Request, error) {
	conversation := d.Reply.GetMeta().GetConversationKey()
	if conversation == "" {
		return nil, errors.New("meta.conversation_key: expected a conversation, got none")
	}
	content := d.Reply.GetContent()
	if strings.TrimSpace(content.GetText()) == "" {
		return nil, errors.New("content.text: expected a text, got none")
	}
	frame := Frame{
		V: frameVersion, Type: FrameDone, SessionID: d.To.UserID,
		TurnID: d.Reply.GetTurnId(), MessageID: d.Reply.GetReplyId(), Text: content.GetText(),
	}
	for _, c := range tidyChoices(content.GetChoices()) {
		frame.Buttons = append(frame.Buttons, FrameButton{ID: c.GetId(), Title: c.GetTitle(), Description: c.GetDescription()})
	}
	frame.FrameProgress = progressOf(d.Reply)
	for _, v := range d.Reply.GetPii() {
		frame.Sealed = append(frame.Sealed, FrameValue{Type: v.GetType(), Token: v.GetToken(), Sealed: v.GetSealed()})
	}
	body, err := json.Marshal(frame)
	if err != nil {
		return nil, fmt.Errorf("encode frame: %w", err)
	}
	return []Request{{Subject: subject.WebchatReply + "." + conversation, Body: body}}, nil
}

// Typing is none: the page shows the deltas instead.
func (Webchat) Typing(string, string) (Request, bool) { return Request{}, false }

// Authorize adds nothing: the bus is inside.
func (Webchat) Authorize(http.Header, Secrets) {}

// Classify counts a reply as sent when the bus has it.
func (Webchat) Classify(a Answer) Outcome {
	if a.Err != nil {
		return Outcome{Class: RetryLimited}
	}
	return Outcome{Class: Sent}
}

// ClassifyCode has no codes to know.
func (Webchat) ClassifyCode(int32) Class { return Bug }
