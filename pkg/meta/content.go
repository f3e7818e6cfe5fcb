package meta

import (
	"errors"
	"fmt"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// MaxText bounds all that a person wrote in one message, in bytes: the doors refuse more, and screening takes no more. The
	// largest channel allows 4,096 letters, of at most four bytes each.
	MaxText = 16 << 10
	// MaxAddress bounds an id or an address that stands in a content, in bytes.
	MaxAddress = 4 << 10
)

// CheckContent names the first thing in a message's content that is missing or larger than any stage takes. It never quotes values.
func CheckContent(e *recadov1.MessageReceived) error {
	if e.GetContent().GetKind() == nil {
		return errors.New("content: required, got none")
	}
	total := 0
	for _, text := range Texts(e.GetContent()) {
		total += len(*text)
	}
	if total > MaxText {
		return fmt.Errorf("content: expected at most %d bytes of text, got %d", MaxText, total)
	}
	if n := len(e.GetReplyTo()); n > MaxID {
		return fmt.Errorf("reply_to: expected at most %d bytes, got %d", MaxID, n)
	}
	for _, id := range IDs(e.GetContent()) {
		if len(*id) > MaxAddress {
			return fmt.Errorf("content: expected ids and addresses of at most %d bytes, got %d", MaxAddress, len(*id))
		}
	}
	return nil
}

// Texts returns where a person's words stand in a content, the message itself first.
func Texts(c *recadov1.Content) []*string {
	switch kind := c.GetKind().(type) {
	case *recadov1.Content_Text:
		if r := kind.Text.GetReferral(); r != nil {
			return []*string{&kind.Text.Body, &r.Headline}
		}
		return []*string{&kind.Text.Body}
	case *recadov1.Content_Media:
		return []*string{&kind.Media.Caption, &kind.Media.Filename}
	case *recadov1.Content_Interactive:
		return []*string{&kind.Interactive.Title, &kind.Interactive.Description}
	case *recadov1.Content_Location:
		return []*string{&kind.Location.Name, &kind.Location.Address}
	case *recadov1.Content_Reaction:
		return []*string{&kind.Reaction.Emoji}
	case *recadov1.Content_Echo:
		return []*string{&kind.Echo.Text}
	case *recadov1.Content_System:
		return []*string{&kind.System.Type}
	case *recadov1.Content_Unsupported:
		return []*string{&kind.Unsupported.Type}
	}
	return nil
}

// IDs returns where identifiers and addresses that come from outside stand in a content.
func IDs(c *recadov1.Content) []*string {
	switch kind := c.GetKind().(type) {
	case *recadov1.Content_Text:
		if r := kind.Text.GetReferral(); r != nil {
			return []*string{&r.SourceId, &r.SourceUrl}
		}
	case *recadov1.Content_Media:
		return []*string{&kind.Media.MediaId, &kind.Media.MimeType, &kind.Media.Sha256, &kind.Media.Url}
	case *recadov1.Content_Interactive:
		return []*string{&kind.Interactive.ChoiceId}
	case *recadov1.Content_Reaction:
		return []*string{&kind.Reaction.MessageId}
	case *recadov1.Content_Echo:
		return []*string{&kind.Echo.CallbackData}
	}
	return nil
}
