package syncing

import (
	"time"

	"sellingassistant/domain/inventory"
)

// Order names the sort order of listings.
type Order string

// The sort orders. The creation time never changes, so a walk by it meets every listing; a walk by
// change time meets listings that change meanwhile again at its end.
const (
	ByCreated Order = "created"
	ByUpdated Order = "updated"
	BySKU     Order = "sku"
)

// Query asks for a page of listings.
type Query struct {
	By         Order
	Descending bool
	// Bound names the time that From and To bound, both included: ByCreated or ByUpdated. Nil does
	// not bound.
	Bound    Order
	From, To *time.Time
	// Token continues the list that the same query began; "" begins it.
	Token string
	// Limit bounds the listings of the answer, 1 to PageSize.
	Limit int
}

// PageSize bounds the listings that the marketplace shows at once.
const PageSize = 20

// Page has the result of a query.
type Page struct {
	Rows []Listing
	// Total counts the listings of the query over all pages, including those beyond the
	// marketplace's limit.
	Total int64
	// Next has the token of the next page, or is "".
	Next string
}

// Listing has a listing on a page.
type Listing struct {
	inventory.Observation
	// CreatedAt dates the creation of the listing; zero if unknown.
	CreatedAt time.Time
}

// Walk reads all listings of an account in pages of 20, although the marketplace shows only the
// first 1,000 of a query. Each page is queried from the time of the last listing read, inclusive:
// so no listing is missed when others are created, changed or deleted meanwhile, and no query
// comes near the limit. Listings at the border are read twice. If a whole page has one time, the
// walk follows the marketplace's own pages; if more than 1,000 share it, the walk reads that
// second by SKU, from both ends.
type Walk struct {
	by   Order
	from *time.Time
	// token and read belong to the pages of one query.
	token string
	read  int64
	// dense has the direction of the walk through a single second; firstHalf counts the listings of
	// its upward half.
	dense     denseHalf
	firstHalf int64
	beyond    int
	done      bool
}

type denseHalf uint8

const (
	notDense denseHalf = iota
	upward
	downward
)

// reach bounds the listings of a query that can be reached.
const reach = 1000

// NewWalk starts a walk, or continues at a time that a walk had reached.
func NewWalk(by Order, from *time.Time) Walk { return Walk{by: by, from: from} }

// Done reports whether the walk has ended.
func (w *Walk) Done() bool { return w.done }

// From returns the time up to which everything was read; nil for nothing yet.
func (w *Walk) From() *time.Time { return w.from }

// Beyond counts the listings that could not be reached so far: a second with
// more than 2,000 of them.
func (w *Walk) Beyond() int { return w.beyond }

// Query returns the next query to send.
func (w *Walk) Query() Query {
	q := Query{By: w.by, Bound: w.by, From: w.from, Token: w.token, Limit: PageSize}
	if w.dense != notDense {
		to := w.from.Add(time.Second)
		q.By, q.To, q.Descending = BySKU, &to, w.dense == downward
	}
	return q
}

// Took processes the page that Query requested.
func (w *Walk) Took(p Page) {
	w.read += int64(len(p.Rows))
	if w.dense != notDense {
		w.tookDense(p)
		return
	}
	last := w.last(p)
	switch {
	case last != nil && w.from != nil && last.Before(*w.from):
		// The marketplace's answer does not fit the query.
		w.beyond += max(0, int(p.Total-w.read))
		w.done = true
	case p.Next == "" && w.read >= p.Total:
		w.done = true
		if last != nil {
			w.from = last
		}
	case last != nil && (w.from == nil || last.After(*w.from)):
		w.begin(last)
	case p.Next != "" && len(p.Rows) > 0 && w.read < reach:
		w.token = p.Next
	case w.from == nil || w.read < reach:
		// The marketplace counts listings that it does not show.
		w.beyond += max(0, int(p.Total-w.read))
		w.done = true
	default:
		w.begin(w.from)
		w.dense = upward
	}
}

func (w *Walk) tookDense(p Page) {
	all := w.firstHalf + w.read
	switch {
	case all < p.Total && p.Next != "" && len(p.Rows) > 0 && w.read < reach:
		w.token = p.Next
	case all < p.Total && w.dense == upward:
		w.firstHalf, w.dense = w.read, downward
		w.token, w.read = "", 0
	default:
		w.beyond += max(0, int(p.Total-all))
		next := w.from.Add(time.Second)
		w.firstHalf, w.dense = 0, notDense
		w.begin(&next)
	}
}

// begin starts another query.
func (w *Walk) begin(from *time.Time) { w.from, w.token, w.read = from, "", 0 }

// last returns the latest time on a page, nil if no time is known.
func (w *Walk) last(p Page) *time.Time {
	var last time.Time
	for _, row := range p.Rows {
		at := row.CreatedAt
		if w.by == ByUpdated {
			at = row.UpdatedAt
		}
		if at.After(last) {
			last = at
		}
	}
	if last.IsZero() {
		return nil
	}
	return &last
}
