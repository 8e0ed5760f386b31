package cluster

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ErrMissing says how to get Postgres.
var ErrMissing = errors.New("no Postgres is installed: run «apt-get install -y postgresql» (Debian, Ubuntu), " +
	"or set TEST_DATABASE_URL to a server where databases may be made")

// Program returns the path of a program that Postgres brings, such as pg_dump.
func Program(name string) (string, error) {
	folder, err := binaries()
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, name), nil
}

// binaries finds the folder with initdb and postgres, newest version first.
func binaries() (string, error) {
	var folders []string
	if path, err := exec.LookPath("initdb"); err == nil {
		if target, err := filepath.EvalSymlinks(path); err == nil {
			folders = append(folders, filepath.Dir(target))
		}
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin",
		"/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		slices.SortFunc(found, func(a, b string) int { return version(b) - version(a) })
		folders = append(folders, found...)
	}
	for _, folder := range folders {
		if executable(filepath.Join(folder, "initdb")) && executable(filepath.Join(folder, "postgres")) {
			return folder, nil
		}
	}
	return "", ErrMissing
}

// version reads the number in a folder's name, 0 without a number.
func version(folder string) int {
	digits := strings.FieldsFunc(filepath.Dir(folder), func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) == 0 {
		return 0
	}
	n, err := strconv.Atoi(digits[len(digits)-1])
	if err != nil {
		return 0
	}
	return n
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && info.Mode()&0o111 != 0
}
