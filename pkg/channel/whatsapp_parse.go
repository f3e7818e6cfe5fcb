package channel

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type whatsappEnvelope struct {
	Object string            `json:"object"`
	Entry  []json.RawMessage `json:"entry"`
}

type whatsappEntry struct {
	Changes []json.RawMessage `json:"changes"`
}

type whatsappChange struct {
	Field string          `json:"field"`
	Value json.RawMessage `json:"value"`
}

type whatsappValue struct {
	Metadata struct {
		PhoneNumberID string `json:"phone_number_id"`
	} `json:"metadata"`
	Contacts []json.RawMessage `json:"contacts"`
	Messages []json.RawMessage `json:"messages"`
	Echoes   []json.RawMessage `json:"message_echoes"`
	Statuses []json.RawMessage `json:"statuses"`
	Errors   []json.RawMessage `json:"errors"`
}

type whatsappContact struct {
	WaID    string `json:"wa_id"`
	UserID  string `json:"user_id"`
	Profile struct {
		Name string `json:"name"`
	} `json:"profile"`
}

// Parse fans a webhook out over entries, changes, messages, echoes, statuses and errors. Fields that we did not ask for are passed over.
func (WhatsApp) Parse(body []byte) ([]Inbound, error) {
	var envelope whatsappEnvelope
	if err := json.Unmarshal(body, &envelope); err != nil {
		return nil, fmt.Errorf("%w: expected a JSON object: %w", ErrMalformed, jsonError(err))
	}
	if envelope.Object != whatsappObject {
		return nil, fmt.Errorf("%w: object: expected %s", ErrMalformed, whatsappObject)
	}
	var out []Inbound
	for i, raw := range envelope.Entry {
		var entry whatsappEntry
		if err := json.Unmarshal(raw, &entry); err != nil {
			out = append(out, broken("", err, "entry[%d]", i))
		}
		for j, raw := range entry.Changes {
			out = append(out, parseWhatsappChange(raw, fmt.Sprintf("entry[%d].changes[%d]", i, j))...)
		}
	}
	return out, nil
}

func parseWhatsappChange(raw json.RawMessage, at string) []Inbound {
	var change whatsappChange
	if err := json.Unmarshal(raw, &change); err != nil {
		return []Inbound{broken("", err, "%s", at)}
	}
	if change.Field != "messages" && change.Field != "smb_message_echoes" {
		return nil
	}
	var value whatsappValue
	if err := json.Unmarshal(change.Value, &value); err != nil {
		return []Inbound{broken("", err, "%s.value", at)}
	}
	account := value.Metadata.PhoneNumberID
	if account == "" {
		return []Inbound{{Err: fmt.Errorf("%s.value.metadata.phone_number_id: expected an id, got none", at)}}
	}
	return value.fanOut(account, at+".value")
}

func (v whatsappValue) fanOut(account, at string) []Inbound {
	people := newWhatsappPeople(v.Contacts)
	var out []Inbound
	add := func(raws []json.RawMessage, name string, read func(json.RawMessage) (Inbound, error)) {
		for i, raw := range raws {
			item, err := read(raw)
			if err != nil {
				item = broken(account, err, "%s.%s[%d]", at, name, i)
			}
			item.Account = account
			out = append(out, item)
		}
	}
	add(v.Messages, "messages", people.message)
	add(v.Echoes, "message_echoes", people.echo)
	add(v.Statuses, "statuses", readWhatsappStatus)
	add(v.Errors, "errors", readWhatsappAccountError)
	return out
}

// whatsappPeople finds a message's sender among the contacts of its change, by either id.
type whatsappPeople map[string]whatsappContact

func newWhatsappPeople(raws []json.RawMessage) whatsappPeople {
	people := whatsappPeople{}
	for _, raw := range raws {
		var c whatsappContact
		if json.Unmarshal(raw, &c) != nil {
			continue // a name is missing, not the message
		}
		for _, id := range []string{c.WaID, c.UserID} {
			if id != "" {
				people[id] = c
			}
		}
	}
	return people
}

func (p whatsappPeople) find(a Address) (Address, string) {
	c, ok := p[a.UserID]
	if !ok {
		c = p[a.Phone]
	}
	if a.UserID == "" {
		a.UserID = c.UserID
	}
	if a.Phone == "" {
		a.Phone = c.WaID
	}
	return a, c.Profile.Name
}

func (p whatsappPeople) message(raw json.RawMessage) (Inbound, error) {
	var m whatsappMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		return Inbound{}, jsonError(err)
	}
	in, err := m.inbound(Address{Phone: m.From, UserID: m.FromUserID}, "from or from_user_id")
	if err != nil {
		return Inbound{}, err
	}
	in.From, in.ProfileName = p.find(in.From)
	in.Content = m.content(raw)
	return in, nil
}

// echo reads a message that a person of the business typed in the WhatsApp Business app: its contact is the one it went to.
func (p whatsappPeople) echo(raw json.RawMessage) (Inbound, error) {
	var m whatsappMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		return Inbound{}, jsonError(err)
	}
	in, err := m.inbound(Address{Phone: m.To, UserID: m.ToUserID}, "to or to_user_id")
	if err != nil {
		return Inbound{}, err
	}
	in.From, in.ProfileName = p.find(in.From)
	echo := &recadov1.Echo{Text: echoText(m.content(raw)), CallbackData: m.CallbackData}
	in.Content = &recadov1.Content{Kind: &recadov1.Content_Echo{Echo: echo}}
	return in, nil
}

func echoText(c *recadov1.Content) string {
	switch kind := c.GetKind().(type) {
	case *recadov1.Content_Text:
		return kind.Text.GetBody()
	case *recadov1.Content_Media:
		return kind.Media.GetCaption()
	case *recadov1.Content_Interactive:
		return kind.Interactive.GetTitle()
	default:
		return ""
	}
}

type whatsappStatus struct {
	ID              string          `json:"id"`
	Status          string          `json:"status"`
	Timestamp       unixTime        `json:"timestamp"`
	RecipientID     string          `json:"recipient_id"`
	RecipientUserID string          `json:"recipient_user_id"`
	Errors          []whatsappError `json:"errors"`
	CallbackData    string          `json:"biz_opaque_callback_data"`
}

type whatsappError struct {
	Code  int32  `json:"code"`
	Title string `json:"title"`
}

var whatsappStatuses = map[string]recadov1.ReceiptStatus{
	"sent":      recadov1.ReceiptStatus_RECEIPT_STATUS_SENT,
	"delivered": recadov1.ReceiptStatus_RECEIPT_STATUS_DELIVERED,
	"read":      recadov1.ReceiptStatus_RECEIPT_STATUS_READ,
	"played":    recadov1.ReceiptStatus_RECEIPT_STATUS_READ, // a voice note listened to
	"failed":    recadov1.ReceiptStatus_RECEIPT_STATUS_FAILED,
}

func readWhatsappStatus(raw json.RawMessage) (Inbound, error) {
	var s whatsappStatus
	if err := json.Unmarshal(raw, &s); err != nil {
		return Inbound{}, jsonError(err)
	}
	status, known := whatsappStatuses[s.Status]
	if !known {
		return Inbound{}, fmt.Errorf("status: expected sent, delivered, read, played or failed")
	}
	if s.ID == "" {
		return Inbound{}, fmt.Errorf("id: expected a message id, got none")
	}
	return Inbound{
		From:       Address{Phone: s.RecipientID, UserID: s.RecipientUserID},
		OccurredAt: time.Time(s.Timestamp),
		Receipt: &Receipt{
			ProviderMessageID: s.ID, Status: status, Errors: providerErrors(s.Errors), CallbackData: s.CallbackData,
		},
	}, nil
}

func readWhatsappAccountError(raw json.RawMessage) (Inbound, error) {
	var e whatsappError
	if err := json.Unmarshal(raw, &e); err != nil {
		return Inbound{}, jsonError(err)
	}
	digest := sha256.Sum256(raw)
	return Inbound{Receipt: &Receipt{
		Status: recadov1.ReceiptStatus_RECEIPT_STATUS_ACCOUNT_ERROR,
		Errors: providerErrors([]whatsappError{e}),
		Digest: hex.EncodeToString(digest[:]),
	}}, nil
}

func providerErrors(errs []whatsappError) []*recadov1.ProviderError {
	var out []*recadov1.ProviderError
	for _, e := range errs {
		out = append(out, &recadov1.ProviderError{Code: e.Code, Title: e.Title})
	}
	return out
}

// unixTime reads seconds since 1970, written as a string or a number.
type unixTime time.Time

// UnmarshalJSON takes both shapes. Anything else is no time, and no error: a message is not lost for its clock.
func (u *unixTime) UnmarshalJSON(raw []byte) error {
	text := string(raw)
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = unquoted
	}
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil && seconds > 0 && seconds <= 1<<40 {
		*u = unixTime(time.Unix(seconds, 0).UTC())
	}
	return nil
}
