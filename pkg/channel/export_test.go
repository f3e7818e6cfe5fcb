package channel

import "google.golang.org/protobuf/reflect/protoreflect"

// RekeysField reports whether a field of an event gets another id when its tenant is re-keyed.
func RekeysField(name protoreflect.FullName) bool { return idFields[name] != "" }
