package channel

import (
	"strconv"
	"strings"
)

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
