package stored

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	module = "sellingassistant/"
	root   = "../.."
	store  = module + "adapters/persistence/db"
)

// storing lists the packages with JSON that outlives a process. The package record writes rows, and
// their goldens are beside them.
var storing = []string{
	"./adapters/persistence/...", "./app/...", "./adapters/jobs", "./adapters/bridge/...",
	"./adapters/http/httpx/cursor", "./cmd/selling-assistant/demo",
}

// exemption has a use of JSON that stores no type of its own.
type exemption struct{ use, reason string }

var exemptions = []exemption{
	{
		"adapters/bridge/connection.enqueue interface",
		"callers pass a job's arguments, which their handlers read",
	},
	{
		"adapters/http/httpx/cursor.Open interface",
		"a list of texts and numbers; the package's tests have a golden",
	},
	{
		"adapters/http/httpx/cursor.Seal interface",
		"a list of texts and numbers; the package's tests have a golden",
	},
	{
		"adapters/persistence/db type parameter",
		"db.JSON itself; its types are found by their instances",
	},
	{
		"adapters/persistence/db.Value type parameter",
		"db.JSON itself; its types are found by their instances",
	},
	{
		"adapters/persistence/db.read type parameter",
		"db.JSON itself; its types are found by their instances",
	},
	{
		"adapters/persistence/history.MarshalJSON interface",
		"a value of an event, which has a golden as value",
	},
	{
		"adapters/persistence/history.UnmarshalJSON interface",
		"a value of an event, which has a golden as value",
	},
	{
		"adapters/persistence/repricer/history.insertEvidence interface",
		"arguments of a statement",
	},
	{
		"adapters/jobs.rescue github.com/riverqueue/river/rivertype.AttemptError",
		"River's own type",
	},
	{
		"app/research.one interface",
		"a question to Keepa, which is not stored",
	},
	{
		"app/notice.ask interface",
		"an answer of the API, which is not stored",
	},
	{
		"app/document/evaluate.ParseTruth app/document/evaluate.Truth",
		"a file that people write, for an evaluation",
	},
	{
		"adapters/persistence/inventory/catalogue adapters/persistence/inventory/catalogue.body",
		"reads a part of productBody, from its golden",
	},
	{
		"adapters/persistence/repricer/manage.UnmarshalJSON adapters/persistence/repricer/manage.plain",
		"the members of settingsBody",
	},
}

func exempt(use string) bool {
	return slices.ContainsFunc(exemptions, func(e exemption) bool { return e.use == use })
}

// TestEveryStoredTypeHasAGolden goes over all uses of JSON in packages that store something. A type
// needs a golden, made by golden.Check or golden.CheckForm.
func TestEveryStoredTypeHasAGolden(t *testing.T) {
	t.Parallel()
	found, goldens := storedTypes(t), goldens(t)
	require.Greater(t, len(found), 30)
	require.Empty(t, unproven(found, goldens), "types that are stored without a golden: see test/golden")
	found["adapters/planted.one adapters/planted.Planted"] = "adapters/planted.Planted"
	require.Equal(t, []string{"adapters/planted.one adapters/planted.Planted"}, unproven(found, goldens))
	for _, e := range exemptions {
		require.Contains(t, found, e.use, "it is not used any more: take it out")
	}
}

// unproven returns the uses of types without a golden.
func unproven(found map[string]string, goldens map[string]bool) (out []string) {
	for use, name := range found {
		if !exempt(use) && !goldens[name] {
			out = append(out, use)
		}
	}
	slices.Sort(out)
	return out
}

// TestEveryGoldenIsCompared finds goldens that no test reads.
func TestEveryGoldenIsCompared(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for name := range goldens(t) {
		named[name[strings.LastIndex(name, ".")+1:]] = true
	}
	for _, file := range files(t, ".json") {
		if folder, name := filepath.Split(file); strings.HasSuffix(folder, "testdata/golden/") {
			require.True(t, named[strings.TrimSuffix(name, ".json")] ||
				strings.Contains(folder, "persistence/record/"), file)
		}
	}
}

type pkg struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
}

// storedTypes returns the types that are written and read as JSON, by the place of each use.
func storedTypes(t *testing.T) map[string]string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles,DepOnly"}, storing...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as make compiled them, also where the race detector needs cgo
	out, err := cmd.Output()
	require.NoError(t, err)
	all := map[string]pkg{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		all[p.ImportPath] = p
	}
	s := scan{fset: token.NewFileSet(), found: map[string]string{}}
	s.imports = importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser,
		error) {
		return os.Open(all[path].Export)
	})
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if p := all[path]; !p.DepOnly && path != module+"adapters/persistence/record" {
			s.read(t, p)
		}
	}
	return s.found
}

type scan struct {
	fset    *token.FileSet
	imports types.Importer
	found   map[string]string
}

// read finds the uses in a package.
func (s *scan) read(t *testing.T, p pkg) {
	t.Helper()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(s.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		parsed = append(parsed, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Uses: map[*ast.Ident]types.Object{}}
	_, err := (&types.Config{Importer: s.imports}).Check(p.ImportPath, s.fset, parsed, info)
	require.NoError(t, err)
	short := strings.TrimPrefix(p.ImportPath, module)
	for name, instance := range info.Instances {
		if o := info.Uses[name]; o.Pkg() != nil && o.Pkg().Path() == store &&
			(o.Name() == "JSON" || o.Name() == "JSONOf") {
			s.note(short, instance.TypeArgs.At(0))
		}
	}
	for _, f := range parsed {
		for _, decl := range f.Decls {
			place := short
			if f, ok := decl.(*ast.FuncDecl); ok {
				place += "." + f.Name.Name
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				if arg := argument(info, n); arg != nil {
					s.note(place, info.Types[arg].Type)
				}
				return true
			})
		}
	}
}

// argument returns the value that a call of a JSON library writes or reads, nil for other nodes.
func argument(info *types.Info, n ast.Node) ast.Expr {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	name, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	o := info.Uses[name.Sel]
	if o == nil || o.Pkg() == nil || !strings.Contains(o.Pkg().Path(), "json") {
		return nil
	}
	at := map[string]int{"Marshal": 0, "MarshalIndent": 0, "MarshalWrite": 1, "Encode": 0, "Decode": 0,
		"Unmarshal": 1, "UnmarshalRead": 1}
	if i, ok := at[o.Name()]; ok && i < len(call.Args) {
		return call.Args[i]
	}
	return nil
}

// note records the use of a type; texts and numbers need no golden.
func (s *scan) note(place string, used types.Type) {
	switch of := types.Unalias(used).(type) {
	case *types.Pointer:
		s.note(place, of.Elem())
	case *types.Slice:
		s.note(place, of.Elem())
	case *types.Array:
		s.note(place, of.Elem())
	case *types.Map:
		s.note(place, of.Elem())
	case *types.TypeParam:
		s.found[place+" type parameter"] = ""
	case *types.Interface:
		s.found[place+" interface"] = ""
	case *types.Struct:
		s.found[place+" a struct without a name"] = ""
	case *types.Named:
		if _, ok := of.Underlying().(*types.Basic); ok {
			return
		}
		name := strings.TrimPrefix(of.Obj().Name(), module)
		if of.Obj().Pkg() != nil {
			name = strings.TrimPrefix(of.Obj().Pkg().Path(), module) + "." + name
		}
		s.found[place+" "+name] = name
	}
}

// goldens returns the types that tests compare with goldens.
func goldens(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, file := range files(t, "golden_test.go") {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		folder, err := filepath.Rel(root, filepath.Dir(file))
		require.NoError(t, err)
		imported := map[string]string{}
		for _, i := range f.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			name := path[strings.LastIndex(path, "/")+1:]
			if i.Name != nil {
				name = i.Name.Name
			}
			imported[name] = strings.TrimPrefix(path, module)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			name, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || name.Sel.Name != "Check" && name.Sel.Name != "CheckForm" {
				return true
			}
			value, ok := call.Args[len(call.Args)-1].(*ast.CompositeLit)
			if name.Sel.Name == "CheckForm" {
				value, ok = call.Args[2].(*ast.CompositeLit)
			}
			if !ok {
				return true
			}
			switch of := value.Type.(type) {
			case *ast.Ident:
				out[filepath.ToSlash(folder)+"."+of.Name] = true
			case *ast.SelectorExpr:
				out[imported[of.X.(*ast.Ident).Name]+"."+of.Sel.Name] = true
			}
			return true
		})
	}
	return out
}

// files returns the program's files by the end of their names.
func files(t *testing.T, end string) (out []string) {
	t.Helper()
	for _, folder := range []string{"adapters", "app", "cmd", "domain", "ports"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, folder),
			func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() && strings.HasSuffix(path, end) {
					out = append(out, filepath.ToSlash(path))
				}
				return err
			}))
	}
	return out
}
