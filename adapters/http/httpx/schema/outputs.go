package schema

import (
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

var bytesType = reflect.TypeFor[[]byte]()

// Outputs finds the parts of an answer in an output type.
type Outputs struct {
	Headers []Header
	Status  int // field of the status, or -1
	Body    int // field of the body, or -1
	Raw     bool
}

// Header finds a header in an output type.
type Header struct {
	Name  string
	Index []int
}

// OutputsOf finds the parts of an answer and describes the headers.
func OutputsOf(t reflect.Type, doc map[string]*huma.Param) Outputs {
	o := Outputs{Status: -1, Body: -1}
	Fields(t, nil, func(f reflect.StructField, index []int) {
		name := f.Tag.Get("header")
		switch {
		case name != "":
			if f.Type.Kind() != reflect.String {
				panic(fmt.Sprintf("httpx: header %s of %s is not a string", name, t))
			}
			o.Headers = append(o.Headers, Header{http.CanonicalHeaderKey(name), index})
			if name == "Content-Type" {
				return // the document says it with the body
			}
			doc[name] = &huma.Param{Description: f.Tag.Get("doc"), Schema: &huma.Schema{Type: huma.TypeString}}
		case f.Name == "Status" && f.Type.Kind() == reflect.Int && len(index) == 1:
			o.Status = index[0]
		case f.Name == "Body" && len(index) == 1:
			o.Body, o.Raw = index[0], f.Type == bytesType
		default:
			panic(fmt.Sprintf("httpx: field %s of output %s is neither header, Status nor Body", f.Name, t))
		}
	})
	return o
}
