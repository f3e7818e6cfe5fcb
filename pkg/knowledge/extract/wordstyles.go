package extract

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// wordStyle is what a style says of the text that has it.
type wordStyle struct {
	level int // of a heading, else 0
	look  look
}

// readStyles finds the styles of headings, by outline level or by the name that Word gives them in every language, and how text looks.
func readStyles(ctx context.Context, file packedFile) (map[string]wordStyle, error) {
	own, basedOn := map[string]wordStyle{}, map[string]string{}
	id := ""
	err := file.each(ctx, "word/styles.xml", func(t xml.Token) error {
		start, ok := t.(xml.StartElement)
		if !ok {
			return nil
		}
		value, s := attribute(start, "val"), own[id]
		switch start.Name.Local {
		case "docDefaults", "latentStyles":
			id = ""
			return nil
		case "style":
			id = attribute(start, "styleId")
			return nil
		case "name":
			if n := headingStyle(value); n > 0 {
				s.level = n
			}
		case "basedOn":
			basedOn[id] = value
		case "outlineLvl":
			if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 9 {
				s.level = n + 1
			}
		default:
			s.look.read(start)
		}
		own[id] = s
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("styles: %w", err)
	}
	delete(own, "")
	out := make(map[string]wordStyle, len(own))
	for id, s := range own {
		parent := basedOn[id]
		for range 10 {
			if parent == "" {
				break
			}
			below := own[parent]
			s.level, s.look, parent = cmp.Or(s.level, below.level), s.look.over(below.look), basedOn[parent]
		}
		out[id] = s
	}
	return out, nil
}

// headingStyle is the level of "heading 2", "Título 2" or "Title".
func headingStyle(name string) int {
	name = plainLetters(name)
	if name == "title" || name == "titulo" {
		return 1
	}
	for _, word := range []string{"heading ", "titulo ", "encabezado "} {
		if n, err := strconv.Atoi(strings.TrimPrefix(name, word)); err == nil && strings.HasPrefix(name, word) {
			return min(max(n, 1), 9)
		}
	}
	return 0
}

// readNumbering tells lists that count from those with bullets.
func readNumbering(ctx context.Context, file packedFile) (map[string]bool, error) {
	counts, out := map[string]bool{}, map[string]bool{}
	abstract, level, number := "", "", ""
	err := file.each(ctx, "word/numbering.xml", func(t xml.Token) error {
		start, ok := t.(xml.StartElement)
		if !ok {
			return nil
		}
		switch value := attribute(start, "val"); start.Name.Local {
		case "abstractNum":
			abstract = attribute(start, "abstractNumId")
		case "lvl":
			level = attribute(start, "ilvl")
		case "numFmt":
			counts[abstract+"/"+level] = value != "bullet" && value != "none"
		case "num":
			number = attribute(start, "numId")
		case "abstractNumId":
			for i := range 9 {
				at := "/" + strconv.Itoa(i)
				out[number+at] = counts[value+at]
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("numbering: %w", err)
	}
	return out, nil
}
