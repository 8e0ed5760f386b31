package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"path"
	"strings"

	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

const (
	// The strings of a workbook are a separate part, which stays in memory while its sheets are
	// read.
	mostStrings     = 2_000_000
	mostStringBytes = 64 << 20
	// deepest limits the nesting of elements in a part.
	deepest = 64
	// Parts without cells and texts are small.
	mostIndex  = 8 << 20
	mostStyles = 32 << 20
	// formats limits the number formats of a workbook.
	formats = 65_536
)

// workbook reads the parts of an archive.
type workbook struct {
	parts map[string]*zip.File
	out   *rows
	// shows has the display of numbers by style of cells.
	shows   []shown
	strings shared
	// from1904 says that days count from 1904, as on the first Macintosh.
	from1904 bool
	// seen has the parts that were read, because each is read only once.
	seen map[string]bool
}

func readWorkbook(r io.ReaderAt, size int64, out *rows) error {
	if err := listed(r, size, out.lim.Parts); err != nil {
		return err
	}
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return unreadable("the archive: %v", err)
	}
	if int64(len(archive.File)) > out.lim.Parts {
		return over("more than %d parts", out.lim.Parts)
	}
	w := &workbook{parts: make(map[string]*zip.File, len(archive.File)), out: out, seen: map[string]bool{}}
	unpacked := uint64(0)
	for _, f := range archive.File {
		// Reading a part that is longer than declared is an error there.
		unpacked += min(f.UncompressedSize64, uint64(out.lim.Unpacked)+1)
		if unpacked > uint64(out.lim.Unpacked) {
			return over("more than %d bytes unpacked", out.lim.Unpacked)
		}
		w.parts[strings.ToLower(strings.ReplaceAll(f.Name, `\`, "/"))] = f
	}
	if unpacked > uint64(out.lim.Ratio*size) {
		return over("unpacked more than %d times as long", out.lim.Ratio)
	}
	root, err := w.related("")
	if err != nil {
		return err
	}
	main := "xl/workbook.xml"
	for _, to := range root {
		if to.kind == "officeDocument" {
			main = to.part
		}
	}
	return w.read(main)
}

// listed refuses an archive that lists too many parts, before its directory is read.
func listed(r io.ReaderAt, size, most int64) error {
	const mark = "PK\x01\x02"
	buf, found := make([]byte, 64<<10), int64(0)
	for at := int64(0); at < size; at += int64(len(buf) - len(mark) + 1) {
		n, err := r.ReadAt(buf, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		// Blocks overlap, so that no mark is split.
		if found += int64(bytes.Count(buf[:n], []byte(mark))); found > most {
			return over("more than %d parts", most)
		}
	}
	return nil
}

// read reads the visible sheets of a workbook in their order.
func (w *workbook) read(main string) error {
	if w.parts[main] == nil {
		return unreadable("there is no workbook in the archive")
	}
	type sheet struct{ name, id string }
	var sheets []sheet
	err := w.walk(main, mostIndex, func(_ *part, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			w.from1904 = truth(attr(e, "date1904"))
		case "sheet":
			if state := attr(e, "state"); state == "" || state == "visible" {
				sheets = append(sheets, sheet{attr(e, "name"), attr(e, "id")})
			}
			if len(sheets) > w.out.lim.Sheets {
				return over("more than %d sheets", w.out.lim.Sheets)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	related, err := w.related(main)
	if err != nil {
		return err
	}
	for _, to := range related {
		if w.seen[to.part] {
			continue
		}
		switch to.kind {
		case "styles":
			err = w.readStyles(to.part)
		case "sharedStrings":
			err = w.readStrings(to.part)
		}
		if err != nil {
			return err
		}
	}
	for _, s := range sheets {
		switch to, ok := related[s.id]; {
		case !ok:
			return unreadable("sheet %q is missing", s.name)
		case to.kind == "worksheet": // a chart has no rows
			if err := w.readSheet(s.name, to.part); err != nil {
				return err
			}
		}
	}
	return nil
}

// relation names a related part, and its kind: the last word of the relation's type.
type relation struct{ kind, part string }

// related returns the parts that a part refers to, by the ids it uses.
func (w *workbook) related(from string) (map[string]relation, error) {
	found := map[string]relation{}
	folder, file := path.Split(from)
	name := folder + "_rels/" + file + ".rels"
	if w.parts[name] == nil {
		return found, nil
	}
	return found, w.walk(name, mostIndex, func(_ *part, e xml.StartElement) error {
		if e.Name.Local != "Relationship" || attr(e, "TargetMode") == "External" {
			return nil
		}
		target := attr(e, "Target")
		if !strings.HasPrefix(target, "/") {
			target = folder + target
		}
		if int64(len(found)) >= w.out.lim.Parts {
			return over("more than %d relations of a part", w.out.lim.Parts)
		}
		found[attr(e, "Id")] = relation{path.Base(attr(e, "Type")), strings.ToLower(strings.TrimPrefix(path.Clean(target), "/"))}
		return nil
	})
}

// part reads the XML of a part.
type part struct {
	*xml.Decoder
	name  string
	meter *meter
	out   *rows
	depth int
}

// walk calls start for each element of a part. The part has at most most bytes and is read only
// once. start may read on with next.
func (w *workbook) walk(name string, most uint64, start func(*part, xml.StartElement) error) error {
	f := w.parts[name]
	if f == nil {
		return unreadable("part %s is missing", name)
	}
	if w.seen[name] {
		return over("part %s is named twice", name)
	}
	w.seen[name] = true
	if f.UncompressedSize64 > most {
		return over("part %s has more than %d bytes", name, most)
	}
	if f.Flags&1 != 0 {
		return &ports.ReadError{Code: document.Encrypted, Reason: "part " + name}
	}
	r, err := f.Open()
	if err != nil {
		return unreadable("part %s: %v", name, err)
	}
	defer func() { _ = r.Close() }()
	m := &meter{in: r, most: w.out.lim.Line}
	p := &part{Decoder: xml.NewDecoder(m), name: name, meter: m, out: w.out}
	for {
		t, err := p.next()
		switch {
		case err != nil:
			return err
		case t == nil:
			return nil
		}
		if e, ok := t.(xml.StartElement); ok {
			if err := start(p, e); err != nil {
				return err
			}
		}
	}
}

// next returns the next token, nil after the last. It is valid until the next call.
func (p *part) next() (xml.Token, error) {
	p.meter.since = 0
	if err := p.out.alive(); err != nil {
		return nil, err
	}
	t, err := p.RawToken()
	var read *ports.ReadError
	switch {
	case errors.Is(err, io.EOF) && p.depth == 0:
		return nil, nil
	case errors.As(err, &read):
		return nil, read
	case err != nil:
		return nil, unreadable("part %s: %v", p.name, err)
	}
	switch t.(type) {
	case xml.StartElement:
		p.depth++
		if p.out.elements++; p.out.elements > p.out.lim.Elements {
			return nil, over("more than %d elements", p.out.lim.Elements)
		}
	case xml.EndElement:
		p.depth--
	case xml.Directive:
		return nil, over("part %s declares a document type", p.name)
	}
	if p.depth > deepest {
		return nil, over("part %s nests elements more than %d deep", p.name, deepest)
	}
	return t, nil
}

// text reads the characters up to the end of the current element. It includes children, except
// elements named but.
func (p *part) text(into []byte, but string) ([]byte, error) {
	depth, ignored := p.depth, 0
	for {
		t, err := p.next()
		if err != nil {
			return into, err
		}
		switch t := t.(type) {
		case nil:
			return into, nil
		case xml.StartElement:
			if ignored == 0 && t.Name.Local == but {
				ignored = p.depth
			}
		case xml.EndElement:
			if p.depth < ignored {
				ignored = 0
			}
			if p.depth < depth {
				return into, nil
			}
		case xml.CharData:
			if ignored == 0 {
				into = append(into, t...)
			}
			if len(into) > p.out.lim.Line {
				return into, over("part %s has a text of more than %d bytes", p.name, p.out.lim.Line)
			}
		}
	}
}

// meter refuses a token that is too long before the decoder has it in memory.
type meter struct {
	in          io.Reader
	since, most int
}

func (m *meter) Read(p []byte) (int, error) {
	if m.since > m.most {
		return 0, over("a token of more than %d bytes", m.most)
	}
	n, err := m.in.Read(p)
	m.since += n
	return n, err
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func truth(s string) bool { return s == "1" || s == "true" }

// shared has the strings that cells refer to by index, stored in sequence.
type shared struct {
	bytes []byte
	ends  []uint32
}

func (s *shared) at(i int) string {
	if i < 0 || i >= len(s.ends) {
		return ""
	}
	from := uint32(0)
	if i > 0 {
		from = s.ends[i-1]
	}
	return string(s.bytes[from:s.ends[i]])
}

func (w *workbook) readStrings(name string) error {
	return w.walk(name, math.MaxUint64, func(p *part, e xml.StartElement) (err error) {
		if e.Name.Local != "si" {
			return nil
		}
		before := len(w.strings.bytes)
		text, err := p.text(nil, "rPh")
		text = bytes.Trim(text, invisible)
		if int64(len(text)) > p.out.lim.Cell {
			return over("a text of more than %d bytes", p.out.lim.Cell)
		}
		w.strings.bytes = append(w.strings.bytes, text...)
		w.strings.ends = append(w.strings.ends, uint32(before+len(text)))
		if len(w.strings.ends) > mostStrings || len(w.strings.bytes) > mostStringBytes {
			return over("more than %d strings or %d bytes of them", mostStrings, mostStringBytes)
		}
		return err
	})
}
