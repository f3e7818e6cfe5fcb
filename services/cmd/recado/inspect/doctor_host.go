package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/llm"
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

// checkModel asks the configured model for a word.
func checkModel(ctx context.Context, getenv func(string) string) (string, error) {
	cfg, err := config.Load[llm.Config](getenv)
	if err == nil {
		err = cfg.Check()
	}
	if err != nil {
		return "", err
	}
	if !cfg.Configured() {
		return "none is configured: rules alone answer", nil
	}
	cfg.Timeout = min(cfg.Timeout, 2*checkTimeout)
	answer, err := llm.NewOpenAI(cfg).Complete(ctx, &llm.Request{
		Model: cfg.Model, MaxTokens: 16, Messages: []llm.Message{{Role: llm.RoleUser, Text: "Answer with the word ok."}},
	})
	if err != nil {
		return "", fmt.Errorf("%s at %s: %w", cfg.Model, cfg.BaseURL, err)
	}
	return cmp.Or(answer.Model, cfg.Model) + " answers", nil
}
