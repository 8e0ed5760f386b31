package head

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// zone bounds the name and address of a buyer.
type zone struct {
	page                     int
	left, right, top, bottom float64
	// edge keeps the left side of the label.
	edge float64
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
func (s Sheet) zones() []zone {
	var list []zone
	for _, r := range s.Rows {
		chunks := r.Chunks()
		for i, c := range chunks {
			party, n := field.Parties.At(r.TextsOf(c))
			if s.headsBuyers(r, i) {
				party, n = field.Buyer, c[1]-c[0]+1
			}
			if _, longer := label.Fields.At(r.TextsOf(c)); n == 0 || party != field.Buyer || longer > n {
				continue // Customer PO
			}
			beside := r.TextsOf(c)[n:]
			if len(beside) == 0 && i+1 < len(chunks) {
				beside = r.TextsOf(chunks[i+1])
			}
			if len(beside) == 1 && number.HasDigit(beside[0]) {
				continue // the number of a customer
			}
			z := zone{
				page: r.Page, left: r.Words[c[0]].Left - 3*r.H, right: r.Words[c[0]].Left + addressWidth*r.H,
				top: r.Y, bottom: r.Y + addressRows*r.H*1.2, edge: r.Words[c[0]].Left,
			}
			if i > 0 {
				z.left = max(z.left, r.Words[chunks[i-1][1]].Right)
			}
			if i+1 < len(chunks) && !s.beside(r, c, chunks[i+1]) {
				z.right = r.Words[chunks[i+1][0]].Left - 3*r.H
			} else if i+2 < len(chunks) {
				z.right = r.Words[chunks[i+2][0]].Left - 3*r.H
			}
			z.left = s.centred(r, c, z.left)
			for _, below := range s.Rows[r.At+1:] { // the lines end an address
				if below.Page == r.Page && !s.written(below) && !(s.Roles[below] == Summing && addressed(below, z.edge)) {
					z.bottom = min(z.bottom, below.Y-0.1)
					break
				}
			}
			list = append(list, z)
		}
	}
	return list
}

// addressed reports a row of sums that begins with a part of an address at the edge: the sums are
// beside it.
func addressed(r *grid.Row, edge float64) bool {
	chunks := r.Chunks()
	if len(chunks) < 2 || !near(r.Words[chunks[0][0]].Left, edge, r.H) {
		return false
	}
	_, n := label.Fields.At(r.TextsOf(chunks[0]))
	return n == 0
}

// beside reports a name to the right of the label of a buyer, which has nothing below. The label
// has a colon, or the address is below the name.
func (s Sheet) beside(r *grid.Row, c, value [2]int) bool {
	text := strings.Join(r.TextsOf(value), " ")
	if !field.Name(text) && field.Company(r.TextsOf(value)) == 0 {
		return false
	}
	named := strings.HasSuffix(r.Words[c[1]].Text, ":")
	if r.At+1 == len(s.Rows) || s.Rows[r.At+1].Page != r.Page {
		return named
	}
	edge, below := r.Words[c[0]].Left, s.Rows[r.At+1]
	for _, b := range below.Chunks() {
		left := below.Words[b[0]].Left
		if left-edge < 2*r.H && edge-left < 2*r.H && !strings.HasSuffix(below.Words[b[1]].Text, ":") {
			return false
		}
		named = named || near(left, r.Words[value[0]].Left, r.H) && field.Address(strings.Join(below.TextsOf(b), " "))
	}
	return named
}

// issuer returns the name of the issuer, or "". A purchase order names it at a label only. Other
// documents are tried in this order: a name at its label, a company or letterhead within an address
// on the web, a letterhead above the address of a company, a company with its register or bank if
// the company above the lines lacks both. Then follow a company above the lines that is no buyer,
// the payee, a letterhead beside a buyer, and a company below the lines. The name of the buyer is
// never the issuer's.
func (s Sheet) issuer(zones []zone) string {
	isBuyer, known := s.buyers()
	window := s.window(zones, known)
	buyer := func(r *grid.Row, c [2]int) bool {
		for _, z := range zones {
			if z.has(r, c) {
				return true
			}
		}
		return window(r, c) || isBuyer(strings.Join(r.TextsOf(c), " "))
	}
	company, payee, after, legal := "", "", "", ""
	at, addressed := s.Start, false
	for i, r := range s.Rows {
		for _, c := range r.Chunks() {
			words := r.TextsOf(c)
			if s.written(r) {
				if name := s.atLabel(i, c, field.Issuer); name != "" && i < s.Start && (s.Ordered || !isBuyer(name)) {
					return name
				}
				if s.Ordered && i < s.Start {
					if name := s.addressee(i, c); name != "" {
						return name
					}
				}
				if payee == "" || isBuyer(payee) {
					payee = s.atLabel(i, c, field.Payee)
				}
			}
			name := companyIn(words)
			if name == "" || buyer(r, c) || isBuyer(name) || s.Roles[r] == Lining {
				continue
			}
			if i < s.Start && company == "" {
				company, at = s.withAbove(i, c, name), i
				addressed = s.addressBelow(i, c) && !s.registered(i, c)
				continue
			}
			if after == "" {
				after = name
			}
			if legal == "" && !bank(words) && s.registeredIn(i, i, c) {
				legal = name
			}
		}
	}
	if isBuyer(payee) {
		payee = ""
	}
	if s.Ordered {
		return payee // the letterhead of an order is the buyer's
	}
	head, above := s.letterhead(buyer)
	for _, name := range []string{company, head} {
		if name != "" && s.onTheWeb(name) {
			return name
		}
	}
	if head != "" && above < at && addressed && (!s.mentioned(company) || s.mentioned(head)) {
		return head // above the buyer
	}
	if legal != "" && addressed && at > 0 { // a company in the first row is a letterhead
		return legal
	}
	for _, name := range []string{company, payee} {
		if name != "" {
			return name
		}
	}
	if len(zones) > 0 && head != "" {
		return head
	}
	return cmp.Or(after, head, s.shop(buyer))
}

// shop finds a name at the top of the first page that is alone in its row and higher than all
// other texts above the lines, as web shops print it.
func (s Sheet) shop(buyer func(*grid.Row, [2]int) bool) (name string) {
	var heights []float64
	best := 0.0
	for i, r := range s.Rows[:min(s.Start, len(s.Rows))] {
		if r.Page != 1 {
			break
		}
		heights = append(heights, r.H)
		chunks := r.Chunks()
		text := r.Text()
		if i < headRows && r.H > best && s.written(r) && len(chunks) == 1 && !buyer(r, chunks[0]) && field.Name(text) &&
			!noName(strings.Fields(text)) && !greetings.MatchString(label.Fold(text)) {
			name, best = text, r.H
		}
	}
	slices.Sort(heights)
	if len(heights) < leastRows || best < banner*heights[len(heights)/2] || best < heights[len(heights)-1] {
		return ""
	}
	return name
}

// greetings matches large texts of shops that are no names.
var greetings = regexp.MustCompile(`^(?:your|my|thanks|hello|hi|dear|hallo|bonjour|merci|danke|vielen|gracias|grazie` +
	`|bedankt|shopping|checkout|remittance)(?: |$)`)

// banner bounds how much higher the name of a shop is, leastRows the rows that show it.
const banner, leastRows = 1.3, 4

// addressees lists words above the name that a letter is for: the seller, on an order.
var addressees = map[string]bool{
	"to": true, "an": true, "aan": true, "senores": true, "messrs": true, "spett le": true,
}

// addressee reads the name that an order is for: below a word such as To, or after it and a colon.
func (s Sheet) addressee(i int, c [2]int) string {
	words := s.Rows[i].TextsOf(c)
	switch {
	case addressees[label.Fold(strings.Join(words, " "))]:
		return s.nameBelow(i, c, false)
	case addressees[label.Fold(words[0])] && strings.HasSuffix(words[0], ":"):
		return nameIn(words[1:])
	}
	return ""
}

// senders lists labels of the one who writes: the buyer, on an order.
var senders = map[string]bool{
	"from": true, "von": true, "de la part de": true, "absender": true, "afzender": true, "emetteur": true, "emisor": true,
}

// people lists labels of sellers that salespeople have too.
var people = map[string]bool{
	"seller": true, "verkaufer": true, "vendeur": true, "vendedor": true, "venditore": true, "verkoper": true,
}

// atLabel reads the name after the label of a party, or below it.
func (s Sheet) atLabel(i int, c [2]int, wanted field.Party) string {
	r := s.Rows[i]
	for k := c[0]; k <= c[1]; k++ {
		words := grid.TextsOf(r.Words[k : c[1]+1])
		party, n := field.Parties.At(words)
		if n == 0 || party != wanted {
			continue
		}
		title := label.Fold(strings.Join(words[:n], " "))
		if wanted == field.Issuer && (k > c[0] || s.Ordered && senders[title]) {
			return ""
		}
		person := people[title]
		colon := strings.HasSuffix(r.Words[k+n-1].Text, ":") || k+n <= c[1] && label.Fold(r.Words[k+n].Text) == ""
		rest := words[n:]
		paid := wanted == field.Payee && (n > 1 || field.Company(rest) > 0) // not a paper: Beneficiary Certificate
		if len(rest) > 0 && (colon || paid || by[label.Fold(words[n-1])] && n > 1) {
			if person && field.Company(rest) == 0 {
				return ""
			}
			return nameIn(rest)
		}
		if len(rest) == 0 {
			return cmp.Or(s.nameBelow(i, c, person), s.nameBeside(i, c, colon && !person))
		}
	}
	return ""
}

// by lists words that end labels of sellers without a colon: sold by, verkocht door.
var by = map[string]bool{"by": true, "door": true, "par": true, "von": true, "durch": true, "da": true, "por": true}

// headRows bounds the rows of a letterhead.
const headRows = 8

// letterhead finds a name at the top of the first page with an address below it, or a name within
// an address on the web.
func (s Sheet) letterhead(buyer func(*grid.Row, [2]int) bool) (name string, at int) {
	for i := range min(s.Start, headRows) {
		r := s.Rows[i]
		if r.Page != 1 || !s.written(r) {
			continue
		}
		for _, c := range r.Chunks() {
			name := strings.Join(r.TextsOf(c), " ")
			if buyer(r, c) || !field.Name(name) || noName(r.TextsOf(c)) {
				continue
			}
			if s.addressBelow(i, c) || s.onTheWeb(name) {
				return name, i
			}
		}
	}
	return "", s.Start
}

// mentioned reports a name with a first word that other rows of the first page have without the
// rest of it, as the forms of a supplier do: property of Lantern, Lantern opens at 8.
func (s Sheet) mentioned(name string) bool {
	first, _, _ := strings.Cut(label.Fold(name), " ")
	if len(first) < leastBrand {
		return false
	}
	count := 0
	for _, r := range s.Rows {
		text := label.Fold(r.Text())
		if r.Page == 1 && !strings.Contains(text, label.Fold(name)) && slices.Contains(strings.Fields(text), first) {
			count++
		}
	}
	return count >= mentions
}

// leastBrand bounds the letters of a word that names a supplier, mentions the rows that have it.
const leastBrand, mentions = 5, 2

// addressBelow reports a text with figures and letters in the next two rows of its column, at the
// same edge or centre.
func (s Sheet) addressBelow(i int, c [2]int) bool {
	r := s.Rows[i]
	left, right := r.Words[c[0]].Left, r.Words[c[1]].Right
	last, beside := i+2, false
	for at := i + 1; at < s.Start && at <= last && at <= i+addressReach; at, beside = at+1, false {
		next := s.Rows[at]
		for _, b := range next.Chunks() {
			l, rr := next.Words[b[0]].Left, next.Words[b[1]].Right
			aligned := l-left < 1.5*r.H && left-l < 1.5*r.H || (l+rr)-(left+right) < 3*r.H &&
				(left+right)-(l+rr) < 3*r.H
			text := strings.Join(next.TextsOf(b), " ")
			if next.Page == r.Page && aligned && next.Y-r.Y < 5*r.H && field.Address(text) {
				return true
			}
			beside = beside || aligned
		}
		if !beside {
			last++ // a row of another column
		}
	}
	return false
}

// addressReach bounds the rows between a name and its address, also in other columns.
const addressReach = 5

// onTheWeb reports a name that is the domain of an address of the document.
func (s Sheet) onTheWeb(name string) bool {
	plain := strings.ReplaceAll(label.Fold(name), " ", "")
	if len(plain) < 5 {
		return false
	}
	for _, r := range s.Rows {
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
