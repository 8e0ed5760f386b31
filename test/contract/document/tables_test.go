package document_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	memory "sellingassistant/adapters/memory/record"
	"sellingassistant/app/document/tablefile"
	"sellingassistant/domain/kernel/fault"
	ports "sellingassistant/ports/tablefile"
)

// TestImportsNameTheFilesThatTheyTake sends files of other kinds: kinds that no document has, and
// documents without tables.
func TestImportsNameTheFilesThatTheyTake(t *testing.T) {
	w := newWorld(t, memory.New(), nil)
	files := tablefile.NewFiles(w.app)
	const tables = "An import is a CSV, TSV or XLSX file."
	for _, c := range []struct{ name, content, want string }{
		{"rand.bin", "\x00\x01\x02\xfe\xff\x9d", tables},
		{"a.zip", "PK\x03\x04", tables},
		{"a.pdf", "%PDF-1.7\n%%EOF\n", tables},
		{"a.txt", "Dear customer\nThank you, as always; see you\tsoon\n", tables},
		{"edi.txt", "UNB+UNOA:1+A+B+260101:1200+1'UNH+1+INVOIC:D:96A:UN'", tables},
		{"a.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Old workbooks (.xls) are not read; save it as XLSX."},
	} {
		_, err := files.Receive(t.Context(), us, ports.Import, ports.File{Name: c.name, Content: strings.NewReader(c.content)})
		refusal, ok := fault.As(err)
		require.True(t, ok, "%s: %v", c.name, err)
		require.Equal(t, fault.CodeUnsupportedMediaType, refusal.Code, c.name)
		require.Equal(t, c.want, refusal.Message, c.name)
		require.Equal(t, "/file", refusal.Pointer, c.name)
	}
	_, err := files.Receive(t.Context(), us, ports.PriceList, ports.File{Name: "a.zip", Content: strings.NewReader("PK\x03\x04")})
	require.ErrorContains(t, err, "A price list is a CSV, TSV or XLSX file.")
	for name, content := range map[string]string{
		"a.csv": "sku,cost\nA,1\n", "tabs.txt": "sku\tcost\nA\t1\n", "semicolons.TXT": "\nsku;cost\nA;1\n", "commas.txt": "sku,min,max\nA,1,2\n",
		"wide.txt": "\xff\xfes\x00k\x00u\x00\t\x00c\x00\n\x00A\x00\t\x001\x00\n\x00",
	} {
		file, err := files.Receive(t.Context(), us, ports.Import, ports.File{Name: name, Content: strings.NewReader(content)})
		require.NoError(t, err, name)
		file.Discard()
	}
}
