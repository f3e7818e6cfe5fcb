package channel

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"
)

// Namespaces of the derived ids. They are part of the contract: another text is another id for everybody.
const (
	spaceConversation = "recado/conversation"
	spaceContact      = "recado/contact"
	spaceMessage      = "recado/message"
	spaceReceipt      = "recado/receipt"
)

// ConversationID returns the UUID of one person's conversation with a tenant's account; it is also the conversation key.
// The user is Address.User.
func ConversationID(tenant, channel, account, user string) string {
	return derive(spaceConversation, tenant, channel, account, user)
}

// ContactID returns the UUID of the person who is a channel user of an account.
func ContactID(tenant, channel, account, user string) string {
	return derive(spaceContact, tenant, channel, account, user)
}

// EventID returns the event id of a message: the same for each delivery of it.
func EventID(tenant, channel, account, messageID string) string {
	return derive(spaceMessage, tenant, channel, account, messageID)
}

// ReceiptID returns the event id of a receipt: one per message and status.
func ReceiptID(tenant, channel, providerMessageID, status string) string {
	return derive(spaceReceipt, tenant, channel, providerMessageID, status)
}

// derive returns a UUID of version 8: the first bytes of the SHA-256 of its parts, each with its length before it.
func derive(parts ...string) string {
	h := sha256.New()
	var size [8]byte
	for _, part := range parts {
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write([]byte(part))
	}
	id := h.Sum(nil)[:16]
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return formatUUID(id)
}

func formatUUID(id []byte) string {
	var out [36]byte
	hex.Encode(out[0:8], id[0:4])
	hex.Encode(out[9:13], id[4:6])
	hex.Encode(out[14:18], id[6:8])
	hex.Encode(out[19:23], id[8:10])
	hex.Encode(out[24:36], id[10:16])
	out[8], out[13], out[18], out[23] = '-', '-', '-', '-'
	return string(out[:])
}

// CallbackData is our mark on one part of a reply, which some channels give back with its statuses: the reply id,
// and from the second part on #2, #3.
func CallbackData(replyID string, part int) string {
	if part <= 1 {
		return replyID
	}
	return replyID + "#" + strconv.Itoa(part)
}

// ParseCallbackData returns the reply id and the part (from 1) of a mark made by CallbackData; any other text is its own reply id.
func ParseCallbackData(data string) (replyID string, part int) {
	id, number, found := strings.Cut(data, "#")
	n, err := strconv.Atoi(number)
	if !found || err != nil || n < 2 {
		return data, 1
	}
	return id, n
}
