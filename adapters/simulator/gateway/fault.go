package gateway

import (
	"slices"
	"time"

	"sellingassistant/adapters/simulator/world"
)

// Mode is a way to misbehave.
type Mode string

// The fault modes. Slow, SlowBody, Drip and Stall wait in real time, because
// what they try is the patience of the client.
const (
	Slow          Mode = "slow"           // waits, then answers properly
	SlowBody      Mode = "slow_body"      // sends half of a proper answer, waits, sends the rest
	Drip          Mode = "drip"           // sends a good status and then a byte a second
	Stall         Mode = "stall"          // sends nothing
	Reset         Mode = "reset"          // ends the connection
	Half          Mode = "half"           // ends the connection within the body
	Error500      Mode = "error500"       //
	Error503      Mode = "error503"       //
	Burst         Mode = "burst"          // 500 or 503, as it comes
	HTML          Mode = "html"           // 502 with a page
	Throttle      Mode = "throttle"       // 429 whatever was used
	Drain         Mode = "drain"          // another caller empties the bucket first
	RateChange    Mode = "ratechange"     // tells another rate
	Forbid        Mode = "forbid"         // 403
	Revoke        Mode = "revoke"         // the seller takes the grant back just now
	Unauthorized  Mode = "unauthorized"   // 401
	BadRequest    Mode = "bad_request"    // 400
	TooLarge      Mode = "too_large"      // 413
	Unsupported   Mode = "unsupported"    // 415
	Redirect      Mode = "redirect"       // 302 to another host
	Junk          Mode = "junk"           // 200 that is no JSON
	WrongTypes    Mode = "wrong_types"    // 200 that is other JSON
	Nothing       Mode = "nothing"        // 200 without a body
	Big           Mode = "big"            // 200 that does not end for Bytes bytes
	BigPage       Mode = "big_page"       // a proper list of 1,000 entries
	BigAttributes Mode = "big_attributes" // a proper answer with Bytes of attributes, 2 MiB when 0
)

// The fault modes of the token endpoint.
const (
	ShortLived    Mode = "short_lived"    // tokens die earlier than they say
	InvalidGrant  Mode = "invalid_grant"  //
	InvalidClient Mode = "invalid_client" //
	TokenBusy     Mode = "token_busy"     // temporarily_unavailable
)

// The fault modes of operations that do several things at once. Items is the
// share of items they hit, at least one.
const (
	ItemFail    Mode = "item_fail"    // items fail with Status
	ItemMissing Mode = "item_missing" // items are not in the answer
	ItemReorder Mode = "item_reorder" // the answer has another order
)

// OffersLie makes answers about offers incomplete or lets them contradict themselves.
const OffersLie Mode = "offers_lie"

// The fault modes of writes.
const (
	LostWrite    Mode = "lost_write"    // applied, then the connection ends
	FailedWrite  Mode = "failed_write"  // applied, then 503
	LateWrite    Mode = "late_write"    // applied Seconds later (simulated), 30 minutes when 0: later writes overtake it
	NeverApplied Mode = "never_applied" // accepted without any effect
)

// The fault modes of notifications. Operation is a type of notification.
const (
	QueueDuplicate  Mode = "queue_duplicate"  // sent twice
	QueueLate       Mode = "queue_late"       // arrives Seconds later (simulated), 10 minutes when 0
	QueueReorder    Mode = "queue_reorder"    // overtakes what was sent in the minute before
	QueueMissing    Mode = "queue_missing"    // never sent; Share is of ASINs, which stay the same
	QueueUnreadable Mode = "queue_unreadable" // something else is sent
	QueueOffersLie  Mode = "queue_offers_lie" // as offers_lie
	QueueFlood      Mode = "queue_flood"      // Rate notifications a simulated second, 5,000 when 0
)

// The fault modes of the price history provider.
const (
	Keepa429  Mode = "keepa_429"  // as if no tokens were left
	Keepa402  Mode = "keepa_402"  // the subscription ended
	KeepaSlow Mode = "keepa_slow" // waits in real time, then answers properly
	KeepaJunk Mode = "keepa_junk" // 200 that is no JSON
	KeepaCut  Mode = "keepa_cut"  // ends the connection within the compressed body
)

var (
	keepaModes  = []Mode{Keepa429, Keepa402, KeepaSlow, KeepaJunk, KeepaCut}
	tokenModes  = []Mode{ShortLived, InvalidGrant, InvalidClient, TokenBusy}
	itemModes   = []Mode{ItemFail, ItemMissing, ItemReorder}
	writeModes  = []Mode{LostWrite, FailedWrite, LateWrite, NeverApplied}
	noticeModes = []Mode{
		QueueDuplicate, QueueLate, QueueReorder, QueueMissing, QueueUnreadable, QueueFlood, QueueOffersLie,
	}
)

// Modes lists them all.
func Modes() []Mode {
	return slices.Concat([]Mode{
		Slow, SlowBody, Drip, Stall, Reset, Half, Error500, Error503, Burst, HTML, Throttle, Drain, RateChange, Forbid, Revoke,
		Unauthorized, BadRequest, TooLarge, Unsupported, Redirect, Junk, WrongTypes, Nothing, Big, BigPage, BigAttributes,
		OffersLie,
	}, keepaModes, tokenModes, itemModes, writeModes, noticeModes)
}

// Fault is a misbehaviour and the calls it hits.
type Fault struct {
	Mode Mode `json:"mode"`
	// Operation is an operation id, "token" for the token endpoint, an action of
	// the queue ("ReceiveMessage") or a type of notification. Empty is everything
	// the mode is about; for most modes that is every operation of the API.
	Operation string `json:"operation,omitempty"`
	// Seller limits the fault to one seller id (a refresh token for the token endpoint).
	Seller string `json:"seller,omitempty"`
	// Share of the matching calls that are hit; 0 means all.
	Share float64 `json:"share,omitempty"`
	// Nth hits only the n-th matching call, counted from 1.
	Nth int `json:"nth,omitempty"`
	// Times ends the fault after so many hits; 0 means never.
	Times int `json:"times,omitempty"`
	// AfterSeconds and ForSeconds make a window on the simulated clock, counted
	// from when the fault was switched on. ForSeconds 0 has no end.
	AfterSeconds float64 `json:"after_seconds,omitempty"`
	ForSeconds   float64 `json:"for_seconds,omitempty"`
	// Seconds is how long the modes that wait do so, and how long tokens live.
	Seconds float64 `json:"seconds,omitempty"`
	// Bytes is the size of Big (64 MiB when 0) and BigAttributes.
	Bytes int64 `json:"bytes,omitempty"`
	// Rate is the rate limit that RateChange announces, in calls per second, and how many
	// notifications QueueFlood sends.
	Rate float64 `json:"rate,omitempty"`
	// Items is the share of items of a batch that are hit, half of them when 0.
	Items float64 `json:"items,omitempty"`
	// Status is what ItemFail answers, 500 when 0.
	Status int `json:"status,omitempty"`
}

// StandardLateness is how late LateWrite is when it does not say.
const StandardLateness = 30 * time.Minute

func (f *Fault) Wait(standard time.Duration) time.Duration {
	if f.Seconds <= 0 {
		return standard
	}
	return world.Seconds(f.Seconds)
}

// Is reports whether there is a fault of this mode.
func (f *Fault) Is(mode Mode) bool { return f != nil && f.Mode == mode }

// ActiveFault is a fault that is on.
type ActiveFault struct {
	Fault
	ID      int
	since   time.Time
	matched int
	hits    int
	made    int // by QueueFlood
}

// Inject switches a fault on and returns its number. If several match a call, the oldest that hits
// counts.
func (g *Gateway) Inject(f Fault) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faultID++
	g.faults = append(g.faults, &ActiveFault{Fault: f, ID: g.faultID, since: g.world.Clock.Now()})
	return g.faultID
}

// Heal switches all faults off.
func (g *Gateway) Heal() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults = nil
}

// Hits returns how many calls a fault has hit; none when it is off.
func (g *Gateway) Hits(fault int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range g.faults {
		if f.ID == fault {
			return f.hits
		}
	}
	return 0
}

// Faults lists the faults that are on.
func (g *Gateway) Faults() []Fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := make([]Fault, 0, len(g.faults))
	for _, f := range g.faults {
		all = append(all, f.Fault)
	}
	return all
}

// Fault finds the fault that hits a call, nil for none.
func (g *Gateway) Fault(operation, seller string) *Fault {
	return g.FaultAbout(operation, seller, "")
}

// FaultAbout finds the fault that hits what is about a product.
func (g *Gateway) FaultAbout(operation, seller, asin string) *Fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, f := range g.faults {
		if f.Mode == QueueFlood || !f.concerns(operation) || (f.Seller != "" && f.Seller != seller) || !f.open(g.world.Clock.Now()) {
			continue
		}
		f.matched++
		switch {
		case f.Nth > 0 && f.matched != f.Nth, f.Times > 0 && f.hits >= f.Times:
			continue
		case f.Share > 0 && float64(f.draw(g, asin)%1_000_000) >= f.Share*1_000_000:
			continue
		}
		f.hits++
		hit := f.Fault
		return &hit
	}
	return nil
}

// draw is the number that decides whether a share of calls, or of products,
// has this one.
func (f *ActiveFault) draw(g *Gateway, asin string) uint64 {
	if f.Mode == QueueMissing {
		return g.world.Hash("fault", f.ID, asin)
	}
	return g.world.Hash("fault", f.ID, f.matched)
}

// open reports whether now is within the fault's window.
func (f *ActiveFault) open(now time.Time) bool {
	past := now.Sub(f.since)
	if past < world.Seconds(f.AfterSeconds) {
		return false
	}
	return f.ForSeconds <= 0 || past < world.Seconds(f.AfterSeconds+f.ForSeconds)
}

// Operations that modes without an operation are about.
var (
	batches = []string{
		"getItemOffersBatch", "getListingOffersBatch", "getCompetitiveSummary", "getFeaturedOfferExpectedPriceBatch",
		"getMyFeesEstimates", "getCompetitivePricing", "getPricing",
	}
	offers = []string{"getItemOffers", "getListingOffers", "getItemOffersBatch", "getListingOffersBatch"}
	writes = []string{"putListingsItem", "patchListingsItem", "deleteListingsItem", "createFeed"}
)

// concerns reports whether the fault is about an operation.
func (f *Fault) concerns(operation string) bool {
	is := func(modes []Mode) bool { return slices.Contains(modes, f.Mode) }
	notice := slices.Contains(NotificationTypes, operation)
	switch {
	case is(noticeModes) != notice, is(keepaModes) != (operation == KeepaOperation):
		return false
	case f.Operation != "":
		return f.Operation == operation
	case is(tokenModes):
		return operation == tokenOperation
	case is(itemModes):
		return slices.Contains(batches, operation)
	case f.Mode == OffersLie:
		return slices.Contains(offers, operation)
	case is(writeModes):
		return slices.Contains(writes, operation)
	case notice:
		return true
	}
	return operation != tokenOperation && !slices.Contains(queueCalls, operation)
}
