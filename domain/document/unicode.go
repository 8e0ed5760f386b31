package document

import (
	"bytes"
	"encoding/binary"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding names how a text is written.
type Encoding int

// The encodings that the first bytes of a text show.
const (
	// Unmarked means bytes without a mark: UTF-8 or a character set with one byte for a letter.
	Unmarked Encoding = iota
	// UTF8 means UTF-8 with its mark.
	UTF8
	// UTF16LE and UTF16BE mean UTF-16 with the little or the big end first, with or without a mark.
	UTF16LE
	UTF16BE
)

// EncodingHead counts the bytes that EncodingOf looks at.
const EncodingHead = 512

const mark = '\ufeff'

// EncodingOf returns the encoding of a text by its mark. A text without a mark is UTF-16 only if it
// begins with two Latin characters and is readable to the end of the head.
func EncodingOf(head []byte) Encoding {
	head = head[:min(len(head), EncodingHead)]
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return UTF8
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return UTF16LE
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return UTF16BE
	case len(head) < 4:
		return Unmarked
	case head[1] == 0 && head[3] == 0 && written(decoded(head, UTF16LE)):
		return UTF16LE
	case head[0] == 0 && head[2] == 0 && written(decoded(head, UTF16BE)):
		return UTF16BE
	}
	return Unmarked
}

// Wide reports UTF-16.
func (e Encoding) Wide() bool { return e == UTF16LE || e == UTF16BE }

// Unicode returns a text in UTF-16 as UTF-8, and removes the mark of a text. Other texts stay as
// they are.
func Unicode(text []byte) []byte {
	e := EncodingOf(text)
	if !e.Wide() {
		return bytes.TrimPrefix(text, []byte(string(mark)))
	}
	runes := decoded(text, e)
	if len(runes) > 0 && runes[0] == mark {
		runes = runes[1:]
	}
	return []byte(string(runes))
}

// decoded returns the characters of a text in UTF-16, U+FFFD for half a character. An odd byte at
// the end is left out.
func decoded(text []byte, e Encoding) []rune {
	var order binary.ByteOrder = binary.BigEndian
	if e == UTF16LE {
		order = binary.LittleEndian
	}
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = order.Uint16(text[2*i:])
	}
	return utf16.Decode(units)
}

// written reports a text without control characters other than white space and separators of EDI.
// Half a character at the end belongs to a text that was cut.
func written(text []rune) bool {
	for at, r := range text {
		if cut := at == len(text)-1; r == utf8.RuneError && !cut || !readable(r) {
			return false
		}
	}
	return true
}

func readable(r rune) bool {
	return unicode.IsPrint(r) || unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Co) || r >= 0x1c && r <= 0x1f
}
