package turn

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/specialist"
	"github.com/recado/recado/services/agent-runner/transfer"
)

func handsTo(id, to string) llm.Response {
	return wants(toolCall(id, transfer.Tool, `{"specialist":"`+to+`","reason":"missing_tool"}`))
}

// roleOf is whose duty the first system message tells.
func roleOf(req *llm.Request) string {
	for _, s := range specialist.All() {
		if strings.Contains(req.Messages[0].Text, s.Duty("es")) {
			return s.Name
		}
	}
	return ""
}

func toolNames(req *llm.Request) (names []string) {
	for _, t := range req.Tools {
		names = append(names, t.Name)
	}
	return names
}

// priced is a bench whose message was routed to who says prices, and whose catalogue has what others have.
func priced() *bench {
	m := text(1, "¿cuánto cuesta y a qué hora abren?")
	m.Routed.Specialist, m.Routed.Language = "pricing", "es"
	b := newBench(m)
	b.tools.more = []tool.Spec{
		{Name: "get_branch_info", Specialists: []string{"hours", "faq"}, Permission: tool.Inform},
		{Name: "get_business_policy", Specialists: []string{"invoicing"}, Permission: tool.Inform},
		{Name: "get_staff_info", Specialists: []string{"location"}, Permission: tool.Inform},
	}
	return b
}

func TestSpecialistThatIsHandedTheTurnAnswersWithItsOwnRoleAndTools(t *testing.T) {
	t.Parallel()
	b := priced()
	b.remote.answers = []llm.Response{handsTo("c1", "hours"), wants(toolCall("c2", "get_branch_info", `{}`)), words("Hola.")}
	end := b.answer(t)
	if b.said(t) != "Hola." || end.Summary.Specialist != "hours" || len(b.tools.asked) != 1 {
		t.Fatalf("said %q, by %s, %d calls of tools", b.said(t), end.Summary.Specialist, len(b.tools.asked))
	}
	before, after := b.remote.asked[0], b.remote.asked[1]
	if roleOf(before) != "pricing" || roleOf(after) != "hours" {
		t.Errorf("asked as %s, then as %s", roleOf(before), roleOf(after))
	}
	if slices.Contains(toolNames(before), "get_branch_info") || !slices.Contains(toolNames(after), "get_branch_info") {
		t.Errorf("tools %v, then %v", toolNames(before), toolNames(after))
	}
	if len(after.Messages) != len(before.Messages)+2 { // the call and its answer
		t.Errorf("the second question is %q", roles(after.Messages))
	}
}

func TestPrefixOfASpecialistIsTheSameHoweverItGotTheTurn(t *testing.T) {
	t.Parallel()
	routed, handed := priced(), priced()
	routed.conv.Messages[0].Routed.Specialist = "hours"
	routed.remote.answers = []llm.Response{words("Hola.")}
	handed.remote.answers = []llm.Response{handsTo("c1", "hours"), words("Hola.")}
	routed.answer(t)
	handed.answer(t)
	if routed.remote.asked[0].Messages[0].Text != handed.remote.asked[1].Messages[0].Text {
		t.Error("the bytes differ: providers' caches miss")
	}
}

func TestThirdHandingOverOfATurnIsAnErrorToTheModel(t *testing.T) {
	t.Parallel()
	b := priced()
	b.remote.answers = []llm.Response{
		handsTo("c1", "hours"), handsTo("c2", "pricing"), handsTo("c3", "invoicing"), handsTo("c4", "location"), words("Hola."),
	}
	end := b.answer(t)
	if b.said(t) != "Hola." || end.Summary.Specialist != "invoicing" {
		t.Fatalf("said %q, by %s", b.said(t), end.Summary.Specialist)
	}
	last := b.remote.asked[4]
	told := last.Messages[len(last.Messages)-1].Text
	if back := b.remote.asked[2].Messages; !strings.Contains(back[len(back)-1].Text, "unknown_specialist") {
		t.Errorf("back to the first: %s", back[len(back)-1].Text)
	}
	if !strings.Contains(told, "handed_over_too_often") || slices.Contains(toolNames(last), transfer.Tool) {
		t.Errorf("the model was told %s, and offered %v", told, toolNames(last))
	}
}

func TestResumedTurnIsHandedOverAgainWithoutAPaidAnswer(t *testing.T) {
	t.Parallel()
	b := priced()
	b.remote.answers = []llm.Response{handsTo("c1", "hours"), wants(toolCall("c2", "get_branch_info", `{}`)), words("Hola.")}
	b.answer(t)
	heir := priced()
	heir.store.steps, heir.conv.Attempts = b.store.steps, 2
	heir.remote.answers = []llm.Response{words("paid twice")}
	if end := heir.answer(t); heir.said(t) != "Hola." || len(heir.remote.asked) != 0 || end.Summary.Specialist != "hours" {
		t.Errorf("said %q by %s after %d paid answers", heir.said(t), end.Summary.Specialist, len(heir.remote.asked))
	}
}

func TestSecondWishBringsItsSpecialistByRule(t *testing.T) {
	t.Parallel()
	b := priced()
	b.conv.Messages[0].Routed.Intents = []*recadov1.Intent{{Name: "pricing", Confidence: 0.6}, {Name: "hours", Confidence: 0.4}}
	b.remote.answers = []llm.Response{words("Hola.")}
	if end := b.answer(t); end.Summary.Specialist != "faq" || roleOf(b.remote.asked[0]) != "faq" {
		t.Errorf("answered by %s as %s", end.Summary.Specialist, roleOf(b.remote.asked[0]))
	}
}

func TestFlaggedMessageIsHandedToNobody(t *testing.T) {
	t.Parallel()
	b := priced()
	b.conv.Messages[0].Routed.Verdict = recadov1.Verdict_VERDICT_FLAG
	b.remote.answers = []llm.Response{handsTo("c1", "hours"), words("Hola.")}
	if end := b.answer(t); end.Summary.Specialist != "pricing" {
		t.Errorf("answered by %s", end.Summary.Specialist)
	}
}
