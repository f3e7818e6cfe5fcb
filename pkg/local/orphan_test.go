package local

import "testing"

func FuzzParsePidFile(f *testing.F) {
	f.Add("123\n/data\n1700000000\n5432\n/data\n\n 1082563    229400\nready   \n")
	f.Add("-1\n\n\n\n\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		run, err := parsePidFile(text)
		if err == nil && run.pid <= 1 {
			t.Errorf("process %d would be signalled", run.pid)
		}
	})
}
