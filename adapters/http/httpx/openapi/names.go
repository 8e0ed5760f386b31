package openapi

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
)

// rooms is the path of httpx.
var rooms = path.Dir(reflect.TypeFor[body.Problem]().PkgPath())

// plain are packages whose types have names that say enough by themselves.
var plain = []string{"annotation", "history", "purchasing", "research"}

// schemaName names the schema of a type by its package and name, those of the parts of a
// generic type included: One[document.Patch] is DocumentPatchAnswer, List[document.Patch]
// DocumentPatchList. The package is left out where it says nothing more: that of types of httpx
// and of its rooms, of plain packages, and before a name that begins with it.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" {
		return huma.DefaultSchemaNamer(t, hint)
	}
	name := strings.ReplaceAll(t.PkgPath()+"."+t.Name(), "[]", "List[")
	var out strings.Builder
	suffix := ""
	for i, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("[]*,", r) }) {
		pkg, id, ok := strings.Cut(path.Base(part), ".")
		if !ok {
			pkg, id = "", path.Base(part)
		}
		if i == 0 && strings.Contains(name, "[") && answers[id] != "" {
			suffix = answers[id]
			continue
		}
		if !slices.Contains(plain, pkg) && !strings.HasPrefix(part, rooms+"/") && !strings.HasPrefix(part, rooms+".") &&
			!strings.HasPrefix(id, capital(pkg)) {
			out.WriteString(capital(pkg))
		}
		out.WriteString(capital(id))
	}
	return out.String() + suffix
}

// answers are what the names of answers end with, by the generic type around a record.
var answers = map[string]string{"One": "Answer", "List": "List"}

func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
