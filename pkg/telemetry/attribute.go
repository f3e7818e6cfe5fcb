package telemetry

// Attribute keys of our own spans, used where OpenTelemetry has none. Their values are ids and names, never texts.
const (
	KeyTenant       = "recado.tenant"
	KeyMessage      = "recado.message_id"
	KeyConversation = "recado.conversation_id"
	// KeyHandoff is who has the conversation, ai, waiting or human, and KeyHandoffReason why it is not the assistant.
	KeyHandoff       = "recado.handoff"
	KeyHandoffReason = "recado.handoff_reason"
	KeyTurn          = "recado.turn_id"
	KeyReply         = "recado.reply_id"
	KeyAttempt       = "recado.attempt"
	// KeyWait is how long a delivery lay in the client's buffer before its handler began, in milliseconds.
	KeyWait = "recado.buffer_wait_ms"
)
