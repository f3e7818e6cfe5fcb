package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/metric/noop"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/chain"
)

// leastFree is how much room the state needs on its disk to go on for days, in bytes.
const leastFree = 1 << 30

// checkDisk returns how much room is left where the state is kept, or would be.
func checkDisk(dir string) (string, error) {
	place, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		_, err = os.Stat(place)
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(place) == place {
			break
		}
		place = filepath.Dir(place)
	}
	free, err := freeBytes(place)
	if err != nil {
		return "", fmt.Errorf("free space of %s: %w", dir, err)
	}
	if free < leastFree {
		return "", fmt.Errorf("%d MB are free where %s is", free>>20, dir)
	}
	return fmt.Sprintf("%d GB are free", free>>30), nil
}

// checkModel asks each configured model for a word.
func checkModel(ctx context.Context, getenv func(string) string) (string, error) {
	cfg, err := config.Load[chain.Config](getenv)
	if err != nil {
		return "", err
	}
	file, err := cfg.Load(getenv)
	if err != nil {
		return "", err
	}
	if file == nil {
		return "none is configured: rules alone answer", nil
	}
	file.Limits.Whole = min(file.Limits.Whole, 2*checkTimeout)
	var answered []string
	var failed []error
	for _, m := range file.Models {
		if name, err := askModel(ctx, file, m); err != nil {
			failed = append(failed, err)
		} else {
			answered = append(answered, name)
		}
	}
	if err := errors.Join(failed...); err != nil {
		return "", err
	}
	return strings.Join(answered, ", ") + " " + map[bool]string{true: "answers", false: "answer"}[len(answered) == 1], nil
}

func askModel(ctx context.Context, file *chain.File, m chain.Model) (string, error) {
	only, err := chain.New(file.Only(m.Name), slog.New(slog.DiscardHandler), noop.NewMeterProvider().Meter(""))
	if err != nil {
		return "", err
	}
	question := []llm.Message{{Role: llm.RoleUser, Text: "Answer with the word ok."}}
	answer, err := only.Complete(ctx, &llm.Request{MaxTokens: 16, Messages: question})
	if err != nil {
		at := slices.IndexFunc(file.Providers, func(p chain.Provider) bool { return p.Name == m.Provider })
		return "", fmt.Errorf("%s at %s: %w", m.Name, file.Providers[at].BaseURL, err)
	}
	return cmp.Or(answer.Model, m.Name), nil
}
