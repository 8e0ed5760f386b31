package main

import (
	"context"
	"runtime"

	"github.com/spf13/cobra"

	"sellingassistant/config"
)

// settingResult encodes a setting as JSON.
type settingResult struct {
	Name  string       `json:"name"`
	State config.State `json:"state"`
	Value string       `json:"value"`
}

func configCheck(s *session) *cobra.Command {
	c := s.printing("check", "Show every setting, and all that is wrong with them.")
	c.command.Long = "Secrets show as ***. The exit code is 1 when a setting is wrong. Nothing is opened or called."
	c.BoolVar(&c.demo, "demo", false, "Check what serve --demo needs.")
	return c.runs(func(context.Context) error {
		settings, faults := config.Check(c.environ, c.demo)
		err := table(c, settings, "SETTING\tSTATE\tVALUE", func(one config.Setting) (settingResult, string) {
			return settingResult{one.Name, one.State, one.Value}, one.Name + "\t" + string(one.State) + "\t" + one.Value
		})
		if err != nil {
			return err
		}
		return faults
	})
}

func versionCommand(s *session) *cobra.Command {
	c := s.printing("version", "Show the version.")
	return c.runs(func(context.Context) error {
		return c.print(map[string]string{"version": version(), "go": runtime.Version()}, "selling-assistant version %s", version())
	})
}
