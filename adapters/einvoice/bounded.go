package einvoice

import (
	"bufio"
	"io"
)

const (
	// mostTag limits the bytes of a tag, mostAttributes the attributes of an element.
	mostTag        = 64 << 10
	mostAttributes = 256
	// mostText limits the bytes of a text that the parser gets. Only files inside messages are
	// longer, and nothing reads them.
	mostText = 64 << 10
	// mostEntity exceeds the bytes of every entity name.
	mostEntity = 16
)

// section names the part of a message that a byte belongs to, by its first bytes.
type section string

const (
	text    section = ""
	tag     section = "<"
	comment section = "<!--"
	data    section = "<![CDATA["
)

// ends has the last bytes of sections.
var ends = map[section]string{comment: "-->", data: "]]>"}

// bounded refuses long tags, and cuts long texts.
type bounded struct {
	in *bufio.Reader
	at section
	// n counts the bytes of the section. head has its first bytes, last the latest two.
	n    int
	head []byte
	last [2]byte
	// entity counts the bytes since an ampersand; 0 outside an entity.
	entity int
	// cut says that the rest of the section is dropped.
	cut bool
	// out has bytes that are ready to be read.
	out []byte
	// err follows out.
	err error
}

func newBounded(r io.Reader) *bounded { return &bounded{in: bufio.NewReaderSize(r, mostTag)} }

func (b *bounded) Read(p []byte) (int, error) {
	for b.err == nil && (len(b.out) == 0 || b.in.Buffered() > 0 && len(b.out) < len(p)) {
		var c byte
		if c, b.err = b.in.ReadByte(); b.err == nil {
			b.err = b.take(c)
		}
	}
	if len(b.out) == 0 {
		return 0, b.err
	}
	n := copy(p, b.out)
	b.out = b.out[:copy(b.out, b.out[n:])]
	return n, nil
}

func (b *bounded) begin(s section, first ...byte) {
	b.at, b.n, b.head, b.last, b.entity, b.cut = s, len(first), append(b.head[:0], first...), [2]byte{}, 0, false
}

// take processes a byte. It keeps all bytes of non-ASCII characters, so that no character is cut.
func (b *bounded) take(c byte) error {
	b.n++
	switch b.at {
	case text:
		if c == '<' {
			b.begin(tag, c)
			break
		}
		// Does not cut an entity.
		b.cut = b.cut || b.n > mostText && b.entity == 0
		switch {
		case c == '&' && !b.cut:
			b.entity = 1
		case c == ';', b.entity > mostEntity:
			b.entity = 0
		case b.entity > 0:
			b.entity++
		}
	case tag:
		if len(b.head) < len(data) {
			b.head = append(b.head, c)
		}
		switch s := section(b.head); {
		case s == comment, s == data:
			b.begin(s)
		case c == '>':
			b.begin(text)
		case b.n > mostTag:
			return over("a tag of more than %d bytes", mostTag)
		}
	default:
		end := ends[b.at]
		if c == '>' && string(b.last[:]) == end[:2] {
			if b.cut {
				b.out = append(b.out, end[:2]...)
			}
			b.begin(text)
			break
		}
		b.last = [2]byte{b.last[1], c}
		b.cut = b.cut || b.n > mostText && c != end[0]
	}
	if !b.cut || c >= 0x80 {
		b.out = append(b.out, c)
	}
	return nil
}
