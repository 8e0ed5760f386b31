package front

import (
	"bytes"
	"embed"
	"html/template"
	"path"
	"strings"
	"sync"

	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/wire"
)

var (
	// libraries has one file: the standalone build of @scalar/api-reference, as its package has it,
	// compressed. scripts/reference.sh renews it, and LICENSES/scalar.txt has its licences.
	//
	//go:embed third_party/@scalar/api-reference/standalone-*.js.gz
	libraries embed.FS

	//go:embed reference.html
	referenceText string

	referenceStyled = styled(referenceText)
	referencePage   = template.Must(template.New("reference").Funcs(template.FuncMap{"anchor": anchor}).
			Parse(referenceStyled))
	// referencePolicy allows the library, the page's own script, and calls of this service. The
	// library adds styles to elements and to the head, so these cannot be named one by one.
	referencePolicy = wire.Policy("script-src 'self'"+wire.Inline("script", referenceStyled),
		"style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "connect-src 'self'")
)

const libraryFolder = "third_party/@scalar/api-reference"

// addReference puts the reference at /docs, and its library at an address with its version, so that
// browsers may keep it.
func (s *Site) addReference() {
	entries, err := libraries.ReadDir(libraryFolder)
	if err != nil {
		panic("front: the library of the reference is missing: " + err.Error()) // it is part of the program
	}
	name := strings.TrimSuffix(entries[0].Name(), ".gz")
	s.files["/docs/"+name] = sync.OnceValues(func() (File, error) {
		packed, err := libraries.ReadFile(path.Join(libraryFolder, entries[0].Name()))
		f := file("text/javascript; charset=utf-8", packed)
		f.Packed, f.Cache = true, "public, max-age=31536000, immutable"
		return f, err
	})
	s.files["/docs"] = sync.OnceValues(func() (File, error) {
		l, err := read()
		if err != nil {
			return File{}, err
		}
		var b bytes.Buffer
		err = referencePage.Execute(&b, struct {
			Library  string
			Sections []Section
			Groups   []openapi.Group
		}{name, l.sections, s.groups()})
		f := file(htmlType, b.Bytes())
		f.Policy = referencePolicy
		return f, err
	})
}

// anchor returns the place of an operation on the page.
func anchor(group string, o openapi.Operation) template.URL {
	//nolint:gosec // names and paths of the published document need no escape
	return template.URL("#tag/" + group + "/" + o.Method + o.Path)
}
