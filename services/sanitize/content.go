package sanitize

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/guard"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// texts returns where a person's words stand in a content, the message itself first.
func texts(c *recadov1.Content) []*string {
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

// ids returns where identifiers and addresses that come from outside stand in a content.
func ids(c *recadov1.Content) []*string {
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

// written reports whether somebody wrote personal data in place of an id: with characters that no id has. Digits alone are left:
// many ids are nothing else.
func written(found []guard.Found) bool {
	return slices.ContainsFunc(found, func(f guard.Found) bool { return strings.ContainsAny(f.Value, " +()@") })
}
