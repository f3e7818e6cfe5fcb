package rulemodel_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestAQuestionThatNobodyAnswersIsKeptAfterAYes(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	kept := ""
	k.tools["keep_question"] = func(args map[string]any) (any, *tool.Error) {
		kept, _ = args["question"].(string)
		return map[string]any{"success": true}, nil
	}
	k.expect(k.turn(heard("¿tienen sillón eléctrico?", nil, "services", 0.9)), "¿Le pregunto al equipo?")
	k.expect(k.turn(heard("sí", &recadov1.Slots{Answer: "yes"}, "other", 0.9)), "le dejé tu pregunta al equipo")
	if kept != "¿tienen sillón eléctrico?" {
		t.Errorf("kept %q", kept)
	}
	k.says(cleaning(), "booking")
	resp := k.turn(heard("¿tienen sillón eléctrico?", nil, "services", 0.9))
	lacks(t, resp.Text, "¿Le pregunto al equipo?")
	k.expect(resp, "¿Qué día")
}

func TestACardIsWarnedOfAndTheQuestionAnswered(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.expect(k.turn(heard("cuánto cuesta la limpieza? mi tarjeta es "+guard.Protected, cleaning(), "pricing", 0.9)), "no escribas aquí números de tarjeta", "$800")
}

func TestACourtesyIsAnsweredOnlyWhereNothingElseIs(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.expect(k.turn(heard("cómo estás?", nil, "other", 0.9)), "¡Todo bien")
	resp := k.turn(heard("cómo estás? cuánto cuesta la limpieza?", cleaning(), "pricing", 0.9))
	k.expect(resp, "$800")
	lacks(t, resp.Text, "¡Todo bien")
}

func TestAnHonestSentenceComesBeforeWhatElseIsAsked(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	resp := k.turn(heard("eres un robot? cuánto cuesta la limpieza?", cleaning(), "pricing", 0.9))
	k.expect(resp, "un programa, no una persona", "$800")
	if strings.Index(resp.Text, "programa") > strings.Index(resp.Text, "$800") {
		t.Errorf("in another order: %s", resp.Text)
	}
	resp = k.turn(heard("quiero que borren mis datos", nil, "human", 0.9))
	k.expect(resp, "borrar tus datos")
	if resp.Handoff != "erase_request" {
		t.Errorf("handed over for %q", resp.Handoff)
	}
}
