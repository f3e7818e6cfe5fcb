package seal

// What the installation's key is derived for. Each service is given the keys of its own purposes; a name never changes, or what was
// sealed under it opens no more.
const (
	PurposeIdentity    = "identity"        // wraps the tenants' identity keys
	PurposeVault       = "vault"           // wraps the contacts' keys
	PurposeAddress     = "address"         // addresses that were sealed before contacts' keys did it
	PurposeAccountIn   = "account/in"      // what a channel's webhooks are checked with
	PurposeAccountOut  = "account/out"     // what a channel's send API asks for
	PurposeWebchat     = "webchat session" // tokens of web chat sessions
	PurposeNotify      = "handoff"         // what notices to businesses are signed with
	PurposeDeadLetters = "deadletters"     // dead letters that hold raw text
	PurposeSession     = "guard session"   // what a conversation said before, as sanitize weighs it
	PurposeSlot        = "slot"            // ids of openings
	PurposeTools       = "tools"           // what a tenant's own programs and MCP servers are asked with
)

// OfSecret is the purpose of an account's secret. What a send API asks for has one of its own: who checks webhooks has no business with it.
func OfSecret(name string) string {
	if name == "access_token" {
		return PurposeAccountOut
	}
	return PurposeAccountIn
}

// version1Names are the purposes that had another name in values of version 1.
var version1Names = map[string]string{PurposeAccountIn: "account", PurposeAccountOut: "account"}
