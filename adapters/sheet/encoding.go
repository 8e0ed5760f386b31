package sheet

import (
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	utf "golang.org/x/text/encoding/unicode"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading/label"
)

// decode converts a text to UTF-8. It uses the byte order mark, then checks for valid UTF-8, then
// trusts a sure guess of the detector, and otherwise chooses an alphabet.
func decode(r io.ReaderAt, size int64) (io.Reader, error) {
	text := io.NewSectionReader(r, 0, size)
	head := make([]byte, document.EncodingHead)
	n, err := io.ReadFull(text, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if _, err := text.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if e := marked(head[:n]); e != nil {
		return e.NewDecoder().Reader(text), nil
	}
	broken, at, err := invalid(text)
	if err != nil {
		return nil, err
	}
	if _, err := text.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if !broken {
		return text, nil
	}
	look := make([]byte, window)
	n, err = r.ReadAt(look, max(0, at-window/2))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return guess(look[:n]).NewDecoder().Reader(text), nil
}

// marked returns the encoding that the first bytes show, nil without one.
func marked(head []byte) encoding.Encoding {
	switch document.EncodingOf(head) {
	case document.UTF8:
		return utf.UTF8BOM
	case document.UTF16LE:
		return utf.UTF16(utf.LittleEndian, utf.UseBOM)
	case document.UTF16BE:
		return utf.UTF16(utf.BigEndian, utf.UseBOM)
	}
	return nil
}

// invalid finds the first byte that is not UTF-8.
func invalid(text io.Reader) (bool, int64, error) {
	buf := make([]byte, window)
	var at int64
	kept := 0
	for {
		n, err := io.ReadFull(text, buf[kept:])
		rest := buf[:kept+n]
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return false, 0, err
		}
		for len(rest) > 0 && (last || utf8.FullRune(rest)) {
			if rest[0] < utf8.RuneSelf {
				rest = rest[1:]
				continue
			}
			r, width := utf8.DecodeRune(rest)
			if r == utf8.RuneError && width == 1 {
				return true, at + int64(kept+n-len(rest)), nil
			}
			rest = rest[width:]
		}
		if last {
			return false, 0, nil
		}
		at += int64(len(buf) - len(rest))
		kept = copy(buf, rest)
	}
}

// surely bounds the confidence of the detector from below. With less, it confuses Latin alphabets.
const surely = 0.9

// alphabets lists encodings with one byte for each letter, the usual encoding first.
var alphabets = []*charmap.Charmap{
	charmap.Windows1252, charmap.Windows1250, charmap.ISO8859_2, charmap.ISO8859_15, charmap.Windows1254,
}

// guess trusts a sure answer of the detector. Else it takes the alphabet that makes the most labels
// and the fewest impossible words of the text.
func guess(text []byte) encoding.Encoding {
	if found := chardet.Detect(text); found.Confidence >= surely {
		if e, err := htmlindex.Get(found.Encoding); err == nil && e != utf.UTF8 {
			return e
		}
	}
	best, most := alphabets[0], 0
	for i, a := range alphabets {
		decoded, err := a.NewDecoder().Bytes(text)
		if fit := fitness(string(decoded)); err == nil && (i == 0 || fit > most) {
			best, most = a, fit
		}
	}
	return best
}

// fitness counts the labels in the first lines, less the letters and signs that fit nowhere.
func fitness(text string) int {
	lines := strings.SplitN(text, "\n", sampled)
	cells := strings.FieldsFunc(strings.Join(lines, "\n"), func(r rune) bool {
		return strings.ContainsRune(",;|\t\r\n\"", r)
	})
	return 2*label.Known(cells) - misplaced(text)
}

// strangers lists letters of languages that no text mixes: Czech beside Italian, French and Danish,
// Hungarian read as Portuguese and French, Polish beside Czech.
var strangers = [][2]string{{"šžýŠŽÝ", "ìòùèøÌÒÙÈØ"}, {"õÕ", "ûÛ"}, {"ąęłżĄĘŁŻ", "ěřůčšťďňĚŘŮČŠŤĎŇ"}}

// signs lists signs that are never beside letters inside of a word.
const signs = "¡¢£¥¦¨¬¯±²³´µ¶¸¹º¼½¾¿×÷ˇ˘˙˛˝"

// misplaced counts signs inside of words, unusual control characters, and letters of strangers.
func misplaced(text string) int {
	count := strings.Count(text, "¤")
	var before rune
	for i, r := range text {
		if strings.ContainsRune(signs, r) {
			next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			if unicode.IsLetter(before) && before != 'm' || unicode.IsLetter(next) && r != '¿' && r != '¡' {
				count++
			}
		}
		if r >= 0x80 && r < 0xa0 {
			count++
		}
		before = r
	}
	for _, s := range strangers {
		if strings.ContainsAny(text, s[0]) {
			for _, r := range s[1] {
				count += strings.Count(text, string(r))
			}
		}
	}
	return count
}
