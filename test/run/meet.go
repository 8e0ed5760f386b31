package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// meeting are the tests of a folder whose calls meet: those that start a goroutine, or the whole program with its workers, themselves or by
// a function of the folder that they call.
func meeting(folder string) ([]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	// calls are the names that each function mentions, and starts the functions that start something.
	calls, starts := map[string][]string{}, map[string]bool{}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, f.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range parsed.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				ast.Inspect(fn.Body, func(n ast.Node) bool {
					if starting(n) {
						starts[fn.Name.Name] = true
					}
					if named, ok := n.(*ast.Ident); ok {
						calls[fn.Name.Name] = append(calls[fn.Name.Name], named.Name)
					}
					return true
				})
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for name, mentioned := range calls {
			if !starts[name] && slices.ContainsFunc(mentioned, func(m string) bool { return starts[m] }) {
				starts[name], grown = true, true
			}
		}
	}
	var out []string
	for name := range starts {
		if strings.HasPrefix(name, "Test") {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out, nil
}

// starting reports whether a node starts a goroutine, as «go f()» or «group.Go(f)», or a program that listens.
func starting(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		return true
	case *ast.CallExpr:
		called, ok := n.Fun.(*ast.SelectorExpr)
		return ok && called.Sel.Name == "Go"
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		return ok && key.Name == "Listen"
	}
	return false
}
