package admin

import (
	"bufio"
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/template"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/cmd/recado/cli"
)

//go:embed new.yaml.tmpl
var newTenantText string

var newTenantTemplate = template.Must(template.New("tenant").Funcs(template.FuncMap{"quote": quoteYAML}).Parse(newTenantText))

// newTenant is what recado tenant new asks for.
type newTenant struct {
	Name, Vertical, Country, City, Address, Hours, WhatsApp string
	Zone, Currency, out                                     string
}

// flags adds a flag for each answer, so that no question is asked where all are given.
func (n *newTenant) flags(set *flag.FlagSet) {
	set.StringVar(&n.Name, "name", "", "new: the business's `name`")
	set.StringVar(&n.Vertical, "vertical", "", "new: dental, medical, restaurant or general")
	set.StringVar(&n.Country, "country", "", "new: its country's `code`, such as MX")
	set.StringVar(&n.City, "city", "", "new: its city")
	set.StringVar(&n.Address, "address", "", "new: street and number, as customers are told")
	set.StringVar(&n.Hours, "hours", "", "new: opening `hours`, such as \"mon-fri 09:00-19:00, sat 09:00-14:00\"")
	set.StringVar(&n.WhatsApp, "whatsapp", "", "new: the WhatsApp phone number `id`, or later")
	set.StringVar(&n.Zone, "zone", "", "new: IANA `zone` where the country does not tell")
	set.StringVar(&n.Currency, "currency", "", "new: ISO 4217 `code` where the country does not tell")
	set.StringVar(&n.out, "out", "", "new: the `file` to write (default <id>.yaml)")
}

// write asks for what no flag gave, and writes a file that recado tenant check accepts.
func (n *newTenant) write(c *cli.CLI) error {
	if err := n.ask(c); err != nil {
		return err
	}
	file, err := n.file()
	if err != nil {
		return err
	}
	id := slugOf(n.Name)
	if n.out == "" {
		n.out = id + ".yaml"
	}
	loaded, err := n.save(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "%s is written: %s, in %s, %s.\n", n.out, loaded.Tenant.ID, loaded.Tenant.Zone, loaded.Tenant.Currency)
	fmt.Fprintln(c.Stdout, "Change in it what is marked, then:")
	for _, next := range []string{"tenant check " + n.out, "up --tenant " + n.out, "chat --tenant " + id} {
		fmt.Fprintln(c.Stdout, "  recado", next)
	}
	return nil
}

// save writes the file where there is none, and reads it as apply would once the variables of WhatsApp are set: one that is wrong
// does not stay.
func (n *newTenant) save(file []byte) (*tenantfile.File, error) {
	out, err := os.OpenFile(n.out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, cli.Usagef("tenant new: %s exists; --out names another file", n.out)
	}
	if err != nil {
		return nil, err
	}
	_, err = out.Write(file)
	err = errors.Join(err, out.Close())
	getenv, _ := assumed(func(string) string { return "" })
	var loaded *tenantfile.File
	if err == nil {
		loaded, err = tenantfile.LoadFile(n.out, getenv)
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(n.out))
	}
	return loaded, nil
}

// question is one thing to ask, with the answer that an empty line takes.
type question struct {
	text, fallback string
	into           *string
	check          func(string) error
}

func (n *newTenant) questions() []question {
	return []question{
		{"1. What is the business called?", "", &n.Name, wanted},
		{"2. What is it: dental, medical, restaurant or general (anything else)?", "general", &n.Vertical, isVertical},
		{"3. Where is it? The country's code, such as MX, CO, ES:", "", &n.Country, n.isCountry},
		{"   The city:", "", &n.City, wanted},
		{"   Street and number, as customers are told:", "", &n.Address, wanted},
		{"4. When is it open?", "mon-fri 09:00-19:00, sat 09:00-14:00", &n.Hours, isHours},
		{"5. WhatsApp: the phone number id, or later:", "later", &n.WhatsApp, wanted},
	}
}

// ask asks for what is not known yet, again where the answer cannot be right.
func (n *newTenant) ask(c *cli.CLI) error {
	in := bufio.NewScanner(c.Stdin)
	for _, q := range n.questions() {
		for *q.into == "" {
			fmt.Fprint(c.Stderr, q.text+" ")
			if q.fallback != "" {
				fmt.Fprintf(c.Stderr, "[%s] ", q.fallback)
			}
			if !in.Scan() {
				wrong := cli.Usagef("tenant new: no answer to %q; recado help tenant names the flags", strings.TrimSpace(q.text))
				return errors.Join(wrong, in.Err())
			}
			*q.into = strings.TrimSpace(in.Text())
			if *q.into == "" {
				*q.into = q.fallback
			}
			if err := q.check(*q.into); err != nil {
				fmt.Fprintln(c.Stderr, "  "+err.Error())
				*q.into = ""
			}
		}
		if err := q.check(*q.into); err != nil {
			return cli.Usagef("tenant new: %s", err)
		}
	}
	return nil
}

func wanted(s string) error {
	if s == "" {
		return errors.New("expected an answer")
	}
	return nil
}

func isVertical(s string) error {
	if !slices.Contains([]string{"dental", "medical", "restaurant", "general"}, s) {
		return fmt.Errorf("expected dental, medical, restaurant or general, got %q", s)
	}
	return nil
}

func (n *newTenant) isCountry(s string) error {
	if _, known := countries[strings.ToUpper(s)]; !known && (n.Zone == "" || n.Currency == "") {
		return fmt.Errorf("expected the code of a known country, such as MX, got %q; --zone and --currency tell those of another", s)
	}
	return nil
}

func isHours(s string) error {
	_, err := readHours(s)
	return err
}

// openDay is a day or a span of days with its hours.
type openDay struct {
	Days  string
	Spans []string
}

// readHours reads "mon-fri 09:00-14:00 16:00-20:00, sat 09:00-14:00".
func readHours(s string) (out []openDay, err error) {
	for part := range strings.SplitSeq(s, ",") {
		words := strings.Fields(part)
		if len(words) < 2 {
			const such = `expected days with hours, such as "mon-fri 09:00-19:00, sat 09:00-14:00", got %q`
			return nil, fmt.Errorf(such, strings.TrimSpace(part))
		}
		out = append(out, openDay{strings.ToLower(words[0]), words[1:]})
	}
	return out, nil
}

// file fills the template.
func (n *newTenant) file() ([]byte, error) {
	hours, err := readHours(n.Hours)
	if err != nil {
		return nil, err
	}
	country := strings.ToUpper(n.Country)
	place, known := countries[country]
	if !known {
		place.language = language.Spanish
	}
	if n.Zone == "" {
		n.Zone = zoneOf(place, n.City)
	}
	if n.Currency == "" {
		n.Currency = place.currency
	}
	id := slugOf(n.Name)
	if id == "" {
		return nil, cli.Usagef("tenant new: --name: expected letters or digits, got %q", n.Name)
	}
	var out bytes.Buffer
	err = newTenantTemplate.Execute(&out, map[string]any{
		"ID": id, "Name": n.Name, "Vertical": n.Vertical, "Country": country, "City": n.City, "Address": n.Address,
		"Hours": hours,
		"Zone":  n.Zone, "Currency": n.Currency, "Language": string(place.language), "Words": newWords[place.language],
		"WhatsApp": n.WhatsApp, "Later": n.WhatsApp == "later", "Variable": strings.ToUpper(strings.ReplaceAll(id, "-", "_")),
		"Service": newWords[place.language].Services[n.Vertical],
	})
	return out.Bytes(), err
}

// maxSlug bounds an id.
const maxSlug = 40

// slugOf makes an id of a name.
func slugOf(name string) string {
	var out strings.Builder
	for _, c := range language.FoldString(name) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			out.WriteRune(c)
		case out.Len() > 0 && !strings.HasSuffix(out.String(), "-"):
			out.WriteByte('-')
		}
	}
	slug := out.String()
	return strings.Trim(slug[:min(len(slug), maxSlug)], "-")
}

// quoteYAML is a text as a YAML scalar.
func quoteYAML(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
