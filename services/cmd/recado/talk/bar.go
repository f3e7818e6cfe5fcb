package talk

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// bar shows how far a command is, where somebody watches; a nil one shows nothing.
type bar struct {
	to    io.Writer
	total int
}

// newBar returns a bar for a terminal, else nil.
func newBar(to io.Writer, total int) *bar {
	file, ok := to.(*os.File)
	if !ok || total < 2 {
		return nil
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &bar{to, total}
}

func (b *bar) show(done int) {
	if b == nil {
		return
	}
	const width = 30
	full := width * done / b.total
	fmt.Fprintf(b.to, "\r[%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", width-full), done, b.total)
}

func (b *bar) clear() {
	if b != nil {
		fmt.Fprintf(b.to, "\r%s\r", strings.Repeat(" ", 60))
	}
}
