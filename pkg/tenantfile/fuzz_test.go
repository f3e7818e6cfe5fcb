package tenantfile_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
)

// FuzzLoad: whatever the file holds, it is read or refused with problems that stand in it, and no secret is told.
func FuzzLoad(f *testing.F) {
	f.Add(tenantfiletest.Text(f))
	f.Add("id: x\nname: [a, {b: c}]\naccounts:\n  - - - a\n")
	f.Add("? a\n: b\n--- &x *x !!y <<: z\n")
	f.Add(strings.Repeat("[", 1000))
	f.Add("a: |\n  x\n b: \"\\x00\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		files := fstest.MapFS{"t.yaml": {Data: []byte(text)}, "knowledge/after.md": {Data: []byte("# x")}}
		file, err := tenantfile.Load(files, "t.yaml", tenantfiletest.Env)
		if err == nil {
			file.Settings()
			return
		}
		problems, ok := errors.AsType[*tenantfile.Problems](err)
		if !ok {
			t.Fatalf("an error that is no list of problems: %v", err)
		}
		lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 2
		for _, p := range problems.List {
			if p.Line < 1 || p.Column < 1 || p.Line > lines {
				t.Errorf("problem outside of the file: %+v", p)
			}
		}
		if strings.Contains(err.Error(), tenantfiletest.Secret) && !strings.Contains(text, tenantfiletest.Secret) {
			t.Error("a secret is told")
		}
	})
}
