package console

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

var (
	// imported matches a line that takes names of another module.
	imported = regexp.MustCompile(`(?m)^import \{ ([\w, ]+) \} from '\./(\w+)\.js';$`)
	// exported matches the beginning of a declaration that other modules may take.
	exported = regexp.MustCompile(`(?m)^export ((?:async )?(?:function|const|class|let) (\w+))`)
	// remark matches lines that are for readers of the source only.
	remark = regexp.MustCompile(`(?m)^\s*(?://|/\*\*|\*).*\n`)
	indent = regexp.MustCompile(`(?m)^\s+`)
	// blank matches remarks and the blanks that styles do not need.
	blank = regexp.MustCompile(`/\*[^*]*\*/\n|\s*([{};,])\s*`)
)

// bundle joins the modules that a module needs into one, so that a browser asks once. Each module
// but the last keeps its own names in a function, which returns its exports. Comments and
// indentation stay away.
func bundle(modules map[string]string, last string) string {
	var out strings.Builder
	done := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		text, ok := modules[name]
		if !ok || done[name] {
			if !ok {
				panic("the console has no module " + name) // it is part of the program
			}
			return
		}
		done[name] = true
		for _, m := range imported.FindAllStringSubmatch(text, -1) {
			add(m[2])
		}
		text = indent.ReplaceAllString(remark.ReplaceAllString(text, ""), "")
		text = imported.ReplaceAllString(text, "const { $1 } = $$$2;")
		var names []string
		for _, m := range exported.FindAllStringSubmatch(text, -1) {
			names = append(names, m[2])
		}
		text = strings.ReplaceAll(exported.ReplaceAllString(text, "$1"), ";\n", ";")
		if name == last {
			out.WriteString(text)
			return
		}
		fmt.Fprintf(&out, "const $%s = (() => {\n%sreturn { %s };\n})();\n", name, text, strings.Join(names, ", "))
	}
	add(last)
	return out.String()
}

// moduleName returns the name of a script without its folder and ending, "" for other files.
func moduleName(file string) string {
	name, ok := strings.CutSuffix(path.Base(file), ".js")
	if !ok {
		return ""
	}
	return name
}
