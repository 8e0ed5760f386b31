package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/doctor"
	"sellingassistant/cmd/selling-assistant/manual"
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
	c.command.Long = "Secrets show as ***. Only --connect calls anything. The exit code is 1 for a wrong setting."
	c.BoolVar(&c.demo, "demo", false, "Check what serve --demo needs.")
	connect := c.Bool("connect", false, "Also call everything that the settings lead to.")
	return c.runs(func(ctx context.Context) error {
		settings, faults := config.Check(c.environ, c.demo)
		if *connect && faults == nil {
			c.says("%s", c.command.CommandPath())
			faults = c.connect(ctx, settings)
		}
		err := table(c, settings, "SETTING\tSTATE\tVALUE", func(one config.Setting) (settingResult, string) {
			return settingResult{one.Name, one.State, one.Value}, one.Name + "\t" + string(one.State) + "\t" + one.Value
		})
		if err != nil {
			return err
		}
		return faults
	})
}

// connect calls everything that correct settings lead to. It marks settings that lead nowhere.
func (v *verb) connect(ctx context.Context, settings []config.Setting) error {
	cfg, err := v.config()
	if err != nil {
		return err
	}
	var faults []error
	for _, f := range doctor.Connect(ctx, cfg) {
		if f.State != doctor.Failed {
			continue
		}
		faults = append(faults, fmt.Errorf("%s: %s %s", f.Setting, f.Text, f.Do))
		for i := range settings {
			if settings[i].Name == f.Setting {
				settings[i].State = config.Unreachable
			}
		}
	}
	return errors.Join(faults...)
}

// findingResult encodes a finding as JSON.
type findingResult struct {
	Part  string       `json:"part"`
	State doctor.State `json:"state"`
	Text  string       `json:"text"`
	Do    *string      `json:"do"`
}

func doctorCommand(s *session) *cobra.Command {
	c := s.onData("doctor", "Look for faults of the installation, and say how to repair them.")
	c.command.Long = "It calls everything that the settings lead to. The exit code is 1 when a part has failed."
	return c.runs(func(ctx context.Context) error {
		cfg, err := c.config()
		if err != nil {
			return err
		}
		c.says("%s", c.command.CommandPath())
		found := doctor.Examine(ctx, cfg)
		err = table(c, found, "PART\tSTATE\tFOUND\tDO", func(f doctor.Finding) (findingResult, string) {
			text := strings.Join(strings.Fields(f.Text), " ")
			row := []string{f.Part, string(f.State), text, f.Do}
			return findingResult{f.Part, f.State, text, orNull(f.Do)}, strings.Join(row, "\t")
		})
		if slices.ContainsFunc(found, func(f doctor.Finding) bool { return f.State == doctor.Failed }) {
			err = errors.Join(err, errors.New("a part of the installation has failed"))
		}
		return err
	})
}

func versionCommand(s *session) *cobra.Command {
	c := s.printing("version", "Show the version.")
	return c.runs(func(context.Context) error {
		return c.print(map[string]string{"version": version(), "go": runtime.Version()}, "selling-assistant version %s", version())
	})
}

func manCommand(s *session) *cobra.Command {
	c := s.verb("man", "Print the manual page.")
	return c.runs(func(context.Context) error {
		_, err := io.WriteString(s.io.out, manual.Page(c.command.Root()))
		return err
	})
}
