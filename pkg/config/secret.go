package config

// Secret is a value that prints as ***.
type Secret string

// String hides the value.
func (Secret) String() string { return "***" }

// GoString hides the value.
func (Secret) GoString() string { return "***" }

// MarshalText hides the value from every encoder.
func (Secret) MarshalText() ([]byte, error) { return []byte("***"), nil }

// Reveal returns the value for its one use.
func (s Secret) Reveal() string { return string(s) }
