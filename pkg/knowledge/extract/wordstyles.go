package extract

import (
	"context"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// readStyles finds the styles of headings: by outline level, or by the name that Word gives them in every language.
func readStyles(ctx context.Context, file packedFile) (map[string]int, error) {
	levels, basedOn := map[string]int{}, map[string]string{}
	id := ""
	err := file.each(ctx, "word/styles.xml", func(t xml.Token) error {
		start, ok := t.(xml.StartElement)
		if !ok {
			return nil
		}
		switch value := attribute(start, "val"); start.Name.Local {
		case "style":
			id = attribute(start, "styleId")
		case "name":
			if n := headingStyle(value); n > 0 {
				levels[id] = n
			}
		case "basedOn":
			basedOn[id] = value
		case "outlineLvl":
			if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 9 {
				levels[id] = n + 1
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("styles: %w", err)
	}
	for style := range basedOn {
		parent := basedOn[style]
		for range 10 {
			if levels[style] > 0 || parent == "" {
				break
			}
			levels[style], parent = levels[parent], basedOn[parent]
		}
	}
	return levels, nil
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
