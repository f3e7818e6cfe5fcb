package bustest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/nats-io/nats-server/v2/server"
)

// Conf starts the server from a configuration file: its accounts, users and limits, but neither its listeners nor its store.
// Every password in it that is a variable becomes the tests' own. users names the user that each service signs in as; any other
// connection is the test's and may do everything.
func Conf(file string, users map[string]string) Option {
	return func(o *options) { o.conf, o.users = file, users }
}

var passwordVariable = regexp.MustCompile(`\$NATS_[A-Z_]+_PASSWORD`)

// confOptions reads the file from a copy that has passwords, with everything it includes.
func (s *Server) confOptions() (*server.Options, error) {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(s.opts.conf), "*.conf"))
	if err != nil {
		return nil, fmt.Errorf("list configuration files: %w", err)
	}
	dir := s.t.TempDir()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read configuration: %w", err)
		}
		text = passwordVariable.ReplaceAll(text, []byte(password))
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o600); err != nil {
			return nil, fmt.Errorf("copy configuration: %w", err)
		}
	}
	o, err := server.ProcessConfigFile(filepath.Join(dir, filepath.Base(s.opts.conf)))
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	if len(o.Users) == 0 {
		return nil, fmt.Errorf("%s has no users", s.opts.conf)
	}
	o.Users = append(o.Users, &server.User{Username: everyone, Password: password, Account: o.Users[0].Account})
	o.StoreDir, o.PidFile, o.HTTPPort = s.dir, "", 0
	return o, nil
}
