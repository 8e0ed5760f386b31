package front

import (
	"embed"
	"path"
	"strings"
	"sync"

	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fill"
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
	referencePage   = fill.Must(fill.Page("reference", referenceStyled))
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
		text, err := referencePage.Execute(struct {
			Library  string
			Sections []Section
			Groups   []openapi.Group
			Escaped  func(path string) string
		}{name, l.sections, s.groups(), strings.NewReplacer("{", "%7b", "}", "%7d").Replace})
		f := file(htmlType, []byte(text))
		f.Policy = referencePolicy
		return f, err
	})
}
