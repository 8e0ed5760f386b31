package words

import (
	"cmp"
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// zone bounds the name and address of a buyer.
type zone struct {
	page                     int
	left, right, top, bottom float64
}

func (z zone) has(r *grid.Row, c [2]int) bool {
	left := r.Words[c[0]].Left
	return r.Page == z.page && r.Y >= z.top && r.Y <= z.bottom && left >= z.left && left < z.right
}

// Sizes of an address, in heights.
const (
	addressRows  = 8
	addressWidth = 25
)

// zones finds the addresses of buyers below and beside their labels.
func (rd *reader) zones() []zone {
	var list []zone
	for _, r := range rd.rows {
		chunks := r.Chunks()
		for i, c := range chunks {
			if party, n := field.Parties.At(r.TextsOf(c)); n == 0 || party != field.Buyer {
				continue
			}
			z := zone{
				page: r.Page, left: r.Words[c[0]].Left - 3*r.H, right: r.Words[c[0]].Left + addressWidth*r.H,
				top: r.Y, bottom: r.Y + addressRows*r.H*1.2,
			}
			if i > 0 {
				z.left = max(z.left, r.Words[chunks[i-1][1]].Right)
			}
			if i+1 < len(chunks) {
				z.right = r.Words[chunks[i+1][0]].Left - 3*r.H
			}
			for _, below := range rd.rows[r.At+1:] { // the lines end an address
				if below.Page == r.Page && rd.roles[below] != text && rd.roles[below] != recurring {
					z.bottom = min(z.bottom, below.Y-0.1)
					break
				}
			}
			list = append(list, z)
		}
	}
	return list
}

// issuer finds the name of the issuer, else "". In this order: a name at its label, a company above
// the lines that is no buyer, the payee, a letterhead beside a buyer, a company below the lines.
func (rd *reader) issuer() string {
	zones := rd.zones()
	buyer := func(r *grid.Row, c [2]int) bool {
		for _, z := range zones {
			if z.has(r, c) {
				return true
			}
		}
		return false
	}
	start := len(rd.rows)
	if len(rd.lines) > 0 {
		start = rd.lines[0].row.At
	}
	company, payee, after := "", "", ""
	for i, r := range rd.rows {
		for _, c := range r.Chunks() {
			words := r.TextsOf(c)
			if rd.roles[r] == text || rd.roles[r] == recurring {
				if name := rd.atLabel(i, c, field.Issuer); name != "" && i < start {
					return name
				}
				if payee == "" {
					payee = rd.atLabel(i, c, field.Payee)
				}
			}
			n := field.Company(words)
			if n < 2 || buyer(r, c) || rd.roles[r] == lining {
				continue
			}
			name := strings.TrimRight(strings.Join(words[:n], " "), ",;")
			if i < start && company == "" {
				company = name
			} else if after == "" {
				after = name
			}
		}
	}
	for _, name := range []string{company, payee} {
		if name != "" {
			return name
		}
	}
	head := rd.letterhead(start, buyer)
	if len(zones) > 0 && head != "" {
		return head
	}
	return cmp.Or(after, head)
}

// atLabel reads the name after the label of a party, or below it.
func (rd *reader) atLabel(i int, c [2]int, wanted field.Party) string {
	r := rd.rows[i]
	for k := c[0]; k <= c[1]; k++ {
		party, n := field.Parties.At(grid.TextsOf(r.Words[k : c[1]+1]))
		if n == 0 || party != wanted {
			continue
		}
		if wanted == field.Issuer && k > c[0] {
			return ""
		}
		colon := strings.HasSuffix(r.Words[k+n-1].Text, ":") || k+n <= c[1] && r.Words[k+n].Text == ":"
		rest := grid.TextsOf(r.Words[k+n : c[1]+1])
		if len(rest) > 0 && (colon || wanted == field.Payee) {
			return nameIn(rest)
		}
		if len(rest) == 0 && i+1 < len(rd.rows) && rd.rows[i+1].Page == r.Page {
			below := rd.rows[i+1]
			for _, b := range below.Chunks() {
				if below.Words[b[0]].Left < r.Words[c[1]].Right && r.Words[c[0]].Left < below.Words[b[1]].Right {
					return nameIn(below.TextsOf(b))
				}
			}
		}
	}
	return ""
}

// nameIn reads the name of a company at the beginning of words.
func nameIn(words []string) string {
	for len(words) > 0 && label.Fold(words[0]) == "" {
		words = words[1:]
	}
	if n := field.Company(words); n > 1 {
		return strings.TrimRight(strings.Join(words[:n], " "), ",;")
	}
	text, _, _ := strings.Cut(strings.Join(words, " "), ",")
	if text = strings.TrimRight(text, " ."); field.Name(text) {
		return text
	}
	return ""
}

// headRows bounds the rows of a letterhead.
const headRows = 8

// letterhead finds a name at the top of the first page with an address below it, or one that is a
// part of an address on the web.
func (rd *reader) letterhead(end int, buyer func(*grid.Row, [2]int) bool) string {
	for i := 0; i < min(end, headRows); i++ {
		r := rd.rows[i]
		if r.Page != 1 || rd.roles[r] != text && rd.roles[r] != recurring {
			continue
		}
		for _, c := range r.Chunks() {
			name := strings.Join(r.TextsOf(c), " ")
			if buyer(r, c) || !field.Name(name) {
				continue
			}
			if rd.addressBelow(i, c, end) || rd.onTheWeb(name) {
				return name
			}
		}
	}
	return ""
}

// addressBelow reports a text with figures and letters in the next two rows, at the same edge or
// centre.
func (rd *reader) addressBelow(i int, c [2]int, end int) bool {
	r := rd.rows[i]
	left, right := r.Words[c[0]].Left, r.Words[c[1]].Right
	for _, next := range rd.rows[i+1 : min(i+3, end)] {
		for _, b := range next.Chunks() {
			l, rr := next.Words[b[0]].Left, next.Words[b[1]].Right
			aligned := l-left < 1.5*r.H && left-l < 1.5*r.H || (l+rr)-(left+right) < 3*r.H &&
				(left+right)-(l+rr) < 3*r.H
			text := strings.Join(next.TextsOf(b), " ")
			if next.Page == r.Page && aligned && next.Y-r.Y < 5*r.H && field.Address(text) {
				return true
			}
		}
	}
	return false
}

// onTheWeb reports a name that is the domain of an address of the document.
func (rd *reader) onTheWeb(name string) bool {
	plain := strings.ReplaceAll(label.Fold(name), " ", "")
	if len(plain) < 5 {
		return false
	}
	for _, r := range rd.rows {
		for _, w := range r.Words {
			at := strings.LastIndexAny(w.Text, "@")
			if at < 0 && !strings.HasPrefix(strings.ToLower(w.Text), "www.") {
				continue
			}
			domain := strings.TrimPrefix(strings.ToLower(w.Text[at+1:]), "www.")
			host, _, _ := strings.Cut(domain, ".")
			if host = strings.ReplaceAll(host, "-", ""); len(host) >= 5 && (strings.HasPrefix(plain, host) ||
				strings.HasPrefix(host, plain)) {
				return true
			}
		}
	}
	return false
}
