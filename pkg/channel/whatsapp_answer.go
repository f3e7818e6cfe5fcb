package channel

import (
	"encoding/json"
	"net/http"
	"strings"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type whatsappAnswer struct {
	Messages []struct {
		ID string `json:"id"`
	} `json:"messages"`
	Error *struct {
		Code    int32  `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Classify reads the error code first, whatever the HTTP status says.
func (w WhatsApp) Classify(a Answer) Outcome {
	if a.Err != nil {
		return unanswered(a.Err)
	}
	var answer whatsappAnswer
	_ = json.Unmarshal(a.Body, &answer) // a proxy's page has no code: the status decides
	switch {
	case answer.Error != nil:
		return w.refused(a, answer)
	case a.Status/100 == 2 && len(answer.Messages) > 0 && answer.Messages[0].ID != "":
		return Outcome{Class: Sent, ProviderMessageID: answer.Messages[0].ID}
	case a.Status/100 == 2:
		return Outcome{Class: RetryLimited, Uncertain: true}
	default:
		out := byStatus(a.Status)
		out.RetryAfter = retryAfter(a.Header)
		return out
	}
}

func (w WhatsApp) refused(a Answer, answer whatsappAnswer) Outcome {
	out := Outcome{Class: w.ClassifyCode(answer.Error.Code)}
	if _, listed := whatsappCodes[answer.Error.Code]; !listed && out.Class == Bug {
		out = byStatus(a.Status)
		out.Uncertain = false // it answered in its own words: it did not send
	}
	title := strings.ToValidUTF8(answer.Error.Message, "�")
	out.Errors = []*recadov1.ProviderError{{Code: answer.Error.Code, Title: clip(title, 200)}}
	out.RetryAfter = retryAfter(a.Header)
	out.Uncertain = a.Status == http.StatusGatewayTimeout
	return out
}

var whatsappCodes = map[int32]Class{
	130429: RetryNumber,
	80007:  RetryAccount,
	4:      RetryAccount,
	131056: RetryRecipient,

	131000: RetryLimited,
	131016: RetryLimited,
	1:      RetryLimited,
	2:      RetryLimited,

	131047: UseTemplate,
	131048: AlertAccount, // spam limit: a person must look at the account's quality
	131049: NoRetry,      // per-user marketing limit: hours or days
	130472: NoRetry,
	131026: NoRetry,
	131021: NoRetry,
	131030: NoRetry,
	131050: NoRetry,

	131051: Bug,
	131052: Bug,
	131053: Bug,
	100:    Bug,
	131008: Bug,
	131009: Bug,
	132000: Bug,
	132001: Bug,
	132005: Bug,
	132007: Bug,
	132012: Bug,
	132015: Bug,
	132016: Bug,

	0:      AlertAuth,
	190:    AlertAuth,
	10:     AlertAuth,
	3:      AlertAuth,
	131005: AlertAuth,

	131031: AlertAccount,
	131042: AlertAccount,
	133010: AlertAccount,
	368:    AlertAccount,
	33:     AlertAccount,
}

// ClassifyCode knows the error table of the platform; 200 to 299 are permissions, and an unknown code is never retried.
func (WhatsApp) ClassifyCode(code int32) Class {
	if class, ok := whatsappCodes[code]; ok {
		return class
	}
	if code >= 200 && code <= 299 {
		return AlertAuth
	}
	return Bug
}
