package admin

import (
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	intentrouter "github.com/recado/recado/services/intent-router"
	"github.com/recado/recado/services/intent-router/intent"
)

// examplesAt is when the messages that test a tenant's phrases are read: a Wednesday morning, so that they read alike every day.
var examplesAt = time.Date(2026, 11, 18, 16, 30, 0, 0, time.UTC)

// checkPhrases reads the messages that test the tenants' own phrases as the intent router would, and reports all that are read
// as something else than expected.
func checkPhrases(files []*tenantfile.File) error {
	reader := intentrouter.NewReader(intent.New(), 0)
	var errs []error
	for _, file := range files {
		settings := file.Settings()
		var wrong []tenantfile.Problem
		for i, p := range file.Tenant.Routing.Phrases {
			for _, w := range wronglyRead(reader, p, settings) {
				w.Field = fmt.Sprintf("routing.phrases[%d].%s", i, w.Field)
				wrong = append(wrong, w)
			}
		}
		errs = append(errs, file.Refuse(wrong))
	}
	return errors.Join(errs...)
}

// wronglyRead lists the examples of one phrase that are read otherwise.
func wronglyRead(reader *intentrouter.Reader, p tenantfile.Phrase, settings *tenant.Settings) (wrong []tenantfile.Problem) {
	for i, message := range p.Examples {
		if got := readAs(reader, message, settings); got != p.Intent {
			wrong = append(wrong, tenantfile.Problem{
				Field:    fmt.Sprintf("examples[%d]", i),
				Expected: fmt.Sprintf("expected %s, %q is read as %s", p.Intent, message, got),
			})
		}
	}
	for i, message := range p.NotExamples {
		if got := readAs(reader, message, settings); got == p.Intent {
			wrong = append(wrong, tenantfile.Problem{
				Field:    fmt.Sprintf("not_examples[%d]", i),
				Expected: fmt.Sprintf("expected anything but %s, %q is read as that", p.Intent, message),
			})
		}
	}
	return wrong
}

// readAs is the dominant intent of a message that begins a conversation.
func readAs(reader *intentrouter.Reader, message string, settings *tenant.Settings) string {
	event := &recadov1.MessageScreened{
		Meta:    &recadov1.Meta{ReceivedAt: timestamppb.New(examplesAt)},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: message}}},
	}
	return reader.Understand(event, settings).GetIntents()[0].GetName()
}
