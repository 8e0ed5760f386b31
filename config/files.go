package config

import (
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/caarlos0/env/v11"

	"sellingassistant/domain/kernel/secret"
)

// fileEnding ends the name of a variable that names a file with the value of a secret setting.
const fileEnding = "_FILE"

// settings returns the variables, with each secret of a file under the name of its setting. So a
// secret stays out of the environment, which other programs of the user may read.
func settings(environ []string) (vars map[string]string, faults []error) {
	vars = env.ToMap(environ)
	for _, f := range variables {
		if f.Type != reflect.TypeFor[secret.Text]() {
			continue
		}
		name := f.Tag.Get("env")
		path := vars[name+fileEnding]
		delete(vars, name+fileEnding)
		if path == "" {
			continue
		}
		content, err := os.ReadFile(path) //nolint:gosec // the operator names the file
		value := strings.TrimSpace(string(content))
		switch {
		case vars[name] != "":
			faults = append(faults, fmt.Errorf("%s and %s must not be set together", name+fileEnding, name))
		case err != nil:
			faults = append(faults, fmt.Errorf("%s names a file that cannot be read: %w", name+fileEnding, err))
		case value == "":
			faults = append(faults, fmt.Errorf("%s names an empty file", name+fileEnding))
		}
		vars[name] = value
	}
	return vars, faults
}
