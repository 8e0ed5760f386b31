package einvoice

import (
	"bufio"
	"io"
)

const (
	// A tag has at most mostTag bytes, an element mostAttributes.
	mostTag        = 64 << 10
	mostAttributes = 256
	// The parser gets mostText bytes of a text. Files inside of messages are longer, and nothing reads
	// them.
	mostText = 64 << 10
	// The name of a character has fewer bytes than mostEntity.
	mostEntity = 16
)

// section says by its first bytes where in a message a byte belongs.
type section string

const (
	text    section = ""
	tag     section = "<"
	comment section = "<!--"
	data    section = "<![CDATA["
)

// ends has the last bytes of sections.
var ends = map[section]string{comment: "-->", data: "]]>"}

// bounded refuses long tags, and leaves out the rest of long texts.
type bounded struct {
	in *bufio.Reader
	at section
	// n counts the bytes of the section, head are its first ones and last its latest ones.
	n    int
	head []byte
	last [2]byte
	// entity counts the bytes since an ampersand, or is 0.
	entity int
	// cut says that the rest of the section is left out.
	cut bool
	// out waits to be read.
	out []byte
	// err ends the text after out.
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

// take decides about a byte. Bytes of characters beyond ASCII are kept, so that each is whole.
func (b *bounded) take(c byte) error {
	b.n++
	switch b.at {
	case text:
		if c == '<' {
			b.begin(tag, c)
			break
		}
		// The name of a character is not torn.
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
