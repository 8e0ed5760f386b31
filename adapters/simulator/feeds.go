package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"sellingassistant/domain/kernel/marketplace"
)

const (
	feedsPath      = "/feeds/2021-06-30/feeds"
	listingsFeed   = "JSON_LISTINGS_FEED"
	feedListed     = 90 * aDay // how long feeds are kept
	feedsPerWindow = 5
	feedWindow     = 5 * time.Minute

	feedQueued    = "IN_QUEUE"
	feedRunning   = "IN_PROGRESS"
	feedDone      = "DONE"
	feedFatal     = "FATAL"
	feedCancelled = "CANCELLED"
)

// feed is many submissions in one document.
type feed struct {
	id, kind, status string
	seller           *Seller
	shops            []marketplace.ID
	document         *feedDocument
	result           string // document
	created          time.Time
	started, ended   time.Time
	// ignored is the fault by which nothing of it is applied.
	ignored bool
}

// feedShelf is where feeds and their documents are kept.
type feedShelf struct {
	feeds     []*feed // oldest first
	documents map[string]*feedDocument
}

func newFeedShelf() feedShelf { return feedShelf{documents: map[string]*feedDocument{}} }

func (m *Marketplace) feedRows() []operation {
	row := func(id, method, path string, r rate) operation {
		return operation{id: id, method: method, path: segments(path), rate: r}
	}
	one, documents := feedsPath+"/{feedId}", "/feeds/2021-06-30/documents"
	create := row("createFeed", http.MethodPost, feedsPath, rate{0.0083, 15})
	create.role = roleListing
	return []operation{
		reading(m, row("createFeedDocument", http.MethodPost, documents, rate{0.5, 15}), readFeedDocument, m.createFeedDocument),
		reading(m, create, readFeed, m.createFeed),
		reading(m, row("getFeed", http.MethodGet, one, rate{2, 15}), nothing, m.answerFeed),
		reading(m, row("cancelFeed", http.MethodDelete, one, rate{2, 15}), nothing, m.cancelFeed),
		reading(m, row("getFeeds", http.MethodGet, feedsPath, rate{0.0222, 10}), readFeeds, m.answerFeeds),
		reading(m, row("getFeedDocument", http.MethodGet, documents+"/{feedDocumentId}", rate{0.0222, 10}), readFeedDocumentID, m.answerFeedDocument),
	}
}

// feedRequest is what createFeed was asked.
type feedRequest struct {
	kind, document string
	shops          []marketplace.ID
}

func readFeed(a *asked) feedRequest {
	body := struct {
		FeedType     string         `json:"feedType"`
		Marketplaces []string       `json:"marketplaceIds"`
		Document     string         `json:"inputFeedDocumentId"`
		Options      map[string]any `json:"feedOptions"`
	}{}
	a.json(&body)
	switch {
	case body.FeedType != listingsFeed:
		a.wrong("'feedType' is required and must be a type of feed.")
	case len(body.Marketplaces) == 0 || len(body.Marketplaces) > 25:
		a.wrong("'marketplaceIds' must have 1 to 25 values.")
	case body.Document == "":
		a.wrong("'inputFeedDocumentId' is required.")
	}
	return feedRequest{kind: body.FeedType, document: body.Document, shops: a.inRegion("marketplaceIds", body.Marketplaces)}
}

func (m *Marketplace) createFeed(c *call, in feedRequest) (int, any) {
	now := m.cfg.Clock.Now().UTC()
	b := &m.book
	b.mu.Lock()
	defer b.mu.Unlock()
	document, ok := b.feeds.documents[in.document]
	if !ok || document.seller != c.token.seller || document.result {
		return 0, badRequest("'inputFeedDocumentId' is not a feed document of the seller.")
	}
	if m.tooManyFeeds(c.token.seller, now) {
		return 0, &refusal{http.StatusTooManyRequests, "QuotaExceeded", "You exceeded your quota for feeds of this type."}
	}
	s, _ := m.seller(c.token.seller)
	n := len(b.feeds.feeds) + 1
	f := &feed{
		id: strconv.Itoa(50_000_000_000+n) + "0", kind: in.kind, status: feedQueued, seller: s, shops: in.shops,
		document: document.snapshot(), created: now, ignored: c.fault.is(NeverApplied),
	}
	b.feeds.feeds = append(b.feeds.feeds, f)
	lasts := m.delay("feed", f.id)
	if c.fault.is(LateWrite) {
		lasts += c.fault.wait(standardLateness)
	}
	b.schedule(&agendaItem{due: now.Add(lasts / 4), run: func(at time.Time) []listingChange { return m.startFeed(f, at) }})
	b.schedule(&agendaItem{due: now.Add(lasts), run: func(at time.Time) []listingChange { return m.finishFeed(f, at) }})
	return http.StatusAccepted, map[string]string{"feedId": f.id}
}

// tooManyFeeds keeps the limit of its own that feeds of listings have.
func (m *Marketplace) tooManyFeeds(seller string, now time.Time) bool {
	if m.cfg.Limits.Off {
		return false
	}
	recent := 0
	for _, f := range m.book.feeds.feeds {
		if f.seller.ID == seller && now.Sub(f.created) < feedWindow {
			recent++
		}
	}
	return float64(recent) >= feedsPerWindow*m.cfg.Limits.Scale
}

// feedOf finds a feed of the caller; the ledger is locked.
func (m *Marketplace) feedOf(c *call) *feed {
	for _, f := range m.book.feeds.feeds {
		if f.id == c.segments["feedId"] && f.seller.ID == c.token.seller {
			return f
		}
	}
	return nil
}

func (m *Marketplace) answerFeed(c *call, _ none) (int, any) {
	m.book.mu.Lock()
	defer m.book.mu.Unlock()
	if f := m.feedOf(c); f != nil {
		return http.StatusOK, f.tell()
	}
	return 0, notThere("The feed does not exist.")
}

// tell is a feed as it is answered.
func (f *feed) tell() map[string]any {
	answer := map[string]any{
		"feedId": f.id, "feedType": f.kind, "marketplaceIds": f.shops, "createdTime": instant(f.created), "processingStatus": f.status,
	}
	if !f.started.IsZero() {
		answer["processingStartTime"] = instant(f.started)
	}
	if !f.ended.IsZero() {
		answer["processingEndTime"] = instant(f.ended)
	}
	if f.result != "" {
		answer["resultFeedDocumentId"] = f.result
	}
	return answer
}

// cancelFeed takes a feed back that nobody has begun with.
func (m *Marketplace) cancelFeed(c *call, _ none) (int, any) {
	m.book.mu.Lock()
	defer m.book.mu.Unlock()
	f := m.feedOf(c)
	switch {
	case f == nil:
		return 0, notThere("The feed does not exist.")
	case f.status != feedQueued:
		return 0, badRequest("Only a feed that is IN_QUEUE can be cancelled.")
	}
	f.status, f.ended = feedCancelled, m.cfg.Clock.Now().UTC()
	return http.StatusOK, map[string]any{}
}

// feedsRead is what getFeeds was asked.
type feedsRead struct {
	kinds, statuses []string
	shops           []marketplace.ID
	from, to        time.Time
	page            span
}

func readFeeds(a *asked) feedsRead {
	page := span{}
	if a.has("nextToken") {
		if len(a.query()) > 1 {
			a.wrong("'nextToken' must be the only parameter.")
		}
		var ok bool
		if page, ok = a.m.open(a.call, a.text("nextToken")); !ok {
			a.wrong("'nextToken' is not valid.")
			return feedsRead{}
		}
		a.call.query, _ = url.ParseQuery(page.query) // sealed by us
	}
	page.query = others(a.query(), "")
	page.size = a.number("pageSize", defaultPage, 1, 100)
	in := feedsRead{
		kinds: a.list("feedTypes", 10), shops: a.knownShops("marketplaceIds", 10), page: page,
		statuses: a.list("processingStatuses", 5, feedCancelled, feedDone, feedFatal, feedRunning, feedQueued),
		from:     a.time("createdSince"), to: a.time("createdUntil"),
	}
	if in.kinds == nil {
		a.wrong("'feedTypes' or 'nextToken' is required.")
	}
	oldest := a.m.cfg.Clock.Now().Add(-feedListed)
	if !in.from.IsZero() && in.from.Before(oldest) {
		a.wrong("'createdSince' is more than 90 days ago.")
	}
	return in
}

func (m *Marketplace) answerFeeds(c *call, in feedsRead) (int, any) {
	m.book.mu.Lock()
	defer m.book.mu.Unlock()
	oldest := m.cfg.Clock.Now().Add(-feedListed)
	rows := []map[string]any{}
	for _, f := range slices.Backward(m.book.feeds.feeds) {
		switch {
		case f.seller.ID != c.token.seller, f.created.Before(oldest), !slices.Contains(in.kinds, f.kind):
		case in.statuses != nil && !slices.Contains(in.statuses, f.status), !within(f.created, in.from, in.to):
		case in.shops != nil && !slices.ContainsFunc(f.shops, func(id marketplace.ID) bool { return slices.Contains(in.shops, id) }):
		default:
			rows = append(rows, f.tell())
		}
	}
	list, next := slicePage(m, c, in.page, rows)
	answer := map[string]any{"feeds": list}
	if next != "" {
		answer["nextToken"] = next
	}
	return http.StatusOK, answer
}
