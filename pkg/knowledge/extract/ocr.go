package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/recado/recado/pkg/knowledge/extract/pdf"
)

// Bounds of what is read from pictures.
const (
	maxScanned  = 60 // pages
	scanTime    = 30 * time.Second
	scanDPI     = 200
	maxScanText = 1 << 20 // bytes of a page
)

const unscanned = "it is a scan: pictures of pages, without text"

// scanner reads letters in pictures with tesseract.
type scanner struct{ program, languages string }

// findScanner looks for tesseract and the languages that it has of ours.
func findScanner(ctx context.Context) (s scanner, found bool) {
	program, err := exec.LookPath("tesseract")
	if err != nil {
		return s, false
	}
	ctx, cancel := context.WithTimeout(ctx, scanTime)
	defer cancel()
	list, err := command(ctx, program, "--list-langs").Output()
	if err != nil {
		return s, false
	}
	var have []string
	for _, language := range []string{"spa", "eng", "por"} {
		if slices.Contains(strings.Fields(string(list)), language) {
			have = append(have, language)
		}
	}
	return scanner{program, strings.Join(have, "+")}, len(have) > 0
}

// command is a process that knows nothing of ours, uses one core and is killed with its context.
func command(ctx context.Context, program string, arguments ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, program, arguments...)
	c.Env = []string{"OMP_THREAD_LIMIT=1", "LC_ALL=C.UTF-8"}
	c.WaitDelay = time.Second
	return c
}

// recognize reads the pages of a scanned document.
func (r *Reader) recognize(ctx context.Context, file *pdf.File) (s Section, err error) {
	if r.config.OCR == "off" {
		return s, refuse("%s, and recognition (OCR) is switched off: submit a PDF with text, or write down what it says", unscanned)
	}
	scan, found := findScanner(ctx)
	switch {
	case !found:
		return s, refuse("%s: submit a PDF with text, or have tesseract installed with its languages spa and eng", unscanned)
	case file.Pages > maxScanned:
		return s, refuse("%s; of scans at most %d pages are read: split it", unscanned, maxScanned)
	}
	for n := 1; n <= file.Pages; n++ {
		text, err := scan.page(ctx, file, n)
		if ctx.Err() != nil {
			return s, ctx.Err()
		}
		if err != nil {
			return s, refuse("%s; page %d cannot be recognised", unscanned, n)
		}
		for _, block := range paragraphs(clean(strings.ReplaceAll(text, "\f", "\n"))) {
			if strings.ContainsFunc(block, unicode.IsLetter) {
				s.Blocks, s.Pages = append(s.Blocks, unwrap(block)), append(s.Pages, n)
			}
		}
	}
	if len(s.Blocks) == 0 {
		return s, refuse("%s, and no letters were recognised in it", unscanned)
	}
	return s, nil
}

var errTooMuch = errors.New("too much text")

// page reads one page.
func (s scanner) page(ctx context.Context, file *pdf.File, n int) (string, error) {
	picture, free, err := file.Render(n, scanDPI)
	if err != nil {
		return "", err
	}
	var drawn bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err = encoder.Encode(&drawn, picture)
	free()
	if err != nil {
		return "", fmt.Errorf("write page %d: %w", n, err)
	}
	ctx, cancel := context.WithTimeout(ctx, scanTime)
	defer cancel()
	out := limitedBuffer{left: maxScanText}
	c := command(ctx, s.program, "-", "-", "-l", s.languages)
	c.Stdin, c.Stdout = &drawn, &out
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("recognise page %d: %w", n, err)
	}
	return out.String(), nil
}

// limitedBuffer takes no more than it may.
type limitedBuffer struct {
	bytes.Buffer
	left int
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errTooMuch
	}
	return b.Buffer.Write(p)
}

// unwrap joins the lines of a paragraph, and words that are cut at their ends.
func unwrap(block string) string {
	lines := strings.Split(block, "\n")
	out := strings.TrimSpace(lines[0])
	for _, line := range lines[1:] {
		line = strings.TrimSpace(line)
		before, cut := strings.CutSuffix(out, "-")
		switch {
		case cut && unicode.IsLower(lastRune(before)) && startsLower(line):
			out = before + line
		case starts.MatchString(line):
			out += "\n" + line
		default:
			out += " " + line
		}
	}
	return out
}
