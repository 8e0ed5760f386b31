package httpx

import (
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Param describes a parameter that is not a field of the input type, for
// operations whose parameters come from a table. The handler reads them all
// through a field of type Values.
type Param struct {
	Name string
	// In is path or query.
	In       string
	Required bool
	// Doc is for people who read the document.
	Doc string
	// Schema says what a value is; an array is a list separated by commas.
	Schema *huma.Schema
}

// Values are the parameters of Operation.Params that a call gave. Their texts
// fit their schemas and are otherwise as the caller wrote them, not even
// composed to NFC: they name things that belong to somebody else.
type Values struct{ texts map[string]string }

// Get is the text of a parameter, "" for one that was not given.
func (v Values) Get(name string) string { return v.texts[name] }

// All returns every parameter that was given, by name.
func (v Values) All() map[string]string { return maps.Clone(v.texts) }

// Exact is a JSON body that is checked against Operation.BodySchema and handed
// on byte for byte.
type Exact []byte

var (
	valuesType = reflect.TypeFor[Values]()
	exactType  = reflect.TypeFor[Exact]()
)

// declared compiles and describes the parameters of an operation's table.
func (op *operation) declared(c *compiler) []*huma.Param {
	var at []int
	fieldsOf(op.shape.in, nil, func(f reflect.StructField, index []int) {
		if f.Type == valuesType {
			at = index
		}
	})
	if (at != nil) != (len(op.Params) > 0) {
		panic("httpx: " + op.ID + " needs both Operation.Params and Values in its input")
	}
	docs := make([]*huma.Param, 0, len(op.Params))
	for i := range op.Params {
		d := &op.Params[i]
		p := &param{name: d.Name, in: d.In, header: http.CanonicalHeaderKey(d.Name), required: d.Required || d.In == "path", exact: true}
		p.read(c, d.Schema, op.ID+"."+d.Name)
		p.put = func(input reflect.Value, text string) error {
			values, ok := input.FieldByIndex(at).Addr().Interface().(*Values)
			if !ok {
				return errSetter
			}
			if values.texts == nil {
				values.texts = make(map[string]string, len(op.Params))
			}
			values.texts[d.Name] = text
			return nil
		}
		op.params = append(op.params, p)
		docs = append(docs, p.describe(d.Schema, d.Doc))
	}
	return docs
}

// statusFits reports whether a success may have the status. What another
// service answers keeps the status it came with.
func (op *operation) statusFits(status int) bool {
	if op.AnswerSchema != nil {
		return status >= 200 && status < 300
	}
	return slices.Contains(op.statuses, status)
}
