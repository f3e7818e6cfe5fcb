package generic

import (
	"net/url"
	"path"
	"strings"
	"unicode"
)

// below reports whether a path stands under the one that the tenant's file names, segment by segment, however it is written. What some
// server would read in another way than we do is refused: encoded dots and slashes, what a semicolon hides, control characters.
func below(u *url.URL, begins string) bool {
	same := strings.TrimSuffix(u.Path, "/") == strings.TrimSuffix(path.Clean("/"+u.Path), "/")
	if !same || u.Opaque != "" || !unambiguous(u) {
		return false
	}
	if strings.HasSuffix(begins, "/") {
		return strings.HasPrefix(u.Path, begins)
	}
	return u.Path == begins || strings.HasPrefix(u.Path, begins+"/")
}

// encoded are what a path holds as it stands or not at all.
var encoded = []string{"%2e", "%2f", "%5c", "%25"}

func unambiguous(u *url.URL) bool {
	raw := strings.ToLower(u.EscapedPath())
	for _, one := range encoded {
		if strings.Contains(raw, one) {
			return false
		}
	}
	if strings.ContainsFunc(u.Path, func(r rune) bool { return r == '\\' || unicode.IsControl(r) }) {
		return false
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		name, _, _ := strings.Cut(segment, ";")
		if name = strings.TrimSpace(name); name == "." || strings.HasPrefix(name, "..") {
			return false
		}
	}
	return true
}
