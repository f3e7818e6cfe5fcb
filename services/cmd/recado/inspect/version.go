package inspect

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/recado/recado/services/cmd/recado/cli"
)

type version struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
}

// Version is recado version.
func Version(_ context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("version [--json]", "Prints which recado this is.")
	asJSON := set.Bool("json", false, "print JSON")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	v := ownVersion()
	if *asJSON {
		return c.JSON(v)
	}
	fmt.Fprintf(c.Stdout, "recado %s (%s, %s)\n", v.Version, v.Commit, v.Go)
	return nil
}

func ownVersion() version {
	v := version{Version: "(devel)", Commit: "unknown", Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Version = info.Main.Version
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			v.Commit = setting.Value[:min(12, len(setting.Value))]
		}
	}
	return v
}
