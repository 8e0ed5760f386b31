package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"sellingassistant/domain/document/table"
)

const (
	// window limits the bytes that are examined for the encoding and the delimiter.
	window = 64 << 10
	// sampled limits the records that vote for a delimiter.
	sampled = 50
	// unclosed limits the quotes that a text may leave open.
	unclosed = 8
)

func readText(r io.ReaderAt, size int64, out *rows) error {
	decoded, err := decode(r, size)
	if err != nil {
		return err
	}
	source := &lines{in: decoded, most: out.lim.Line}
	in := bufio.NewReaderSize(source, window)
	head, err := in.Peek(window)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	delimiter, skip := delimiterOf(head)
	if _, err := in.Discard(skip); err != nil {
		return err
	}
	return records(in, source, delimiter, min(skip, 1), 0, out)
}

// Delimiter detects the delimiter from the beginning of a text.
func (Reader) Delimiter(r io.ReaderAt, size int64) (rune, error) {
	magic := make([]byte, 4)
	n, err := r.ReadAt(magic, 0)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return 0, err
	case n == len(magic) && string(magic) == zipMagic:
		return 0, nil
	}
	decoded, err := decode(r, size)
	if err != nil {
		return 0, err
	}
	head, err := bufio.NewReaderSize(decoded, window).Peek(window)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	delimiter, _ := delimiterOf(head)
	return delimiter, nil
}

// records reads the records of a text, numbered after first. An unclosed quote would turn the rest
// of the text into one field. So the record ends at the first line break of that field, and the
// rest is read again, at most unclosed times.
func records(in *bufio.Reader, source *lines, delimiter rune, first, again int, out *rows) error {
	c := csv.NewReader(in) // reads directly from in, so that its end can be seen
	c.Comma, c.LazyQuotes, c.FieldsPerRecord, c.ReuseRecord = delimiter, true, -1, true
	var cells []table.Cell
	width, start := 0, int64(0)
	for {
		record, err := c.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case len(record) > out.lim.Columns && filledTo(record) > out.lim.Columns:
			return over("more than %d columns", out.lim.Columns)
		case c.InputOffset()-start > int64(out.lim.Line+len("\r\n")):
			return over("a record of more than %d bytes", out.lim.Line)
		}
		start = c.InputOffset()
		if err := out.alive(); err != nil {
			return err
		}
		rest := ""
		if last := len(record) - 1; source.last != '"' && strings.Contains(record[last], "\n") {
			if _, err := in.Peek(1); errors.Is(err, io.EOF) {
				var torn string
				torn, rest, _ = strings.Cut(record[last], "\n")
				record = append(record[:last], strings.Split(torn, string(delimiter))...)
			}
		}
		line, _ := c.FieldPos(0)
		record = record[:min(len(record), out.lim.Columns)]
		width = max(width, len(record))
		cells = cells[:0]
		for _, field := range record {
			if err := out.shows(field); err != nil {
				return err
			}
			cells = append(cells, table.Cell{Text: unmarked(trim(field))})
		}
		for len(cells) < width { // a ragged row gets the width of the rows before
			cells = append(cells, table.Cell{})
		}
		if err := out.add("", first+line, cells); err != nil {
			return err
		}
		switch {
		case rest == "":
		case again == unclosed:
			return unreadable("line %d: quotes are not closed", first+line)
		default:
			return records(bufio.NewReader(strings.NewReader(rest)), source, delimiter, first+line, again+1, out)
		}
	}
}

func filledTo(record []string) int {
	for i, field := range slices.Backward(record) {
		if trim(field) != "" {
			return i + 1
		}
	}
	return 0
}

// trim removes white space, and the invisible marks and zero bytes of exports.
func trim(s string) string { return strings.Trim(s, invisible) }

const invisible = " \t\r\n\u00a0\u202f\u2009\ufeff\u200b\x00"

// unmarked removes the marks that exports put around codes so that spreadsheets do not change them:
// ="00123" and '00123.
func unmarked(s string) string {
	if inner, ok := strings.CutPrefix(s, `="`); ok && strings.HasSuffix(inner, `"`) {
		return trim(strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`))
	}
	if inner, ok := strings.CutPrefix(s, "'"); ok && strings.IndexAny(inner, "0123456789=+-@＝＋－＠") == 0 {
		return inner
	}
	return s
}

// delimiters lists them in the order in which they win a tie. The comma is last because it is also
// a decimal sign.
var delimiters = []rune{'\t', ';', '|', ','}

// delimiterOf detects the delimiter of a text from its beginning. skip is the length of a first
// line that only names the delimiter.
func delimiterOf(head []byte) (delimiter rune, skip int) {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if named, ok := bytes.CutPrefix(bytes.ToLower(bytes.TrimRight(line, "\r")), []byte("sep=")); ok && len(named) == 1 && named[0] >= ' ' && named[0] < utf8.RuneSelf && named[0] != '"' {
		return rune(named[0]), min(len(line)+1, len(head))
	}
	best, most := ',', 0
	found := counts(head)
	for i, d := range delimiters {
		often := map[int]int{}
		for _, c := range found {
			if c[i] > 0 {
				often[c[i]]++
			}
		}
		agree := 0
		for _, n := range often {
			agree = max(agree, n)
		}
		if agree > most && 2*agree > len(found) {
			best, most = d, agree
		}
	}
	if most > 0 {
		return best, 0
	}
	// No delimiter has the same count in most records, so it takes the delimiter that occurs in
	// most records.
	for i, d := range delimiters {
		n := 0
		for _, c := range found {
			n += min(1, c[i])
		}
		if n > most {
			best, most = d, n
		}
	}
	return best, 0
}

// counts counts the delimiters outside quotes in each of the first records.
func counts(head []byte) [][4]int {
	var all [][4]int
	var c [4]int
	quoted, start, filled := false, true, false
	for i, b := range head {
		switch {
		case b == '"' && quoted:
			quoted = false
		case b == '"' && (start || i > 0 && head[i-1] == '"'):
			quoted, start = true, false
		case quoted:
		case b == '\n':
			if filled {
				all = append(all, c)
			}
			if len(all) == sampled {
				return all
			}
			c, start, filled = [4]int{}, true, false
		default:
			start = false
			filled = filled || b > ' '
			if d := slices.Index(delimiters, rune(b)); d >= 0 {
				c[d]++
				start = true
			}
		}
	}
	if filled && len(head) < window { // the last record has its end
		all = append(all, c)
	}
	return all
}

// lines refuses a line that is too long before it is read into memory. It also converts line ends
// of old Macintosh files, which have only carriage returns.
type lines struct {
	in      io.Reader
	most    int
	length  int
	ends    byte
	decided bool
	// last has the last character that is not white space.
	last byte
}

func (l *lines) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	read := p[:n]
	if !l.decided && bytes.ContainsAny(read, "\r\n") {
		cr, lf := bytes.IndexByte(read, '\r'), bytes.IndexByte(read, '\n')
		l.decided = true
		if cr >= 0 && cr+1 < len(read) && lf < 0 {
			l.ends = '\r'
		}
	}
	if l.ends == '\r' {
		for i, b := range read {
			if b == '\r' {
				read[i] = '\n'
			}
		}
	}
	if ink := bytes.TrimRight(read, " \t\r\n"); len(ink) > 0 {
		l.last = ink[len(ink)-1]
	}
	for {
		i := bytes.IndexByte(read, '\n')
		if i < 0 {
			break
		}
		if l.length += i; l.length > l.most {
			break
		}
		l.length, read = 0, read[i+1:]
	}
	if l.length += len(read); l.length > l.most {
		return 0, over("a line of more than %d bytes", l.most)
	}
	return n, err
}
