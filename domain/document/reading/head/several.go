package head

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/kind"
	"sellingassistant/domain/document/reading/label"
)

// Bounds of the pages of a file, and of the rows of a page, that are searched for another document.
const (
	mostPages = 200
	mostRows  = 40
)

// First counts the pages of the first document of a file. The next document begins on a page with
// the same title and another number. It also begins after the last page, on a page with a title, a
// number and page 1.
func First(pages []grid.Page) int {
	if len(pages) < 2 {
		return len(pages)
	}
	first := sightOf(pages[0])
	if first.number == "" || first.title == "" || lists[first.title] {
		return len(pages)
	}
	last := first
	for i := 1; i < min(len(pages), mostPages); i++ {
		page := sightOf(pages[i])
		other := page.number != first.number && page.page < 2 && (page.title == first.title || page.page == 1)
		again := page.page == 1 && (last.pages > 0 && last.page == last.pages || last.pages == 0 && last.page > 1)
		if page.title != "" && page.number != "" && (other || again) {
			return i
		}
		last = page
	}
	return len(pages)
}

// lists names documents that list the numbers of others.
var lists = map[document.Type]bool{document.Statement: true, document.PriceList: true}

// sight has the members of a page that show where a document begins.
type sight struct {
	number string
	title  document.Type
	// page has the printed number of the page, pages their count, 0 if it is missing.
	page, pages int
}

func sightOf(page grid.Page) (s sight) {
	rows := grid.RowsOf([]grid.Page{page})
	top := rows[:min(mostRows, len(rows))]
	v := values{
		Sheet: Sheet{Rows: top, Roles: map[*grid.Row]Role{}, Start: len(top)}, order: field.Certain,
		best: map[label.Field]value{}, joined: map[*grid.Word]bool{},
	}
	v.part()
	var runs [][]string
	for i, r := range v.Rows {
		v.read(i)
		var row []string
		for _, c := range r.Chunks() {
			row = append(row, grid.Joined(r.Words[c[0]:c[1]+1]))
		}
		runs = append(runs, row)
	}
	s.number = v.best[label.InvoiceNumber].InvoiceNumber
	if g, _, ok := kind.Of(reading.Reading{}, runs); ok {
		if s.title = g.Type; s.title == document.PurchaseOrder && s.number == "" {
			s.number = v.best[label.PONumber].PONumber
		}
	}
	for _, r := range slices.Concat(top, rows[max(len(top), len(rows)-footRows):]) {
		if m := paged.FindStringSubmatch(r.Text()); m != nil && s.pages == 0 {
			s.page, s.pages = digitsOf(m[1]), digitsOf(m[2])
		} else if m := uncounted.FindStringSubmatch(r.Text()); m != nil && s.page == 0 {
			s.page = digitsOf(m[1])
		}
	}
	return s
}

// footRows bounds the rows of the foot of a page.
const footRows = 5

// paged matches the number of a page and their count: Page 1 of 2, Seite 1/2. Uncounted matches a
// row that has the number alone: Strona 2.
var (
	paged = regexp.MustCompile(`(?i)\b(?:` + pageWords + `)\s*[:.#]?\s*(\d{1,3})\s*(?:of|von|sur|de|di|van|z|av|af|/)\s*` +
		`(\d{1,3})\b`)
	uncounted = regexp.MustCompile(`(?i)^(?:` + pageWords + `)\s*[:.#]?\s*(\d{1,3})$`)
)

const pageWords = `page|seite|blatt|p[aá]gina|pagina|blad|feuillet|strona|strana|sida|side|sivu|p\.?`

// digitsOf reads a page number of up to three digits.
func digitsOf(text string) (n int) {
	for _, d := range strings.TrimSpace(text) {
		n = 10*n + int(d-'0')
	}
	return n
}
