package chain

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenantfile/strictyaml"
)

// File says which models there are, where, at what price, and in which order they are asked.
type File struct {
	Providers []Provider
	Models    []Model
	// Tiers are the names of models, the first to be asked first.
	Tiers  map[llm.Tier][]string
	Limits Limits
	// Open is true where the one provider may be asked for models that are not named here.
	Open bool
	// Tunings count from the first to the last: a later one that fits replaces what it names.
	Tunings []Tuning
}

// Provider is an OpenAI-compatible endpoint.
type Provider struct {
	Name    string
	BaseURL string
	Key     config.Secret
}

// Model is one model of a provider.
type Model struct {
	Name         string // in this file
	Provider     string
	ID           string // what the provider calls it
	Window       int    // in tokens; 0 where it is not known
	Price        *Price // nil where it is not known
	Capabilities llm.Capabilities
}

// Limits are when a model is given up, and how much is asked of one at a time.
type Limits struct {
	FailureThreshold        int           // failures in Window after which a model rests
	Window, Rest            time.Duration // and for how long
	FirstToken, Idle, Whole time.Duration // longest waits: for the first word (zero asks for whole answers), between words, for the answer
	Calls                   int           // at a time, of one model
	Retries                 int           // of one model in one call
}

// Tuning is how freely and how long models write for a purpose; empty fields fit everything.
type Tuning struct {
	Task, Mode, Specialist string
	Temperature            *float64
	MaxTokens              *int
}

const (
	maxFile    = 64 << 10
	standard   = llm.TierBalanced
	baseTokens = 800
	baseHeat   = 0.3
)

// document is the file as it is written.
type document struct {
	Providers []struct {
		Name    string `yaml:"name,required" check:"name"`
		BaseURL string `yaml:"base_url,required" check:"url"`
		KeyEnv  string `yaml:"key_env" check:"variable"`
	} `yaml:"providers,required" max:"20"`
	Models []struct {
		Name     string   `yaml:"name,required" check:"name"`
		Provider string   `yaml:"provider,required" check:"name"`
		ID       string   `yaml:"id"`
		Window   int      `yaml:"window" min:"1000" max:"100000000"`
		Price    *written `yaml:"usd_per_million"`
		Takes    *struct {
			Temperature *bool  `yaml:"temperature"`
			MaxTokens   string `yaml:"max_tokens" check:"limit"`
			Tools       string `yaml:"tools" check:"tools"`
		} `yaml:"takes"`
	} `yaml:"models,required" max:"50"`
	Tiers struct {
		Fast     []string `yaml:"fast,required" check:"name" max:"5"`
		Balanced []string `yaml:"balanced,required" check:"name" max:"5"`
		Premium  []string `yaml:"premium,required" check:"name" max:"5"`
	} `yaml:"tiers,required"`
	Breaker struct {
		FailureThreshold *int `yaml:"failure_threshold" min:"1" max:"1000"`
		WindowSeconds    *int `yaml:"window_seconds" min:"10" max:"86400"`
		RestSeconds      *int `yaml:"rest_seconds" min:"1" max:"3600"`
	} `yaml:"breaker"`
	Timeouts struct {
		FirstToken *int `yaml:"first_token_seconds" min:"0" max:"300"`
		Idle       *int `yaml:"idle_seconds" min:"1" max:"300"`
		Whole      *int `yaml:"whole_seconds" min:"1" max:"600"`
	} `yaml:"timeouts"`
	Calls   *int `yaml:"calls_at_a_time" min:"1" max:"10000"`
	Retries *int `yaml:"retries" min:"0" max:"5"`
	Tuning  []struct {
		Task        string   `yaml:"task" check:"name"`
		Mode        string   `yaml:"mode" check:"mode"`
		Specialist  string   `yaml:"specialist" check:"word"`
		Temperature *float64 `yaml:"temperature" min:"0" max:"2"`
		MaxTokens   *int     `yaml:"max_tokens" min:"16" max:"100000"`
	} `yaml:"tuning" max:"50"`
}

type written struct {
	Input  float64  `yaml:"input,required" min:"0" max:"10000"`
	Cached *float64 `yaml:"cached" min:"0" max:"10000"`
	Output float64  `yaml:"output,required" min:"0" max:"10000"`
}

const aVariable = "the name of an environment variable that begins with RECADO_LLM_; a key does not stand in a file"

// forms are the texts that a field may hold.
var forms = map[string]struct {
	*regexp.Regexp
	expected string
}{
	"name":     {regexp.MustCompile(`^[a-z0-9][a-z0-9._:-]{0,59}$`), "a name of a-z, 0-9 and . _ : -"},
	"word":     {regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`), "a word of a-z, 0-9 and _"},
	"variable": {regexp.MustCompile(`^RECADO_LLM_[A-Z0-9_]{1,60}$`), aVariable},
	"limit":    {regexp.MustCompile(`^max_(completion_)?tokens$`), "max_tokens or max_completion_tokens"},
	"tools":    {regexp.MustCompile(`^(native|text)$`), "native or text"},
	"mode":     {regexp.MustCompile(`^(messaging|voice)$`), "messaging or voice"},
}

func checkForm(form, text string) error {
	if form == "url" {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.User != nil || !slices.Contains([]string{"https", "http"}, u.Scheme) {
			return fmt.Errorf("expected a URL such as https://api.openai.com/v1, without a key in it")
		}
		return nil
	}
	if f, ok := forms[form]; ok && !f.MatchString(text) {
		return fmt.Errorf("expected %s", f.expected)
	}
	return nil
}

// Load reads a file of models; getenv gives the keys that it names. Everything that is wrong with it is said with line and field.
func Load(name string, getenv func(string) string) (*File, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open the models: %w", err)
	}
	defer func() { _ = in.Close() }()
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", name, err)
	case len(data) > maxFile:
		return nil, fmt.Errorf("%s: expected at most %d bytes", name, maxFile)
	}
	return Parse(name, data, getenv)
}

// Parse is Load of a file that has been read.
func Parse(name string, data []byte, getenv func(string) string) (*File, error) {
	var d document
	schema := strictyaml.Schema{Keys: "the keys of a file of models (providers, models, tiers, …)", Check: checkForm}
	problems, ok := schema.Decode(name, data, &d)
	if !ok {
		return nil, problems.Err()
	}
	r := reader{problems: problems, getenv: getenv, file: &File{Limits: d.limits()}}
	r.providers(&d)
	r.models(&d)
	r.tiers(&d)
	r.tunings(&d)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return r.file, nil
}

type reader struct {
	problems *strictyaml.Problems
	getenv   func(string) string
	file     *File
}

func (r *reader) providers(d *document) {
	for i, p := range d.Providers {
		at := fmt.Sprintf("providers[%d]", i)
		if slices.ContainsFunc(r.file.Providers, func(q Provider) bool { return q.Name == p.Name }) {
			r.problems.Add(at+".name", "expected another name: there is a provider %s already", p.Name)
		}
		out := Provider{Name: p.Name, BaseURL: strings.TrimSuffix(p.BaseURL, "/")}
		if p.KeyEnv != "" && !r.problems.Has(at+".key_env") {
			if out.Key = config.Secret(r.getenv(p.KeyEnv)); out.Key.Reveal() == "" {
				r.problems.Add(at+".key_env", "environment variable %s is not set", p.KeyEnv)
			}
		}
		r.file.Providers = append(r.file.Providers, out)
	}
}

func (r *reader) models(d *document) {
	for i, m := range d.Models {
		at := fmt.Sprintf("models[%d]", i)
		if r.file.model(m.Name) != nil {
			r.problems.Add(at+".name", "expected another name: there is a model %s already", m.Name)
		}
		if !slices.ContainsFunc(r.file.Providers, func(p Provider) bool { return p.Name == m.Provider }) {
			r.problems.Add(at+".provider", "expected the name of a provider of this file")
		}
		out := Model{Name: m.Name, Provider: m.Provider, ID: m.ID, Window: m.Window, Price: m.Price.price()}
		if out.ID == "" {
			out.ID = m.Name
		}
		out.Capabilities = llm.CapabilitiesOf(out.ID)
		if t := m.Takes; t != nil {
			if t.Temperature != nil {
				out.Capabilities.Temperature = *t.Temperature
			}
			if t.MaxTokens != "" {
				out.Capabilities.OldLimit = t.MaxTokens == "max_tokens"
			}
			if t.Tools != "" {
				out.Capabilities.Tools = llm.ToolMode(t.Tools)
			}
		}
		r.file.Models = append(r.file.Models, out)
	}
}

func (w *written) price() *Price {
	if w == nil {
		return nil
	}
	p := &Price{Input: w.Input, Cached: w.Input, Output: w.Output}
	if w.Cached != nil {
		p.Cached = *w.Cached
	}
	return p
}

func (r *reader) tiers(d *document) {
	r.file.Tiers = map[llm.Tier][]string{llm.TierFast: d.Tiers.Fast, llm.TierBalanced: d.Tiers.Balanced, llm.TierPremium: d.Tiers.Premium}
	for tier, names := range r.file.Tiers {
		if len(names) == 0 && !r.problems.Has("tiers") && !r.problems.Has("tiers."+string(tier)) {
			r.problems.Add("tiers."+string(tier), "expected the names of models, the first to be asked first")
		}
		for i, name := range names {
			at := fmt.Sprintf("tiers.%s[%d]", tier, i)
			switch {
			case r.file.model(name) == nil:
				r.problems.Add(at, "expected the name of a model of this file")
			case slices.Index(names, name) < i:
				r.problems.Add(at, "expected each model once")
			}
		}
	}
}

func (r *reader) tunings(d *document) {
	for i, t := range d.Tuning {
		if t.Temperature == nil && t.MaxTokens == nil {
			r.problems.Add(fmt.Sprintf("tuning[%d]", i), "expected temperature or max_tokens")
		}
		r.file.Tunings = append(r.file.Tunings, Tuning{t.Task, t.Mode, t.Specialist, t.Temperature, t.MaxTokens})
	}
}

func (d *document) limits() Limits {
	number := func(n *int, standard int) int {
		if n == nil {
			return standard
		}
		return *n
	}
	seconds := func(n *int, standard int) time.Duration { return time.Duration(number(n, standard)) * time.Second }
	return Limits{
		FailureThreshold: number(d.Breaker.FailureThreshold, 3),
		Window:           seconds(d.Breaker.WindowSeconds, 300), Rest: seconds(d.Breaker.RestSeconds, 30),
		FirstToken: seconds(d.Timeouts.FirstToken, 10), Idle: seconds(d.Timeouts.Idle, 15), Whole: seconds(d.Timeouts.Whole, 45),
		Calls: number(d.Calls, 64), Retries: number(d.Retries, 1),
	}
}

func (f *File) model(name string) *Model {
	for i := range f.Models {
		if f.Models[i].Name == name {
			return &f.Models[i]
		}
	}
	return nil
}

// Only is the file with one of its models alone, which every tier asks.
func (f *File) Only(name string) *File {
	out := *f
	out.Tiers = map[llm.Tier][]string{llm.TierFast: {name}, llm.TierBalanced: {name}, llm.TierPremium: {name}}
	return &out
}

// Single is the file of one endpoint with one model, which every tier asks; its price is not known.
func Single(cfg llm.Config) *File {
	const name = "endpoint"
	f := &File{
		Providers: []Provider{{Name: name, BaseURL: cfg.BaseURL, Key: cfg.APIKey}},
		Models:    []Model{{Name: cfg.Model, Provider: name, ID: cfg.Model, Capabilities: llm.CapabilitiesOf(cfg.Model)}},
		Limits:    new(document).limits(),
		Open:      true,
		Tiers:     map[llm.Tier][]string{},
	}
	f.Limits.FirstToken, f.Limits.Idle, f.Limits.Whole = 0, cfg.Idle, cfg.Timeout
	if cfg.Calls > 0 {
		f.Limits.Calls = cfg.Calls
	}
	for _, tier := range []llm.Tier{llm.TierFast, llm.TierBalanced, llm.TierPremium} {
		f.Tiers[tier] = []string{cfg.Model}
	}
	return f
}
