// Package sniff detects a file's media type by its bytes.
package sniff

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"sync"

	"github.com/gabriel-vasile/mimetype"

	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// Sniffer implements ports.Sniffer.
type Sniffer struct{}

var limitOnce sync.Once

// New sets the process's detector to read ports.SniffHead bytes, which is more than its default.
func New() Sniffer {
	limitOnce.Do(func() { mimetype.SetLimit(ports.SniffHead) })
	return Sniffer{}
}

// direct maps the detector's names of types that are accepted unchanged.
var direct = map[string]document.Media{
	"application/pdf": document.PDF,
	"image/png":       document.PNG,
	"image/jpeg":      document.JPEG,
	"image/tiff":      document.TIFF,
	"image/webp":      document.WEBP,
}

// refused lists kinds of text that a program would run or draw. The root element identifies web
// pages instead: the detector takes any text that begins with a comment for a web page.
var refused = []string{
	"image/svg+xml", "application/xhtml+xml", "text/x-php", "text/javascript", "text/x-lua", "text/x-perl",
	"text/x-python", "text/x-ruby", "text/x-shellscript", "text/x-tcl",
}

func (Sniffer) Sniff(head, tail []byte) document.Media {
	plain := document.Unicode(head)
	if document.Interchange(plain) {
		return document.TXT // also with separators that are not text
	}
	if document.Signed(head) {
		return document.P7M
	}
	if document.EncodingOf(head).Wide() {
		return wide(plain)
	}
	found := mimetype.Detect(head)
	for m, media := range direct {
		if found.Is(m) {
			return media
		}
	}
	switch {
	case found.Is("application/zip"), under(found, "application/zip"):
		return archive(found, head, tail)
	case found.Is("application/vnd.ms-excel"):
		return document.XLS
	case !found.Is("text/plain") && !under(found, "text/plain"):
		return document.Unknown
	case bytes.HasPrefix(head, []byte("#!")):
		return document.Unknown
	}
	for _, m := range refused {
		if found.Is(m) || under(found, m) {
			return document.Unknown
		}
	}
	if startsWithMarkup(plain) {
		return markup(plain)
	}
	return text(found)
}

// wide decides about a text that was UTF-16. No signature of binary files is looked for in it.
func wide(plain []byte) document.Media {
	switch {
	case bytes.HasPrefix(plain, []byte("#!")):
		return document.Unknown
	case startsWithMarkup(plain):
		return markup(plain)
	}
	return text(mimetype.Detect(plain))
}

// archive separates workbooks from other zip files. The detector sees only the beginning, but the
// names of all parts are at the end.
func archive(found *mimetype.MIME, head, tail []byte) document.Media {
	workbook := bytes.Contains(tail, []byte("xl/workbook.xml")) || bytes.Contains(head, []byte("xl/workbook.xml"))
	macros := bytes.Contains(tail, []byte("vbaProject.bin")) || bytes.Contains(head, []byte("vbaProject.bin"))
	if (found.Is(string(document.XLSX)) || found.Is("application/zip")) && workbook && !macros {
		return document.XLSX
	}
	return document.Unknown
}

func text(found *mimetype.MIME) document.Media {
	switch {
	case found.Is("text/csv"):
		return document.CSV
	case found.Is("text/tab-separated-values"):
		return document.TSV
	}
	return document.TXT
}

func under(m *mimetype.MIME, name string) bool {
	for p := m.Parent(); p != nil; p = p.Parent() {
		if p.Is(name) {
			return true
		}
	}
	return false
}

func startsWithMarkup(plain []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(plain, blanks), []byte("<"))
}

const blanks = " \t\r\n\f\v\x00"

// markup accepts XML and refuses web pages and drawings, whatever type they claim. Text that does
// not parse up to its root element is not XML.
func markup(plain []byte) document.Media {
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimLeft(plain, blanks)))
	// The text has been converted to UTF-8, or its charset has ASCII markup.
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return ascii{r}, nil }
	for {
		token, err := d.RawToken()
		if err != nil {
			return document.Unknown
		}
		switch t := token.(type) {
		case xml.Directive:
			if isPage(firstWordAfter(string(t), "DOCTYPE")) {
				return document.Unknown
			}
		case xml.StartElement:
			if isPage(t.Name.Local) {
				return document.Unknown
			}
			for _, a := range t.Attr {
				if strings.Contains(a.Value, "www.w3.org/1999/xhtml") || strings.Contains(a.Value, "www.w3.org/2000/svg") {
					return document.Unknown
				}
			}
			return document.XML
		}
	}
}

func firstWordAfter(s, word string) string {
	fields := strings.Fields(s)
	for i, f := range fields {
		if strings.EqualFold(f, word) && i+1 < len(fields) {
			return strings.Trim(fields[i+1], "[]")
		}
	}
	return ""
}

// isPage reports whether an element makes a browser take the text for a page or a drawing.
func isPage(name string) bool {
	switch strings.ToLower(name) {
	case "html", "svg", "head", "body", "script", "iframe", "style", "h1", "div", "font", "table", "a", "title", "b", "br",
		"p", "img", "form", "object", "embed", "link", "meta", "base", "frameset", "math":
		return true
	}
	return false
}

// ascii replaces bytes outside ASCII, so that markup can be read in any charset that extends ASCII.
type ascii struct{ r io.Reader }

func (a ascii) Read(b []byte) (int, error) {
	n, err := a.r.Read(b)
	for i, c := range b[:n] {
		if c >= 0x80 {
			b[i] = 'x'
		}
	}
	return n, err
}
