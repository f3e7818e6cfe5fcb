package ingest

import (
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// withoutNUL takes the character NUL out of every text of a message: PostgreSQL stores none, and the message would poison its partition.
func withoutNUL(m protoreflect.Message) {
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.IsMap():
		case field.IsList() && field.Message() != nil:
			for i := range value.List().Len() {
				withoutNUL(value.List().Get(i).Message())
			}
		case field.IsList():
		case field.Message() != nil:
			withoutNUL(value.Message())
		case field.Kind() == protoreflect.StringKind && strings.IndexByte(value.String(), 0) >= 0:
			m.Set(field, protoreflect.ValueOfString(strings.ReplaceAll(value.String(), "\x00", "")))
		}
		return true
	})
}
