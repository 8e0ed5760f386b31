package document

import (
	"bytes"
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
	case head[1] == 0 && head[3] == 0 && written(units(head, UTF16LE)):
		return UTF16LE
	case head[0] == 0 && head[2] == 0 && written(units(head, UTF16BE)):
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
	out := make([]byte, 0, len(text)/2)
	all := units(text, e)
	for at := 0; at < all.len(); {
		r, width := all.rune(at)
		if at > 0 || r != mark {
			out = utf8.AppendRune(out, r)
		}
		at += width
	}
	return out
}

// wide has a text in UTF-16. An odd byte at its end is left out.
type wide struct {
	text []byte
	// high has the place of the high byte in a unit.
	high int
}

func units(text []byte, e Encoding) wide {
	if e == UTF16LE {
		return wide{text, 1}
	}
	return wide{text, 0}
}

func (w wide) len() int { return len(w.text) / 2 }

func (w wide) at(i int) rune { return rune(w.text[2*i+w.high])<<8 | rune(w.text[2*i+1-w.high]) }

// rune returns the character at a unit and the number of its units. Half a character is U+FFFD.
func (w wide) rune(i int) (rune, int) {
	r := w.at(i)
	if !utf16.IsSurrogate(r) {
		return r, 1
	}
	if i+1 < w.len() {
		if r = utf16.DecodeRune(r, w.at(i+1)); r != utf8.RuneError {
			return r, 2
		}
	}
	return utf8.RuneError, 1
}

// written reports a text without control characters other than white space and separators of EDI.
// Half a character at the end belongs to a text that was cut.
func written(w wide) bool {
	for at := 0; at < w.len(); {
		r, width := w.rune(at)
		if cut := at == w.len()-1; r == utf8.RuneError && !cut || !readable(r) {
			return false
		}
		at += width
	}
	return true
}

func readable(r rune) bool {
	return unicode.IsPrint(r) || unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Co) || r >= 0x1c && r <= 0x1f
}
