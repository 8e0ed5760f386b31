package catalog

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/message"
)

// amazonWords adds Amazon's own constraints to JSON Schema. They bound the length of a text in
// bytes, and the entries of a list that agree in the members named by selectors. Example: bullet
// points per marketplace and language. Amazon's other keywords only describe.
var amazonWords = &jsonschema.Vocabulary{
	URL: "schema:///amazon", Schema: anySchema(), Compile: compileAmazonWords,
}

// anySchema accepts any value of a keyword; values that are not numbers are ignored.
func anySchema() *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schemaPlace, true); err != nil {
		panic(err)
	}
	return c.MustCompile(schemaPlace)
}

// amazonRule has the constraints of a schema; -1 means no bound.
type amazonRule struct {
	minBytes, maxBytes   int
	minUnique, maxUnique int
	selectors            []string
}

func compileAmazonWords(_ *jsonschema.CompilerContext, obj map[string]any) (jsonschema.SchemaExt, error) {
	r := amazonRule{
		minBytes: bound(obj, "minUtf8ByteLength"), maxBytes: bound(obj, "maxUtf8ByteLength"),
		minUnique: bound(obj, "minUniqueItems"), maxUnique: bound(obj, "maxUniqueItems"),
	}
	if r.minBytes < 0 && r.maxBytes < 0 && r.minUnique < 0 && r.maxUnique < 0 {
		return nil, nil //nolint:nilnil // the library's way to say that there is nothing
	}
	names, _ := obj["selectors"].([]any)
	for _, n := range names {
		if name, ok := n.(string); ok {
			r.selectors = append(r.selectors, name)
		}
	}
	return &r, nil
}

func bound(obj map[string]any, word string) int {
	number, ok := obj[word].(json.Number)
	if !ok {
		return -1
	}
	n, err := strconv.Atoi(number.String())
	if err != nil {
		return -1
	}
	return n
}

func (r *amazonRule) Validate(ctx *jsonschema.ValidatorContext, v any) {
	switch v := v.(type) {
	case string:
		r.within(ctx, len(v), r.minBytes, r.maxBytes, "bytes")
	case []any:
		for _, n := range r.alike(v) {
			r.within(ctx, n, r.minUnique, r.maxUnique, "entries that are alike in "+strings.Join(r.selectors, ", "))
		}
	}
}

func (*amazonRule) within(ctx *jsonschema.ValidatorContext, n, least, most int, unit string) {
	switch {
	case least >= 0 && n < least:
		ctx.AddError(amazonError(fmt.Sprintf("must have at least %d %s", least, unit)))
	case most >= 0 && n > most:
		ctx.AddError(amazonError(fmt.Sprintf("must have at most %d %s", most, unit)))
	}
}

// alike counts entries by the members that the selectors name; without selectors all entries count
// together.
func (r *amazonRule) alike(list []any) map[string]int {
	groups := map[string]int{}
	for _, entry := range list {
		object, ok := entry.(map[string]any)
		if !ok {
			continue // the schema of the entries checks their type
		}
		key := make([]any, len(r.selectors))
		for i, path := range r.selectors {
			key[i] = selected(object, path)
		}
		b, err := json.Marshal(key)
		if err != nil {
			continue // cannot fail: it was JSON before
		}
		groups[string(b)]++
	}
	return groups
}

// selected follows a selector (name or name/name) into an entry.
func selected(entry map[string]any, path string) any {
	var at any = entry
	for name := range strings.SplitSeq(path, "/") {
		object, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = object[name]
	}
	return at
}

// amazonError describes an invalid value.
type amazonError string

func (amazonError) KeywordPath() []string { return nil }

func (e amazonError) LocalizedString(*message.Printer) string { return string(e) }
