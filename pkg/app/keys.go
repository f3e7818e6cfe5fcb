package app

import (
	"fmt"

	"github.com/recado/recado/pkg/seal"
)

// SecretKey is the variable that holds the installation's root key, or the keys of one service.
const SecretKey = "RECADO_SECRET_KEY"

// checkKeys says what the key lacks that a service declares; a key that cannot be read is config.Check's to report.
func (s Service) checkKeys(getenv func(string) string) error {
	key, err := seal.ParseKey(getenv(SecretKey))
	if err != nil || len(s.Keys) == 0 {
		return nil
	}
	if err := key.Require(s.Name, s.Keys...); err != nil {
		return fmt.Errorf("%s: %w", SecretKey, err)
	}
	return nil
}

// environment is the process's, with the key cut down to the purposes that the service declares: where a process holds the root, a
// purpose that is not declared does not work there either.
func (s Service) environment(getenv func(string) string) (func(string) string, error) {
	key, err := seal.ParseKey(getenv(SecretKey))
	if err != nil {
		return getenv, nil
	}
	text := ""
	if len(s.Keys) > 0 {
		if text, err = key.Limit(s.Name, s.Keys...); err != nil {
			return nil, fmt.Errorf("%s: %w", SecretKey, err)
		}
	}
	return func(name string) string {
		if name == SecretKey {
			return text
		}
		return getenv(name)
	}, nil
}

// warnOfRoot says that a process of one service holds more than it should.
func (p *process) warnOfRoot() {
	key, err := seal.ParseKey(p.Getenv(SecretKey))
	if err != nil || len(p.Services) != 1 || !key.IsRoot() {
		return
	}
	p.telemetry.Log.Warn("this process holds the root key: give it the keys of its service alone (recado secret derive)", "service", p.name)
}
