package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// functions are those that the files of a folder declare, with the names that each mentions, and which of them start something.
type functions struct {
	mentions map[string][]string
	starts   map[string]bool
}

// functionsOf reads the files of a folder, those of tests as well or not.
func functionsOf(folder string, tests bool) (functions, error) {
	found := functions{mentions: map[string][]string{}, starts: map[string]bool{}}
	files, err := os.ReadDir(folder)
	if err != nil {
		return found, err
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || !tests && strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, f.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			return found, err
		}
		for _, d := range parsed.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				ast.Inspect(fn.Body, func(n ast.Node) bool {
					if starting(n) {
						found.starts[fn.Name.Name] = true
					}
					if named, ok := n.(*ast.Ident); ok {
						found.mentions[fn.Name.Name] = append(found.mentions[fn.Name.Name], named.Name)
					}
					return true
				})
			}
		}
	}
	return found, nil
}

// meeting are the tests of a folder whose calls meet: those that start a goroutine, or the whole program with its workers, themselves or by
// a function of the folder that they call. alone says that there are others.
func meeting(folder string) (names []string, alone bool, err error) {
	found, err := functionsOf(folder, true)
	starts := found.starts
	for grown := true; grown; {
		grown = false
		for name, mentioned := range found.mentions {
			if !starts[name] && slices.ContainsFunc(mentioned, func(m string) bool { return starts[m] }) {
				starts[name], grown = true, true
			}
		}
	}
	for name := range found.mentions {
		switch {
		case starts[name] && strings.HasPrefix(name, "Test"):
			names = append(names, name)
		case strings.HasPrefix(name, "Test") && name != "TestMain", strings.HasPrefix(name, "Fuzz"), strings.HasPrefix(name, "Example"):
			alone = true
		}
	}
	slices.Sort(names)
	return names, alone, err
}

// listed is a package, with what the program of its tests is made of if it has one.
type listed struct {
	path, folder string
	tested       bool
	deps         []string
}

// packages are those of the project.
func packages() ([]listed, error) {
	// Of a package with tests, go list also names the program of its tests, whose dependencies are those of both.
	out, err := exec.Command("go", "list", "-test", "-f={{.ImportPath}}\t{{.Dir}}\t{{join .Deps \"\t\"}}", "./...").Output()
	if err != nil {
		return nil, err
	}
	var all []listed
	programs := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if path, program := strings.CutSuffix(fields[0], ".test"); program {
			programs[path] = fields[2:]
		} else if !strings.HasSuffix(path, "]") {
			all = append(all, listed{path: path, folder: fields[1]})
		}
	}
	for i := range all {
		all[i].deps, all[i].tested = programs[all[i].path]
	}
	return all, nil
}

// concurrent are the packages in which a goroutine is started: by them, by their tests, or by a package of the program that either imports.
func concurrent(all []listed) (map[string]bool, error) {
	starts, out := map[string]bool{}, map[string]bool{}
	for _, p := range all {
		found, err := functionsOf(p.folder, false)
		if err != nil {
			return nil, err
		}
		starts[p.path] = len(found.starts) > 0
	}
	for _, p := range all {
		if !p.tested {
			continue
		}
		found, err := functionsOf(p.folder, true)
		if err != nil {
			return nil, err
		}
		out[p.path] = len(found.starts) > 0 || slices.ContainsFunc(p.deps, func(dep string) bool { return starts[dep] })
	}
	return out, nil
}

// starters are functions and methods that start a goroutine which the source does not show.
var starters = []string{"Go", "AfterFunc", "NewServer", "NewTLSServer", "NewUnstartedServer"}

// starting reports whether a node starts a goroutine, as «go f()» or «group.Go(f)», or a program that listens.
func starting(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		return true
	case *ast.CallExpr:
		called, ok := n.Fun.(*ast.SelectorExpr)
		return ok && slices.Contains(starters, called.Sel.Name)
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		return ok && key.Name == "Listen"
	}
	return false
}
