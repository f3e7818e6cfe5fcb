package channel

import (
	"encoding/json"
	"errors"
	"fmt"
)

// broken is a part of a body that cannot be read, named by its place.
func broken(account string, err error, format string, args ...any) Inbound {
	return Inbound{Account: account, Err: fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), jsonError(err))}
}

// jsonError keeps what is wrong with a JSON text and drops the text itself, which may be a person's.
func jsonError(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("invalid JSON at byte %d", syntax.Offset)
	}
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("field %q: expected %s, got %s", mismatch.Field, mismatch.Type, kindOf(mismatch.Value))
	}
	return err
}

// kindOf cuts "number 5215550147781" to "number".
func kindOf(value string) string {
	for i := range value {
		if value[i] == ' ' {
			return value[:i]
		}
	}
	return value
}
