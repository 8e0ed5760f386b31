package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// partial names the closed lists that leave out constants of their type, each with its reason.
var partial = map[string]string{
	"domain/pricelist.AlertCode":  "the list follows the levels of the codes",
	"domain/research/fee.Group":   "callers may give some of the groups; the tables name the others",
	"domain/research/series.Name": "a series that is neither shown as points nor in charts",
}

// enums has the closed lists of a package: the names in each list, and the constants of each type.
type enums struct {
	lists     map[string]map[string]bool
	constants map[string][]string
}

// read adds the lists and constants of a file.
func (e *enums) read(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == "Words" && d.Recv != nil && d.Body != nil {
				e.list(d)
			}
		case *ast.GenDecl:
			if d.Tok != token.CONST {
				continue
			}
			for _, s := range d.Specs {
				v := s.(*ast.ValueSpec)
				if ident, ok := v.Type.(*ast.Ident); ok {
					for _, name := range v.Names {
						e.constants[ident.Name] = append(e.constants[ident.Name], name.Name)
					}
				}
			}
		}
	}
}

// list adds the names that a method Words uses.
func (e *enums) list(d *ast.FuncDecl) {
	ident, ok := d.Recv.List[0].Type.(*ast.Ident)
	if !ok {
		return
	}
	names := map[string]bool{}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	e.lists[ident.Name] = names
}

// missing lists the constants that no list has, as Type.Constant.
func (e *enums) missing() (found []string) {
	for text, names := range e.lists {
		for _, constant := range e.constants[text] {
			if !names[constant] {
				found = append(found, text+"."+constant)
			}
		}
	}
	return found
}

// TestListsOfWordsAreComplete finds constants that Words of their type leaves out.
func TestListsOfWordsAreComplete(t *testing.T) {
	packages := map[string]*enums{}
	files(t, func(name string, source []byte) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		require.NoError(t, err)
		folder := path.Dir(name)
		if packages[folder] == nil {
			packages[folder] = &enums{map[string]map[string]bool{}, map[string][]string{}}
		}
		packages[folder].read(f)
	})
	left := map[string]bool{}
	for folder, e := range packages {
		for _, constant := range e.missing() {
			text, _, _ := strings.Cut(constant, ".")
			left[folder+"."+text] = true
			require.Contains(t, partial, folder+"."+text, "Words lacks %s", constant)
		}
	}
	require.Len(t, left, len(partial), "of the lists named as partial, some are complete")
}

func TestPlantedWords(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", `package a
type T string
const (
	A T = "a"
	B T = "b"
)
func (T) Words() []T { return []T{A} }`, 0)
	require.NoError(t, err)
	e := &enums{map[string]map[string]bool{}, map[string][]string{}}
	e.read(f)
	require.Equal(t, []string{"T.B"}, e.missing())
}
