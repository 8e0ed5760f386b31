package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/config"
)

func TestSecretsComeFromFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	secretFile := file("key", key+"\n")
	c, err := config.Load([]string{
		"SA_SECRET_KEY_FILE=" + secretFile, "SA_DATABASE_URL_FILE=" + file("database", "postgres://u:hunter2@db/sa\r\n"),
		"SA_KEEPA_KEY_FILE=" + file("keepa", "hunter3"), "SA_SECRET_KEY_PREVIOUS_FILE=",
	}, false)
	require.NoError(t, err)
	require.Equal(t, []string{key, "postgres://u:hunter2@db/sa", "hunter3", ""}, []string{
		c.SecretKey.Reveal(), c.DatabaseURL.Reveal(), c.Keepa.Key.Reveal(), c.PreviousSecretKey.Reveal(),
	})

	for given, want := range map[string]string{
		"SA_KEEPA_KEY_FILE=" + filepath.Join(dir, "absent"): "SA_KEEPA_KEY_FILE names a file that cannot be read: open " +
			filepath.Join(dir, "absent") + ": no such file or directory",
		"SA_KEEPA_KEY_FILE=" + file("empty", " \n"): "SA_KEEPA_KEY_FILE names an empty file",
		"SA_SECRET_KEY=" + key:                      "SA_SECRET_KEY_FILE and SA_SECRET_KEY must not be set together",
		"SA_WORKERS_FILE=x":                         "SA_WORKERS_FILE is not a setting of this program; the nearest is SA_WORKERS",
	} {
		_, err := config.Load([]string{"SA_SECRET_KEY_FILE=" + secretFile, given}, false)
		require.EqualError(t, err, want)
	}
}

func TestCheckShowsASecretOfAFile(t *testing.T) {
	state := func(name string, environ ...string) string {
		all, _ := config.Check(environ, false)
		for _, s := range all {
			if s.Name == name {
				return string(s.State) + " " + s.Value
			}
		}
		return "absent"
	}
	path := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(path, []byte(key), 0o600))
	require.Equal(t, "set ***", state("SA_SECRET_KEY", "SA_SECRET_KEY_FILE="+path))
	require.Equal(t, "wrong ", state("SA_KEEPA_KEY", "SA_SECRET_KEY_FILE="+path, "SA_KEEPA_KEY_FILE="+path+".absent"))
	require.Equal(t, "absent", state("SA_SECRET_KEY_FILE", "SA_SECRET_KEY_FILE="+path))
}
