package app

import (
	"errors"
	"strings"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/telemetry"
)

// ErrConfig says that variables are missing or wrong; the error lists them all.
var ErrConfig = errors.New("the configuration is wrong")

// Configs lists the config structs that a process of these services reads, its own first.
func Configs(services []Service) []any {
	configs := []any{Config{}, bus.Config{}, telemetry.Config{}}
	for _, service := range services {
		if service.Config != nil {
			configs = append(configs, service.Config)
		}
	}
	return configs
}

// Check reports every missing or wrong variable of a process at once. A variable that several services read is named once.
func Check(services []Service, getenv func(string) string) error {
	seen := map[string]bool{}
	var lines []string
	for _, cfg := range Configs(services) {
		for _, err := range config.Check(cfg, getenv) {
			name, _, _ := strings.Cut(err.Error(), ":")
			if !seen[name] {
				seen[name] = true
				lines = append(lines, err.Error())
			}
		}
	}
	for _, service := range services {
		if err := service.checkKeys(getenv); err != nil {
			lines = append(lines, err.Error())
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return configError(strings.Join(lines, "\n"))
}

type configError string

func (e configError) Error() string { return ErrConfig.Error() + ":\n" + string(e) }
func (configError) Unwrap() error   { return ErrConfig }
