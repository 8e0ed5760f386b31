package console

import "strings"

// Signs beside which a script needs no space. Those that could make another sign together, as + and
// / do, are missing.
const signs = "{}()[],;:?=<>|&*!"

// A statement goes on after a line that ends with one of openers, and in a line that begins with
// one of closers.
const (
	openers = "{([,;:?=&|"
	closers = "})].?:|&"
)

// squeeze drops remarks, and the spaces, line ends and signs of a script that mean nothing. It
// writes let for const. Strings, templates and regular expressions stay as they are.
func squeeze(script string) string {
	var out strings.Builder
	q := squeezer{text: script}
	for q.at < len(script) {
		from, before := q.at, q.sign
		if strings.HasPrefix(script[from:], "//") {
			remark, _, _ := strings.Cut(script[from:], "\n")
			q.at += len(remark)
			continue
		}
		if q.skip() {
			out.WriteString(script[from:q.at])
			continue
		}
		if strings.HasPrefix(script[from:], "const ") && (from == 0 || strings.IndexByte(" \n;{}(", script[from-1]) >= 0) {
			out.WriteString("let")
			q.at += len("const")
			continue
		}
		c := script[q.at]
		q.at++
		if needless(c, script[q.at:]) {
			continue
		}
		if c == ' ' && from > 0 && q.at < len(script) && (q.plain(from-1) || q.plain(q.at)) {
			continue
		}
		closed := q.at < len(script) && strings.IndexByte(closers, script[q.at]) >= 0
		if c == '\n' && (closed || strings.IndexByte(openers, before) >= 0) {
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}

// needless says whether a sign may go before the rest of a script: a comma after the last entry, or
// the end of the last statement of a block.
func needless(sign byte, rest string) bool {
	if sign != ';' && sign != ',' {
		return false
	}
	for rest = strings.TrimLeft(rest, " \n"); strings.HasPrefix(rest, "//"); rest = strings.TrimLeft(rest, " \n") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	return rest != "" && (sign == ';' && rest[0] == '}' || sign == ',' && strings.IndexByte("]})", rest[0]) >= 0)
}

type squeezer struct {
	text string
	at   int
	// nested counts the open braces of each template expression that the place is in.
	nested []int
	// sign has the last character that is no space.
	sign byte
}

func (q *squeezer) plain(at int) bool { return strings.IndexByte(signs, q.text[at]) >= 0 }

// skip moves past a string, a part of a template or a regular expression, if one begins here.
func (q *squeezer) skip() bool {
	c := q.text[q.at]
	before := q.sign
	if c != ' ' {
		q.sign = c
	}
	last := len(q.nested) - 1
	switch {
	case c == '\'' || c == '"':
		q.end(c)
	case c == '`':
		q.at++
		q.template()
	case c == '/' && (before == 0 || strings.IndexByte("{}(,=:[!&|?;>\n", before) >= 0):
		q.regular()
	case c == '{' && last >= 0:
		q.nested[last]++
		return false
	case c == '}' && last >= 0 && q.nested[last] == 0:
		q.nested = q.nested[:last]
		q.at++
		q.template()
	case c == '}' && last >= 0:
		q.nested[last]--
		return false
	default:
		return false
	}
	return true
}

// end moves past the next such sign without a backslash before it.
func (q *squeezer) end(quote byte) {
	for q.at++; q.at < len(q.text) && q.text[q.at] != quote; q.at++ {
		if q.text[q.at] == '\\' {
			q.at++
		}
	}
	q.at++
}

// template moves past the end of a template, or past the beginning of an expression in it.
func (q *squeezer) template() {
	for ; q.at < len(q.text) && q.text[q.at] != '`'; q.at++ {
		switch {
		case q.text[q.at] == '\\':
			q.at++
		case strings.HasPrefix(q.text[q.at:], "${"):
			q.at += 2
			q.nested, q.sign = append(q.nested, 0), '{'
			return
		}
	}
	q.at, q.sign = q.at+1, '`'
}

// regular moves past a regular expression. A slash within brackets does not end it.
func (q *squeezer) regular() {
	class := false
	for q.at++; q.at < len(q.text) && (class || q.text[q.at] != '/'); q.at++ {
		switch q.text[q.at] {
		case '\\':
			q.at++
		case '[':
			class = true
		case ']':
			class = false
		}
	}
	q.at++
}
