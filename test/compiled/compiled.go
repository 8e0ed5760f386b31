// Package compiled lets the data folders of tests share the compiled parser of PDFs, because
// compiling it takes five seconds of CPU time.
package compiled

import (
	"os"
	"path/filepath"
	"testing"

	"sellingassistant/adapters/pdf"
)

// Share makes a data folder and links it to the compiled code that the command line keeps.
func Share(t testing.TB, data string) {
	t.Helper()
	folder := pdf.UserFolder()
	for _, made := range []string{data, folder} {
		if err := os.MkdirAll(made, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(folder, filepath.Join(data, "pdf")); err != nil {
		t.Fatal(err)
	}
}
