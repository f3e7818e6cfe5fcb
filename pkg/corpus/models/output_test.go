package models

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFlagsHaveTheDefaultsThatTheyHold(t *testing.T) {
	t.Parallel()
	f, set := Flags{Out: "out.bin"}, flag.NewFlagSet("train", flag.ContinueOnError)
	f.Define(set)
	if err := set.Parse([]string{"-out", "other.bin", "-dry"}); err != nil {
		t.Fatal(err)
	}
	if want := (Flags{Out: "other.bin", Seed: 1, Dry: true}); f != want {
		t.Errorf("got %+v, want %+v", f, want)
	}
}

func TestOnlyLinesThatSayWhatIsWrongAreDumped(t *testing.T) {
	t.Parallel()
	wrong := func(n *int) string { return strings.Repeat("x\n", *n%2) }
	path := filepath.Join(t.TempDir(), "errors.txt")
	for _, to := range []string{"", path} {
		if err := Dump(to, []int{0, 1, 2, 3}, wrong); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "x\nx\n" {
		t.Errorf("the file holds %q (%v)", got, err)
	}
}

func TestFiguresAreRoundedToThreeDigits(t *testing.T) {
	t.Parallel()
	figures := map[string]float64{"exact": 0.98765, "near": 1, "none": 0}
	got := Rounded(figures)
	if got["exact"] != 0.988 || got["near"] != 1 || got["none"] != 0 || len(got) != 3 || figures["exact"] != 0.98765 {
		t.Errorf("got %v of %v", got, figures)
	}
}
