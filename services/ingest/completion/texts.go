package completion

// Codes of errors.
const (
	// CodeFailed: nothing could be said.
	CodeFailed = "failed"
	// CodeLate: no answer came in time; it may still come.
	CodeLate = "late"
	// CodeInterrupted: the door stops, or lost the thread. The same message asked again has the same answer.
	CodeInterrupted = "interrupted"
	// CodeGone: the message was answered, and the answer is not kept any more.
	CodeGone = "gone"
)

// texts say to a customer what an error is; they address nobody, so that they fit every form of address.
var texts = map[string]map[string]string{
	CodeFailed: {
		"es": "No fue posible responder en este momento. El negocio ya puede ver la conversación.",
		"en": "It was not possible to answer right now. The business can see the conversation.",
		"pt": "Não foi possível responder agora. A empresa já pode ver a conversa.",
	},
	CodeLate: {
		"es": "La respuesta está tardando más de lo normal. Aparecerá en esta conversación en cuanto esté lista.",
		"en": "The answer is taking longer than usual. It will appear in this conversation as soon as it is ready.",
		"pt": "A resposta está demorando mais que o normal. Ela aparecerá nesta conversa assim que estiver pronta.",
	},
	CodeInterrupted: {
		"es": "Se cortó la conexión. Al volver a enviar el mismo mensaje llega su respuesta, sin repetirse.",
		"en": "The connection was cut. Sending the same message again brings its answer, not a second one.",
		"pt": "A conexão caiu. Ao enviar a mesma mensagem de novo chega a resposta dela, sem repetição.",
	},
	CodeGone: {
		"es": "Este mensaje ya se atendió. Si su respuesta no aparece en la conversación, se puede volver a preguntar.",
		"en": "This message was already dealt with. If its answer is not in the conversation, it can be asked again.",
		"pt": "Esta mensagem já foi atendida. Se a resposta não aparece na conversa, é possível perguntar de novo.",
	},
}

// Text is what an error says in a language, else in Spanish.
func Text(code, language string) string {
	if text := texts[code][language]; text != "" {
		return text
	}
	return texts[code]["es"]
}

// ErrorData is an error as a customer may read it.
type ErrorData struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	TraceID string `json:"trace_id,omitempty"`
}
