package console

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
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

// textKey returns the key of an English text in the German texts as they are sent. format.js has
// the same rule.
func textKey(text string) string {
	n := 0
	for _, unit := range utf16.Encode([]rune(text)) {
		n = (n*31 + int(unit)) % 38693
	}
	return strconv.FormatInt(int64(n), 36)
}

// translation replaces the English texts of german.json by short keys, because the scripts have
// these texts too.
func translation(file []byte) ([]byte, error) {
	var all struct {
		Words json.RawMessage   `json:"words"`
		Texts map[string]string `json:"texts"`
	}
	if err := json.Unmarshal(file, &all); err != nil {
		return nil, err
	}
	short := make(map[string]string, len(all.Texts))
	for english, german := range all.Texts {
		key := textKey(english)
		if _, taken := short[key]; taken {
			return nil, fmt.Errorf("two texts have the key of %q: change the rule", english)
		}
		short[key] = german
	}
	all.Texts = short
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(all)
	return out.Bytes(), err
}

// moduleName returns the name of a script without its folder and ending, "" for other files.
func moduleName(file string) string {
	name, ok := strings.CutSuffix(path.Base(file), ".js")
	if !ok {
		return ""
	}
	return name
}
