package sanitize

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/guard"
)

// written reports whether somebody wrote personal data in place of an id: with characters that no id has. Digits alone are left:
// many ids are nothing else.
func written(found []guard.Found) bool {
	return slices.ContainsFunc(found, func(f guard.Found) bool { return strings.ContainsAny(f.Value, " +()@") })
}
