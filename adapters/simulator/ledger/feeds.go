package ledger

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	listingsFeed   = "JSON_LISTINGS_FEED"
	feedListed     = 90 * world.Day // for so long feeds are listed
	feedsPerWindow = 5
	feedWindow     = 5 * time.Minute

	feedQueued    = "IN_QUEUE"
	feedRunning   = "IN_PROGRESS"
	feedDone      = "DONE"
	feedFatal     = "FATAL"
	feedCancelled = "CANCELLED"
)

// feed has many submissions in one document.
type feed struct {
	id, kind, status string
	seller           *world.Seller
	shops            []marketplace.ID
	document         *feedDocument
	result           string // document
	created          time.Time
	started, ended   time.Time
	// ignored marks a feed that is not applied, by a fault.
	ignored bool
}

// feedShelf keeps feeds and their documents.
type feedShelf struct {
	feeds     []*feed // oldest first
	documents map[string]*feedDocument
}

func (led *Ledger) createFeed(c *gateway.Call) any {
	var entry struct {
		Kind     string         `json:"feedType"`
		Shops    []string       `json:"marketplaceIds"`
		Document string         `json:"inputFeedDocumentId"`
		Options  map[string]any `json:"feedOptions"`
	}
	c.JSON(&entry)
	c.WrongIf(entry.Kind != listingsFeed, "'feedType' is required and must be a type of feed.")
	c.WrongIf(len(entry.Shops) == 0 || len(entry.Shops) > 25, "'marketplaceIds' must have 1 to 25 values.")
	c.WrongIf(entry.Document == "", "'inputFeedDocumentId' is required.")
	ids := c.InRegion("marketplaceIds", entry.Shops)
	now := led.world.Clock.Now().UTC()
	b := &led.book
	b.mu.Lock()
	defer b.mu.Unlock()
	document, ok := b.feeds.documents[entry.Document]
	c.WrongIf(!ok || document.seller != c.Token.Seller || document.result, "'inputFeedDocumentId' is not a feed document of the seller.")
	if led.tooManyFeeds(c.Token.Seller, now) {
		panic(&gateway.Refusal{Status: http.StatusTooManyRequests, Code: "QuotaExceeded", Words: "You exceeded your quota for feeds of this type."})
	}
	snapshot := *document // a later upload does not change the feed
	f := &feed{
		id: strconv.Itoa(50_000_000_001+len(b.feeds.feeds)) + "0", kind: entry.Kind, status: feedQueued, seller: c.Seller(), shops: ids,
		document: &snapshot, created: now, ignored: c.Fault.Is(gateway.NeverApplied),
	}
	b.feeds.feeds = append(b.feeds.feeds, f)
	lasts := led.delay("feed", f.id)
	if c.Fault.Is(gateway.LateWrite) {
		lasts += c.Fault.Wait(gateway.StandardLateness)
	}
	b.schedule(&agendaItem{due: now.Add(lasts / 4), run: func(at time.Time) []ListingChange { return led.startFeed(f, at) }})
	b.schedule(&agendaItem{due: now.Add(lasts), run: func(at time.Time) []ListingChange { return led.finishFeed(f, at) }})
	return gateway.Object{"feedId": f.id}
}

// tooManyFeeds applies the separate limit of feeds of listings.
func (led *Ledger) tooManyFeeds(seller string, now time.Time) bool {
	if led.gateway.Limits.Off {
		return false
	}
	recent := 0
	for _, f := range led.book.feeds.feeds {
		if f.seller.ID == seller && now.Sub(f.created) < feedWindow {
			recent++
		}
	}
	return float64(recent) >= feedsPerWindow*led.gateway.Limits.Scale
}

// feedOf returns the feed in the path; the ledger is locked.
func (led *Ledger) feedOf(c *gateway.Call) *feed {
	for _, f := range led.book.feeds.feeds {
		if f.id == c.Path("feedId") && f.seller.ID == c.Token.Seller {
			return f
		}
	}
	panic(gateway.NotFound("The feed does not exist."))
}

func (led *Ledger) answerFeed(c *gateway.Call) any {
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	return led.feedOf(c).tell()
}

// Returns the JSON of a feed.
func (f *feed) tell() gateway.Object {
	answer := gateway.Object{
		"feedId": f.id, "feedType": f.kind, "marketplaceIds": f.shops, "createdTime": world.Instant(f.created), "processingStatus": f.status,
	}
	if !f.started.IsZero() {
		answer["processingStartTime"] = world.Instant(f.started)
	}
	if !f.ended.IsZero() {
		answer["processingEndTime"] = world.Instant(f.ended)
	}
	if f.result != "" {
		answer["resultFeedDocumentId"] = f.result
	}
	return answer
}

// cancelFeed cancels a feed that still waits in the queue.
func (led *Ledger) cancelFeed(c *gateway.Call) any {
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	f := led.feedOf(c)
	c.WrongIf(f.status != feedQueued, "Only a feed that is IN_QUEUE can be cancelled.")
	f.status, f.ended = feedCancelled, led.world.Clock.Now().UTC()
	return gateway.Object{}
}

func (led *Ledger) listFeeds(c *gateway.Call) any {
	page := gateway.Span{}
	if c.Has("nextToken") {
		c.WrongIf(len(c.Query) > 1, "'nextToken' must be the only parameter.")
		var ok bool
		page, ok = led.gateway.Open(c, c.Text("nextToken"))
		c.WrongIf(!ok, "'nextToken' is not valid.")
		c.Query, _ = url.ParseQuery(page.Query) // sealed by us
	}
	page.Query = gateway.Others(c.Query, "")
	page.Size = c.Count("pageSize", gateway.DefaultPage, 1, 100)
	kinds, ids := c.List("feedTypes", 10), c.KnownShops("marketplaceIds", 10)
	statuses := c.List("processingStatuses", 5, feedCancelled, feedDone, feedFatal, feedRunning, feedQueued)
	from, to := c.Time("createdSince"), c.Time("createdUntil")
	c.WrongIf(kinds == nil, "'feedTypes' or 'nextToken' is required.")
	oldest := led.world.Clock.Now().Add(-feedListed)
	c.WrongIf(!from.IsZero() && from.Before(oldest), "'createdSince' is more than 90 days ago.")
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	rows := []gateway.Object{}
	for _, f := range slices.Backward(led.book.feeds.feeds) {
		switch {
		case f.seller.ID != c.Token.Seller, f.created.Before(oldest), !slices.Contains(kinds, f.kind):
		case statuses != nil && !slices.Contains(statuses, f.status), !gateway.Within(f.created, from, to):
		case ids != nil && !slices.ContainsFunc(f.shops, func(id marketplace.ID) bool { return slices.Contains(ids, id) }):
		default:
			rows = append(rows, f.tell())
		}
	}
	list, next := gateway.SlicePage(c, page, rows)
	answer := gateway.Object{"feeds": list}
	if next != "" {
		answer["nextToken"] = next
	}
	return answer
}
