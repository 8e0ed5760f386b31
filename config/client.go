package config

import (
	"errors"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"

	"sellingassistant/domain/kernel/secret"
)

// Client has the settings of commands that call the API of a running service. The service itself
// does not use them.
type Client struct {
	// APIKey has the key of the calls.
	APIKey secret.Text `env:"SA_API_KEY"`
}

// LoadClient reads only these settings. Files with other secrets may be unreadable for the user.
func LoadClient(environ []string) (Client, error) {
	other := func(variable string) bool { return !strings.HasPrefix(variable, "SA_API_KEY") }
	vars, faults := settings(slices.DeleteFunc(slices.Clone(environ), other))
	c, err := env.ParseAsWithOptions[Client](env.Options{Environment: vars})
	return c, errors.Join(append(faults, err)...)
}
