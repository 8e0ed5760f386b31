package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// machine has a state machine as its table has it, in the lines of a Mermaid diagram.
type machine struct {
	name  string
	lines []string
}

// machinesOf draws the tables of a package: variables of type map[state]map[event]state or
// map[event]map[state]state. A line stands for all events between two states, in the order of the
// table. It begins at the first state of the table, unless the table has moves from "".
func machinesOf(files []*ast.File) []machine {
	words := map[string]string{}
	var tables []*ast.ValueSpec
	for _, f := range files {
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range gen.Specs {
				v, ok := spec.(*ast.ValueSpec)
				if !ok || len(v.Values) != 1 {
					continue
				}
				switch value := v.Values[0].(type) {
				case *ast.BasicLit:
					if text, err := strconv.Unquote(value.Value); err == nil {
						words[v.Names[0].Name] = text
					}
				case *ast.CompositeLit:
					tables = append(tables, v)
				}
			}
		}
	}
	var out []machine
	for _, v := range tables {
		if lines := draw(v.Values[0].(*ast.CompositeLit), words); lines != nil {
			out = append(out, machine{v.Names[0].Name, lines})
		}
	}
	return out
}

func draw(table *ast.CompositeLit, words map[string]string) []string {
	outer, ok := table.Type.(*ast.MapType)
	if !ok {
		return nil
	}
	inner, ok := outer.Value.(*ast.MapType)
	if !ok {
		return nil
	}
	a, b, c := fmt.Sprint(outer.Key), fmt.Sprint(inner.Key), fmt.Sprint(inner.Value)
	if c != a && c != b {
		return nil
	}
	word := func(e ast.Expr) string {
		id, ok := e.(*ast.Ident)
		if !ok {
			return "?"
		}
		if text := words[id.Name]; text != "" {
			return text
		}
		return "[*]"
	}
	type arrow struct{ from, to string }
	var froms, order []string
	var arrows []arrow
	events := map[arrow][]string{}
	for _, row := range table.Elts {
		row := row.(*ast.KeyValueExpr)
		for _, move := range row.Value.(*ast.CompositeLit).Elts {
			move := move.(*ast.KeyValueExpr)
			from, event := word(row.Key), word(move.Key)
			if c != a {
				from, event = event, from
			}
			at := arrow{from, word(move.Value)}
			if events[at] == nil {
				arrows = append(arrows, at)
			}
			events[at] = append(events[at], event)
			if !slices.Contains(froms, from) {
				froms = append(froms, from)
			}
		}
	}
	if !slices.Contains(froms, "[*]") {
		order = append(order, "[*] --> "+froms[0])
	}
	for _, from := range froms {
		for _, at := range arrows {
			if at.from == from {
				order = append(order, at.from+" --> "+at.to+": "+strings.Join(events[at], ", "))
			}
		}
	}
	return order
}

// diagramsOf returns the diagrams in the comments of a package.
func diagramsOf(files []*ast.File) [][]string {
	var out [][]string
	for _, f := range files {
		for _, group := range f.Comments {
			drawing := false
			for line := range strings.SplitSeq(group.Text(), "\n") {
				text := strings.TrimSpace(line)
				switch {
				case text == "stateDiagram-v2":
					out, drawing = append(out, nil), true
				case !strings.HasPrefix(line, "\t"):
					drawing = false
				case drawing:
					out[len(out)-1] = append(out[len(out)-1], text)
				}
			}
		}
	}
	return out
}

// TestDiagramsShowTheTables requires a diagram of every state machine of the domain in a comment of
// its package. Diagram and table are equal, and each diagram has a table.
func TestDiagramsShowTheTables(t *testing.T) {
	packages := map[string][]*ast.File{}
	files(t, func(file string, source []byte) {
		if strings.HasPrefix(file, "domain/") && !strings.HasSuffix(file, "_test.go") {
			f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ParseComments)
			require.NoError(t, err)
			packages[path.Dir(file)] = append(packages[path.Dir(file)], f)
		}
	})
	for folder, parsed := range packages {
		machines, drawn := machinesOf(parsed), diagramsOf(parsed)
		for _, m := range machines {
			t.Run(folder+" "+m.name, func(t *testing.T) {
				require.True(t, slices.ContainsFunc(drawn, func(lines []string) bool { return slices.Equal(lines, m.lines) }),
					"no comment of the package draws the table as it is:\n//\tstateDiagram-v2\n//\t    %s\n", strings.Join(m.lines, "\n//\t    "))
				require.Len(t, drawn, len(machines), "a comment of the package draws a diagram without a table")
			})
		}
	}
}

func TestPlantedDiagrams(t *testing.T) {
	parse := func(source string) []*ast.File {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.ParseComments)
		require.NoError(t, err)
		return []*ast.File{f}
	}
	const words = `package x
const (
	A State = "a"
	B State = "b"
	none State = ""
	Go Event = "go"
	Run Event = "run"
)
`
	byState := machinesOf(parse(words + `var moves = map[State]map[Event]State{A: {Go: B, Run: B}, B: {Go: A}}`))
	require.Equal(t, []machine{{"moves", []string{"[*] --> a", "a --> b: go, run", "b --> a: go"}}}, byState)
	byEvent := machinesOf(parse(words + `var moves = map[Event]map[State]State{Go: {A: B, B: A}, Run: {A: B}}`))
	require.Equal(t, byState, byEvent)
	require.Equal(t, []string{"[*] --> a: go", "a --> [*]: run"},
		machinesOf(parse(words + `var moves = map[State]map[Event]State{none: {Go: A}, A: {Run: none}}`))[0].lines)
	require.Empty(t, machinesOf(parse(words+`var names = map[State]map[Event]string{A: {Go: "x"}}`)))
	require.Equal(t, [][]string{{"[*] --> a", "a --> b: go"}},
		diagramsOf(parse("package x\n\n// T is one:\n//\n//\tstateDiagram-v2\n//\t    [*] --> a\n//\t    a --> b: go\n//\n// It ends.\ntype T int\n")))
}
