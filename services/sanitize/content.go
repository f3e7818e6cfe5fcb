package sanitize

import recadov1 "github.com/recado/recado/proto/recado/v1"

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

// ids returns the identifiers and addresses of a content that come from outside.
func ids(c *recadov1.Content) []string {
	switch kind := c.GetKind().(type) {
	case *recadov1.Content_Text:
		return []string{kind.Text.GetReferral().GetSourceId(), kind.Text.GetReferral().GetSourceUrl()}
	case *recadov1.Content_Media:
		return []string{kind.Media.GetMediaId(), kind.Media.GetMimeType(), kind.Media.GetSha256(), kind.Media.GetUrl()}
	case *recadov1.Content_Interactive:
		return []string{kind.Interactive.GetChoiceId()}
	case *recadov1.Content_Reaction:
		return []string{kind.Reaction.GetMessageId()}
	case *recadov1.Content_Echo:
		return []string{kind.Echo.GetCallbackData()}
	}
	return nil
}
