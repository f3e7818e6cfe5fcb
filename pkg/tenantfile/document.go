package tenantfile

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// mimes are the kinds of files that are read, by extension.
var mimes = map[string]string{".md": "text/markdown", ".txt": "text/plain"}

// collectDocuments reads the knowledge files and makes a document of each FAQ, policy, template and competitor.
func (c *checker) collectDocuments() {
	list := c.tenant.Knowledge
	c.distinct("knowledge", "path", len(list), func(i int) string { return list[i].Path })
	for i, k := range list {
		if k.Path == "" || c.Has(item("knowledge", i, "path")) {
			continue
		}
		doc, err := c.article(k)
		if err != nil {
			c.Add(item("knowledge", i, "path"), "%s", err)
			continue
		}
		c.documents = append(c.documents, doc)
	}
	for _, f := range c.tenant.FAQs {
		questions := strings.Join(append([]string{f.Question}, f.Aliases...), "\n")
		c.addText("faq", f.ID, f.Question, questions+"\n\n"+f.Answer)
	}
	for _, p := range c.tenant.Policies {
		c.addText("policy", p.Type, p.Title, p.Policy)
	}
	for _, t := range c.tenant.Templates {
		language := cmp.Or(t.Language, c.tenant.Language)
		c.addText("template", t.Trigger+"/"+language, t.Trigger, t.Text)
		c.documents[len(c.documents)-1].Language = language
	}
	for _, x := range c.tenant.Competitors {
		c.addText("competitor", x.ID, short(strings.Join(append([]string{x.Name}, x.Aliases...), ", ")), x.Strategy)
	}
}

func (c *checker) addText(kind, id, title, body string) {
	c.documents = append(c.documents, Document{
		Slug: kind + "/" + id, Corpus: defaultCorpus, Kind: kind, Title: title,
		MIME: "text/plain", Language: c.tenant.Language, Body: []byte(body), SHA256: hashHex(body),
	})
}

func (c *checker) article(k Knowledge) (Document, error) {
	mime, known := mimes[path.Ext(k.Path)]
	if !known {
		return Document{}, errors.New("expected a file that ends in .md or .txt")
	}
	if !fs.ValidPath(k.Path) {
		return Document{}, errors.New("expected a path below the tenant's folder, without .. and without / at its start")
	}
	body, err := readFile(c.folder, k.Path, maxDocument)
	if err != nil {
		return Document{}, errors.New("expected a file of at most 512 KiB in the tenant's folder, it cannot be read")
	}
	switch {
	case len(strings.TrimSpace(string(body))) == 0:
		return Document{}, errors.New("expected a file with text in UTF-8, it is empty")
	case !utf8.Valid(body), slices.Contains(body, 0):
		return Document{}, errors.New("expected a file with text in UTF-8: save it in this encoding, it may be in Latin-1")
	}
	return Document{
		Slug: "article/" + k.Path, Corpus: cmp.Or(k.Corpus, defaultCorpus), Kind: cmp.Or(k.Kind, "article"),
		Title: cmp.Or(k.Title, titleOf(string(body), k.Path)), MIME: mime,
		Language: cmp.Or(k.Language, c.tenant.Language), Body: body, SHA256: hashHex(string(body)),
	}, nil
}

// titleOf is the first heading of a Markdown text, else the file's name.
func titleOf(body, name string) string {
	for line := range strings.Lines(body) {
		if title, ok := strings.CutPrefix(line, "# "); ok {
			return short(strings.TrimSpace(title))
		}
	}
	return strings.TrimSuffix(path.Base(name), path.Ext(name))
}

func hashHex(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
