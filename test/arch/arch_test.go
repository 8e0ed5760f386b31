package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxLines bounds a file outside of tests.
const maxLines = 400

// Bounds keep packages outside of tests and tools small: their files and lines. A sentence states
// the purpose of each, in doc.go once it has several files.
const (
	maxPackageFiles = 20
	maxPackageLines = 3000
	filesWithoutDoc = 5
)

// larger lists the packages that exceed a bound, each with its reason.
var larger = map[string]string{
	"cmd/selling-assistant/compose": "a file for each context, and none of them knows another",
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	require.NoError(t, err)
	_, err = os.Stat(filepath.Join(dir, "go.mod"))
	require.NoError(t, err)
	return dir
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json", "./...")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	require.NoError(t, err)
	var pkgs []pkg
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p pkg
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return pkgs
		}
		require.NoError(t, err)
		// Files for other systems count as well.
		for _, name := range p.IgnoredGoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ImportsOnly)
			require.NoError(t, err)
			for _, i := range f.Imports {
				path, err := strconv.Unquote(i.Path.Value)
				require.NoError(t, err)
				p.Imports = append(p.Imports, path)
			}
		}
		pkgs = append(pkgs, p)
	}
}

func TestImports(t *testing.T) {
	pkgs := list(t)
	seen, tops, walked := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range pkgs {
		path := strings.TrimPrefix(p.ImportPath, module+"/")
		top, _, _ := strings.Cut(path, "/")
		seen[path], tops[top] = true, true
	}
	files(t, func(file string, _ []byte) { walked[path.Dir(file)] = true })
	require.Equal(t, slices.Sorted(maps.Keys(walked)), slices.Sorted(maps.Keys(seen)), "folders with Go files against packages seen")
	require.Equal(t, folders, slices.Sorted(maps.Keys(tops)), "folders in rules.go against those with packages")
	require.Empty(t, violations(pkgs))
}

// The names of a deleted context must not keep their special rules.
func TestContextsAreThere(t *testing.T) {
	pkgs := list(t)
	for _, c := range contexts {
		require.True(t, slices.ContainsFunc(pkgs, func(p pkg) bool { return p.ImportPath == module+"/app/"+c }), c)
	}
}

// TestPlantedViolations proves that each rule can be broken.
func TestPlantedViolations(t *testing.T) {
	for _, c := range []struct{ from, imports, want string }{
		{"domain/repricer", "github.com/gin-gonic/gin", "domain/repricer imports github.com/gin-gonic/gin"},
		{"domain/repricer", "encoding/json", "imports encoding/json"},
		{"domain/repricer", "log/slog", "imports log/slog"},
		{"domain/repricer", "net/http", "imports net/http"},
		{"domain/repricer", "sellingassistant/domain/document", "imports sellingassistant/domain/document"},
		{"domain/repricer", "sellingassistant/ports/repricer", "imports sellingassistant/ports/repricer"},
		{"domain/kernel/money", "sellingassistant/domain/repricer", "imports sellingassistant/domain/repricer"},
		{"domain/repricer/decision", "sellingassistant/domain/repricer/strategy", "imports sellingassistant/domain/repricer/strategy"},
		{"domain/kernel/money", "golang.org/x/text/cases", "imports golang.org/x/text/cases"},
		{"ports/repricer", "sellingassistant/app/repricer", "imports sellingassistant/app/repricer"},
		{"ports/repricer", "sellingassistant/domain/document", "imports sellingassistant/domain/document"},
		{"ports/tx", "sellingassistant/ports/repricer", "imports sellingassistant/ports/repricer"},
		{"ports/tx", "github.com/uptrace/bun", "imports github.com/uptrace/bun"},
		{"app/repricer", "sellingassistant/app/document", "imports sellingassistant/app/document"},
		{"app/repricer", "sellingassistant/ports/document", "imports sellingassistant/ports/document"},
		{"app/repricer", "sellingassistant/adapters/persistence/db", "imports sellingassistant/adapters/persistence/db"},
		{"app/repricer", "go.uber.org/zap", "imports go.uber.org/zap"},
		{"app/repricer", "go.uber.org/fx", "wiring belongs to cmd"},
		{"app/repricer/sending", "sellingassistant/ports/document", "imports sellingassistant/ports/document"},
		{"ports/repricer/sending", "sellingassistant/app/repricer/sending", "imports sellingassistant/app/repricer/sending"},
		{"adapters/persistence/repricer/sending", "sellingassistant/app/repricer/sending", "imports sellingassistant/app/repricer/sending"},
		{"app/nowhere", "context", "no place for a package"},
		{"adapters/http/repricer", "sellingassistant/adapters/persistence/repricer", "imports sellingassistant/adapters/persistence/repricer"},
		{"adapters/http/repricer", "sellingassistant/app/document", "imports sellingassistant/app/document"},
		{"adapters/http/repricer", "github.com/uptrace/bun", "imports github.com/uptrace/bun"},
		{"adapters/http/httpx", "sellingassistant/app/identity", "imports sellingassistant/app/identity"},
		{"adapters/http/httpx", "sellingassistant/ports/identity", "imports sellingassistant/ports/identity"},
		{"adapters/http/httpx/body", "sellingassistant/adapters/http/httpx", "imports sellingassistant/adapters/http/httpx"},
		{"adapters/http/httpx/body", "sellingassistant/adapters/http/httpx/schema", "imports sellingassistant/adapters/http/httpx/schema"},
		{"adapters/http/httpx/schema", "sellingassistant/adapters/http/httpx", "imports sellingassistant/adapters/http/httpx"},
		{"adapters/http/httpx/schema", "sellingassistant/adapters/http/httpx/openapi", "imports sellingassistant/adapters/http/httpx/openapi"},
		{"adapters/http/httpx/openapi", "sellingassistant/adapters/http/httpx/schema", "imports sellingassistant/adapters/http/httpx/schema"},
		{"adapters/http/httpx/openapi", "github.com/gin-gonic/gin", "imports github.com/gin-gonic/gin"},
		{"adapters/http/httpx/openapi", "sellingassistant/docs", "imports sellingassistant/docs"},
		{"docs", "sellingassistant/domain/kernel/money", "docs imports sellingassistant/domain/kernel/money"},
		{"docs", "github.com/yuin/goldmark", "docs imports github.com/yuin/goldmark"},
		{"docs/images", "embed", "no place for a package"},
		{"adapters/http/repricer", "sellingassistant/adapters/http/httpx/schema", "imports sellingassistant/adapters/http/httpx/schema"},
		{"adapters/http/repricer", "sellingassistant/adapters/http/httpx/openapi", "imports sellingassistant/adapters/http/httpx/openapi"},
		{"adapters/persistence/repricer", "sellingassistant/app/repricer", "imports sellingassistant/app/repricer"},
		{"adapters/persistence/repricer", "github.com/jackc/pgx/v5", "imports github.com/jackc/pgx/v5"},
		{"adapters/persistence/repricer", "sellingassistant/adapters/persistence/document", "imports sellingassistant/adapters/persistence/document"},
		{"adapters/persistence/db", "sellingassistant/ports/repricer", "imports sellingassistant/ports/repricer"},
		{"adapters/memory/inbound", "sellingassistant/adapters/persistence/db", "imports sellingassistant/adapters/persistence/db"},
		{"adapters/memory/record", "sellingassistant/ports/document", "imports sellingassistant/ports/document"},
		{"adapters/persistence/record", "sellingassistant/domain/document", "imports sellingassistant/domain/document"},
		{"app/kernel/edit", "sellingassistant/domain/document", "imports sellingassistant/domain/document"},
		{"app/kernel/edit", "sellingassistant/app/document", "imports sellingassistant/app/document"},
		{"adapters/bridge/identity", "sellingassistant/adapters/http/httpx", "imports sellingassistant/adapters/http/httpx"},
		{"adapters/bridge/purchasing", "sellingassistant/ports/inventory", "imports sellingassistant/ports/inventory"},
		{"adapters/bridge/pricelist", "sellingassistant/adapters/bridge/imports", "imports sellingassistant/adapters/bridge/imports"},
		{"adapters/simulator", "sellingassistant/ports/restriction", "imports sellingassistant/ports/restriction"},
		{"adapters/amazon/catalog", "sellingassistant/app/restriction", "imports sellingassistant/app/restriction"},
		{"adapters/amazon/listings", "sellingassistant/adapters/amazon/pricing", "imports sellingassistant/adapters/amazon/pricing"},
		{"adapters/amazon/spapi", "sellingassistant/adapters/amazon/catalog", "imports sellingassistant/adapters/amazon/catalog"},
		{"adapters/amazon/spapi", "sellingassistant/ports/restriction", "imports sellingassistant/ports/restriction"},
		{"adapters/blob", "sellingassistant/adapters/persistence/db", "imports sellingassistant/adapters/persistence/db"},
		{"adapters/jobs", "sellingassistant/ports/repricer", "imports sellingassistant/ports/repricer"},
		{"adapters/jobs", "github.com/uptrace/bun", "imports github.com/uptrace/bun"},
		{"adapters/blob", "sellingassistant/test/stores", "imports sellingassistant/test/stores"},
		{"app/repricer", "sellingassistant/tools/evaluate/play", "imports sellingassistant/tools/evaluate/play"},
		{"cmd/selling-assistant", "sellingassistant/tools/bench/plan", "imports sellingassistant/tools/bench/plan"},
		{"cmd/selling-assistant", "sellingassistant/test/stores", "imports sellingassistant/test/stores"},
		{"tools/bench", "go.uber.org/fx", "wiring belongs to cmd"},
		{"config", "sellingassistant/app/identity", "imports sellingassistant/app/identity"},
		{"migrations", "sellingassistant/app/identity", "imports sellingassistant/app/identity"},
		{"test/e2e", "go.uber.org/fx", "wiring belongs to cmd"},
		{"migrations", "text/template", "domain/kernel/fill executes templates"},
		{"cmd/selling-assistant", "html/template", "domain/kernel/fill executes templates"},
		{"pkg/x", "context", "no place for a package"},
		{"domain/utils", "context", "the name says nothing"},
	} {
		found := violations([]pkg{{ImportPath: module + "/" + c.from, Imports: []string{c.imports}}})
		require.NotEmpty(t, found, "%s imports %s", c.from, c.imports)
		require.Contains(t, found[0], c.want)
	}
	require.NotEmpty(t, violations([]pkg{{ImportPath: module}}), "files at the root")
	require.NotEmpty(t, violations([]pkg{{ImportPath: module + "/domain/x", Name: "helpers"}}))
	require.NotEmpty(t, violations([]pkg{{ImportPath: module + "/domain/repricer", TestImports: []string{module + "/test/stores"}}}))
	require.NotEmpty(t, violations([]pkg{{ImportPath: module + "/domain/repricer", XTestImports: []string{"github.com/gin-gonic/gin"}}}))
}

func TestAllowedImports(t *testing.T) {
	for from, imports := range map[string][]string{
		"domain/repricer":             {"errors", "time", "sellingassistant/domain/kernel/money", "github.com/govalues/decimal"},
		"domain/repricer/history":     {"sellingassistant/domain/repricer", "sellingassistant/domain/repricer/decision"},
		"ports/repricer":              {"context", "io", "sellingassistant/domain/repricer", "sellingassistant/domain/repricer/history", "sellingassistant/domain/kernel/id"},
		"ports/idempotency":           {"sellingassistant/domain/kernel/id"},
		"app/repricer":                {"sellingassistant/domain/repricer", "sellingassistant/ports/repricer", "sellingassistant/ports/tx", "golang.org/x/sync/errgroup"},
		"adapters/http/httpx":         {"sellingassistant/adapters/http/httpx/schema", "sellingassistant/ports/ratelimit", "github.com/danielgtaylor/huma/v2", "go.uber.org/zap", "net/http"},
		"adapters/http/httpx/schema":  {"sellingassistant/adapters/http/httpx/body", "github.com/danielgtaylor/huma/v2", "net/http"},
		"adapters/http/httpx/openapi": {"sellingassistant/adapters/http/httpx/body", "sellingassistant/domain/kernel/fault"},
		"adapters/http/httpx/front":   {"sellingassistant/docs", "sellingassistant/domain/kernel/fault", "github.com/yuin/goldmark"},
		"docs":                        {"embed"},
		"adapters/http/httpx/body":    {"github.com/danielgtaylor/huma/v2", "sellingassistant/domain/kernel/money"},
		"adapters/http/repricer": {
			"sellingassistant/app/repricer", "sellingassistant/domain/repricer", "sellingassistant/adapters/http/httpx", "sellingassistant/adapters/http/httpx/body",
		},
		"adapters/persistence/repricer": {"sellingassistant/adapters/persistence/db", "sellingassistant/ports/repricer", "github.com/uptrace/bun", "database/sql"},
		"adapters/memory/inbound":       {"sellingassistant/ports/inbound", "sellingassistant/domain/inbound"},
		"adapters/memory/record":        {"sellingassistant/adapters/persistence/record", "sellingassistant/adapters/persistence/db"},
		"adapters/persistence/document": {"sellingassistant/adapters/persistence/record", "sellingassistant/ports/document"},
		"app/document":                  {"sellingassistant/app/kernel/edit"},
		"adapters/http/document":        {"sellingassistant/app/kernel/edit", "sellingassistant/app/document"},
		"adapters/bridge/document":      {"sellingassistant/app/identity", "sellingassistant/ports/document", "sellingassistant/ports/clock"},
		"adapters/jobs":                 {"sellingassistant/ports/jobs", "sellingassistant/adapters/persistence/db", "github.com/jackc/pgx/v5", "database/sql"},
		"adapters/amazon/catalog":       {"sellingassistant/adapters/amazon/spapi", "sellingassistant/ports/restriction", "net/http"},
		"adapters/amazon/pricing":       {"sellingassistant/adapters/amazon/spapi", "sellingassistant/adapters/amazon/listings", "sellingassistant/ports/repricer"},
		"cmd/selling-assistant/compose": {"go.uber.org/fx", "sellingassistant/app/repricer", "sellingassistant/adapters/persistence/db"},
		"tools/bench":                   {"sellingassistant/cmd/selling-assistant/compose", "sellingassistant/test/pgtest/cluster"},
		"test/stores":                   {"sellingassistant/adapters/persistence/db", "testing"},
	} {
		require.Empty(t, violations([]pkg{{ImportPath: module + "/" + from, Imports: imports}}))
	}
}

// files walks the Go files of the program. A folder with a go.mod is another module.
func files(t *testing.T, visit func(path string, source []byte)) {
	t.Helper()
	top := root(t)
	require.NoError(t, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		_, other := os.Stat(filepath.Join(path, "go.mod"))
		if d.IsDir() && path != top && (other == nil || strings.HasPrefix(name, ".") || name == "testdata" || name == "data" && filepath.Dir(path) == top) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, path)
		visit(filepath.ToSlash(rel), source)
		return err
	}))
}

// misplaced, tooLong and humaCalls each judge one file.
func misplaced(path string) bool {
	top, _, below := strings.Cut(path, "/")
	return !below || !slices.Contains(folders, top)
}

func tooLong(path string, source []byte) bool {
	return !strings.HasSuffix(path, "_test.go") && bytes.Count(source, []byte("\n")) > maxLines
}

var registering = regexp.MustCompile(`^(Register|AutoRegister|Get|Post|Put|Patch|Delete|Head|Error.*|NewError.*|Status.*)$`)

// humaCalls lists calls that a context's HTTP adapter must leave to httpx.
func humaCalls(t *testing.T, path string, source []byte) []string {
	t.Helper()
	if !strings.HasPrefix(path, "adapters/http/") || strings.HasPrefix(path, "adapters/http/httpx/") {
		return nil
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
	require.NoError(t, err)
	names := map[string]bool{}
	for _, i := range f.Imports {
		if !strings.Contains(i.Path.Value, "danielgtaylor/huma") {
			continue
		}
		name := "huma"
		if i.Name != nil {
			name = i.Name.Name
		}
		names[name] = true
	}
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && names[x.Name] && registering.MatchString(s.Sel.Name) {
				found = append(found, x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return found
}

func TestFiles(t *testing.T) {
	files(t, func(path string, source []byte) {
		require.False(t, misplaced(path), "%s: no place for Go code", path)
		require.False(t, tooLong(path, source), "%s: more than %d lines", path, maxLines)
		require.Empty(t, humaCalls(t, path, source), path)
	})
}

// room has the size of a package without its tests.
type room struct {
	files, lines int
	// the files with a comment about the package's purpose
	comments []string
}

// rooms measures the packages of the program by their folders.
func rooms(t *testing.T) map[string]*room {
	found := map[string]*room{}
	files(t, func(file string, source []byte) {
		top, _, _ := strings.Cut(file, "/")
		if top == "test" || top == "tools" || strings.HasSuffix(file, "_test.go") {
			return
		}
		r := found[path.Dir(file)]
		if r == nil {
			r = &room{}
			found[path.Dir(file)] = r
		}
		r.files++
		r.lines += bytes.Count(source, []byte("\n"))
		f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.PackageClauseOnly|parser.ParseComments)
		require.NoError(t, err)
		if f.Doc != nil && f.Doc.Pos() < f.Package {
			r.comments = append(r.comments, path.Base(file))
		}
	})
	return found
}

// faults lists the faults of a package's size and its sentence.
func (r *room) faults(folder string) []string {
	var found []string
	if _, excepted := larger[folder]; !excepted && (r.files > maxPackageFiles || r.lines > maxPackageLines) {
		found = append(found, fmt.Sprintf("%s: %d files and %d lines are more than %d or %d: make rooms of it, or give the reason in larger",
			folder, r.files, r.lines, maxPackageFiles, maxPackageLines))
	}
	if len(r.comments) != 1 {
		found = append(found, fmt.Sprintf("%s: %d files say what the package is for: %v", folder, len(r.comments), r.comments))
	}
	if r.files > filesWithoutDoc && !slices.Contains(r.comments, "doc.go") {
		found = append(found, folder+": the sentence about the package belongs to doc.go")
	}
	return found
}

func TestPackagesCanBeKnown(t *testing.T) {
	measured := rooms(t)
	for _, folder := range slices.Sorted(maps.Keys(measured)) {
		for _, fault := range measured[folder].faults(folder) {
			t.Error(fault)
		}
	}
	for folder, reason := range larger {
		r := measured[folder]
		require.NotNil(t, r, "%s is an exception and no package", folder)
		require.True(t, r.files > maxPackageFiles || r.lines > maxPackageLines, "%s needs no exception any more", folder)
		require.NotEmpty(t, reason, folder)
	}
}

func TestPlantedRooms(t *testing.T) {
	doc := []string{"doc.go"}
	for want, r := range map[string]room{
		"":                                  {files: maxPackageFiles, lines: maxPackageLines, comments: doc},
		"21 files and 10 lines are more":    {files: maxPackageFiles + 1, lines: 10, comments: doc},
		"1 files and 3001 lines are more":   {files: 1, lines: maxPackageLines + 1, comments: doc},
		"0 files say what the package is":   {files: 1, lines: 1},
		"2 files say what the package is":   {files: 2, lines: 2, comments: []string{"a.go", "doc.go"}},
		"the sentence about the package be": {files: filesWithoutDoc + 1, lines: 2, comments: []string{"a.go"}},
	} {
		found := strings.Join(r.faults("app/x"), "; ")
		if want == "" {
			require.Empty(t, found)
			continue
		}
		require.Contains(t, found, want)
	}
}

// shared lists the migrations, by the names of their files, with the number of another migration,
// because then a number does not name a database's step.
func shared(files []string) []string {
	steps := map[string][]string{}
	for _, file := range files {
		step, _, _ := strings.Cut(file, ".")
		number, _, _ := strings.Cut(step, "_")
		if !slices.Contains(steps[number], step) {
			steps[number] = append(steps[number], step)
		}
	}
	var found []string
	for _, number := range slices.Sorted(maps.Keys(steps)) {
		if len(steps[number]) > 1 {
			found = append(found, strings.Join(steps[number], " and "))
		}
	}
	return found
}

func TestMigrationsHaveNumbersOfTheirOwn(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root(t), "migrations", "*.sql"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	files := make([]string, len(paths))
	for i, path := range paths {
		files[i] = filepath.Base(path)
	}
	require.Empty(t, shared(files), "migrations with one number: give the newer one the next that is free")
}

func TestPlantedMigrations(t *testing.T) {
	require.Empty(t, shared([]string{"1_a.tx.up.sql", "1_a.tx.down.sql", "2_a.tx.up.sql", "10_a.tx.up.sql"}))
	require.Equal(t, []string{"1_a and 1_b"}, shared([]string{"1_a.tx.down.sql", "1_a.tx.up.sql", "1_b.tx.down.sql", "1_b.tx.up.sql", "2_b.tx.up.sql"}))
}

func TestPlantedFiles(t *testing.T) {
	require.True(t, misplaced("main.go"))
	require.True(t, misplaced("pkg/x.go"))
	require.False(t, misplaced("app/x/x.go"))
	long := bytes.Repeat([]byte("\n"), maxLines+1)
	require.True(t, tooLong("app/x/x.go", long))
	require.False(t, tooLong("app/x/x_test.go", long))
	source := []byte(`package x
import h "github.com/danielgtaylor/huma/v2"
func f() { h.Register(nil, h.Operation{}, nil); _ = h.Error404NotFound("") }`)
	require.Equal(t, []string{"h.Register", "h.Error404NotFound"}, humaCalls(t, "adapters/http/document/x.go", source))
	require.Empty(t, humaCalls(t, "adapters/http/httpx/x.go", source))
}
