package toolexecutor

import (
	"encoding/json"
	"strings"
)

// eachString rewrites the string values of a JSON text, each with the name of the member that it stands in or under; everything else
// stays as it is, and so does what is no JSON.
func eachString(raw json.RawMessage, rewrite func(key, value string) string) json.RawMessage {
	if !json.Valid(raw) {
		return raw
	}
	out := make([]byte, 0, len(raw))
	key := ""
	for i := 0; i < len(raw); {
		if raw[i] != '"' {
			out = append(out, raw[i])
			i++
			continue
		}
		end := literalEnd(raw, i)
		literal := raw[i:end]
		i = end
		var text string
		if json.Unmarshal(literal, &text) != nil {
			out = append(out, literal...)
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(string(raw[end:min(len(raw), end+64)]), " \t\r\n"), ":") {
			key = text
			out = append(out, literal...)
			continue
		}
		if changed := rewrite(key, text); changed != text {
			if encoded, err := json.Marshal(changed); err == nil {
				literal = encoded
			}
		}
		out = append(out, literal...)
	}
	return out
}

// literalEnd is after the closing quote of the string that starts at i.
func literalEnd(raw []byte, i int) int {
	for i++; i < len(raw) && raw[i] != '"'; i++ {
		if raw[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(raw))
}
