package packaging

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/config"
)

// root names the folder of the repository.
const root = "../.."

// operatorsFiles returns the files that an operator copies.
func operatorsFiles(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	add := func(path string) {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		found[strings.TrimPrefix(filepath.ToSlash(path), root+"/")] = string(b)
	}
	for _, name := range []string{"Containerfile", "compose.yaml", "compose.prod.yaml"} {
		add(filepath.Join(root, name))
	}
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "packaging"), func(path string, d fs.DirEntry, err error) error {
		generated := strings.Contains(path, "completions") || strings.Contains(path, "man")
		if err == nil && !d.IsDir() && !generated {
			add(path)
		}
		return err
	}))
	require.Greater(t, len(found), 8)
	return found
}

var settingNames = regexp.MustCompile(`\bSA_[A-Z0-9_]+\b`)

// unknownSettings lists the variables of a text that the program does not know.
func unknownSettings(text string) []string {
	all, _ := config.Check(nil, false)
	return slices.DeleteFunc(settingNames.FindAllString(text, -1), func(name string) bool {
		return slices.ContainsFunc(all, func(s config.Setting) bool { return s.Name == strings.TrimSuffix(name, "_FILE") })
	})
}

func TestFilesNameSettingsThatExist(t *testing.T) {
	for name, text := range operatorsFiles(t) {
		require.Empty(t, unknownSettings(text), name)
	}
	require.Equal(t, []string{"SA_WORKER"}, unknownSettings("SA_WORKER=1 SA_SECRET_KEY_FILE=x SA_WORKERS=2"))
}

// Settings of packages are correct once their placeholders are filled in.
func TestTheSettingsOfPackagesAreCorrect(t *testing.T) {
	environ := []string{"SA_SECRET_KEY=" + strings.Repeat("ab", 32)}
	for line := range strings.Lines(operatorsFiles(t)["packaging/settings.env"]) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "#")
		if strings.HasPrefix(line, "SA_") {
			environ = append(environ, line)
		}
	}
	require.Greater(t, len(environ), 8)
	_, err := config.Load(environ, false)
	require.NoError(t, err)
}
