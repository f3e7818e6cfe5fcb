package tenantfile

import (
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

// collectDocuments reads the knowledge files and makes a document of each FAQ and each policy.
func (c *checker) collectDocuments() {
	list := c.tenant.Knowledge
	c.distinct("knowledge", "path", len(list), func(i int) string { return list[i].Path })
	for i, k := range list {
		if k.Path == "" || c.has(item("knowledge", i, "path")) {
			continue
		}
		doc, err := c.article(k)
		if err != nil {
			c.add(item("knowledge", i, "path"), "%s", err)
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
}

func (c *checker) addText(kind, id, title, body string) {
	c.documents = append(c.documents, document{
		slug: kind + "/" + id, corpus: defaultCorpus, kind: kind, title: title,
		mime: "text/plain", language: c.tenant.Language, body: []byte(body), sha256: hashHex(body),
	})
}

func (c *checker) article(k Knowledge) (document, error) {
	mime, known := mimes[path.Ext(k.Path)]
	if !known {
		return document{}, errors.New("expected a file that ends in .md or .txt")
	}
	if !fs.ValidPath(k.Path) {
		return document{}, errors.New("expected a path below the tenant's folder, without .. and without / at its start")
	}
	body, err := readFile(c.folder, k.Path, maxDocument)
	if err != nil {
		return document{}, errors.New("expected a file of at most 512 KiB in the tenant's folder, it cannot be read")
	}
	if !utf8.Valid(body) || len(strings.TrimSpace(string(body))) == 0 || slices.Contains(body, 0) {
		return document{}, errors.New("expected a file with text in UTF-8")
	}
	return document{
		slug: "article/" + k.Path, corpus: orText(k.Corpus, defaultCorpus), kind: orText(k.Kind, "article"),
		title: orText(k.Title, titleOf(string(body), k.Path)), mime: mime,
		language: orText(k.Language, c.tenant.Language), body: body, sha256: hashHex(string(body)),
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
