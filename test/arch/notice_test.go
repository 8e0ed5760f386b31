package arch

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// noticed has a row of NOTICE.
type noticed struct{ files, module, licence, texts string }

// notices reads the table of NOTICE.
func notices(t *testing.T) []noticed {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root(t), "NOTICE"))
	require.NoError(t, err)
	var rows []noticed
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) == 6 && cells[0] != "files" {
			rows = append(rows, noticed{cells[0], cells[1], cells[4], cells[5]})
		}
	}
	return rows
}

// embedded lists the files of others that are put into the program, by module, and the folders of
// these modules. Our own packages keep files of others below third_party/NAME, and have no folder.
func embedded(t *testing.T) (files map[string][]string, dirs map[string]string) {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", `{{if and .EmbedFiles .Module}}{"Main":{{.Module.Main}},"Path":{{printf "%q" .Module.Path}},`+
		`"Dir":{{printf "%q" .Module.Dir}},"In":{{printf "%q" .Dir}},"Files":{{printf "%q" (join .EmbedFiles "|")}}}{{end}}`, "./cmd/selling-assistant")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	require.NoError(t, err)
	files, dirs = map[string][]string{}, map[string]string{}
	for line := range strings.Lines(string(out)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var p struct {
			Main                 bool
			Path, Dir, In, Files string
		}
		require.NoError(t, json.Unmarshal([]byte(line), &p))
		if p.Main {
			for file := range strings.SplitSeq(p.Files, "|") {
				if below, ok := strings.CutPrefix(file, "third_party/"); ok {
					name := path.Dir(below)
					files[name] = append(files[name], path.Base(below))
				}
			}
			continue
		}
		folder, err := filepath.Rel(p.Dir, p.In)
		require.NoError(t, err)
		dirs[p.Path] = p.Dir
		for file := range strings.SplitSeq(p.Files, "|") {
			files[p.Path] = append(files[p.Path], path.Join(filepath.ToSlash(folder), file))
		}
	}
	return files, dirs
}

// fits matches a file with a row. An ending "/*" matches everything in a folder.
func (n noticed) fits(file string) bool {
	if folder, all := strings.CutSuffix(n.files, "*"); all && strings.HasSuffix(folder, "/") {
		return strings.HasPrefix(file, folder)
	}
	ok, err := path.Match(n.files, file)
	return err == nil && ok
}

// unnoticed names the embedded files without a row, and the rows without a file.
func unnoticed(rows []noticed, files map[string][]string) (missing, stale []string) {
	for module, list := range files {
		for _, file := range list {
			if !slices.ContainsFunc(rows, func(n noticed) bool { return n.module == module && n.fits(file) }) {
				missing = append(missing, module+" "+file)
			}
		}
	}
	for _, row := range rows {
		if !slices.ContainsFunc(files[row.module], row.fits) {
			stale = append(stale, row.module+" "+row.files)
		}
	}
	return missing, stale
}

// TestNoticeNamesWhatIsEmbedded compares NOTICE with the files of others in the program, and their
// licences with the modules' own texts.
func TestNoticeNamesWhatIsEmbedded(t *testing.T) {
	rows := notices(t)
	files, dirs := embedded(t)
	require.Contains(t, files["github.com/klippa-app/go-pdfium"], "webassembly/pdfium.wasm")
	require.Len(t, files["@scalar/api-reference"], 1)
	missing, stale := unnoticed(rows, files)
	require.Empty(t, missing, "NOTICE does not name these embedded files")
	require.Empty(t, stale, "NOTICE names files that are not embedded")
	known := regexp.MustCompile(`\b(Apache-2\.0|BSD-3-Clause|MIT|MPL-2\.0|OFL-1\.1)\b`)
	for _, row := range rows {
		require.Regexp(t, known, row.licence)
		for name := range strings.SplitSeq(row.texts, ", ") {
			text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
			require.NoError(t, err)
			switch {
			case name == "LICENSE":
			case dirs[row.module] == "":
				require.Contains(t, string(text), "Permission is hereby granted", name)
			default:
				require.Contains(t, texts(t, dirs[row.module]), string(text), "%s is not the licence of %s any more", name, row.module)
			}
		}
	}

	missing, stale = unnoticed(rows[1:], map[string][]string{rows[0].module: files[rows[0].module]})
	require.Equal(t, []string{"github.com/klippa-app/go-pdfium webassembly/pdfium.wasm"}, missing)
	require.Len(t, stale, len(rows)-1)
}

// texts reads the licences in the folder of a module.
func texts(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "LICENSE*"))
	require.NoError(t, err)
	var all []string
	for _, name := range names {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		all = append(all, string(b))
	}
	return all
}

// TestLicense checks that the licence is whole.
func TestLicense(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(root(t), "LICENSE"))
	require.NoError(t, err)
	for _, want := range []string{
		"Apache License\n                           Version 2.0, January 2004", "9. Accepting Warranty or Additional Liability.",
		"Copyright 2026 The Selling Assistant Authors",
	} {
		require.Contains(t, string(b), want)
	}
}
