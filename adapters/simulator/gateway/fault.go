package gateway

import (
	"slices"
	"time"

	"sellingassistant/adapters/simulator/world"
)

// Mode names a way to misbehave.
type Mode string

// The fault modes. Slow, SlowBody, Drip and Stall wait in real time, because they test the patience
// of the client.
const (
	Slow          Mode = "slow"           // waits, then answers properly
	SlowBody      Mode = "slow_body"      // sends half of a proper answer, waits, sends the rest
	Drip          Mode = "drip"           // sends a good status and then a byte a second
	Stall         Mode = "stall"          // sends nothing
	Reset         Mode = "reset"          // ends the connection
	Half          Mode = "half"           // ends the connection within the body
	Error500      Mode = "error500"       //
	Error503      Mode = "error503"       //
	Burst         Mode = "burst"          // 500 or 503, at random
	HTML          Mode = "html"           // 502 with a page
	Throttle      Mode = "throttle"       // 429 although the bucket has tokens
	Drain         Mode = "drain"          // another caller empties the bucket first
	RateChange    Mode = "ratechange"     // announces another rate
	Forbid        Mode = "forbid"         // 403
	Revoke        Mode = "revoke"         // the seller revokes the grant just now
	Unauthorized  Mode = "unauthorized"   // 401
	BadRequest    Mode = "bad_request"    // 400
	TooLarge      Mode = "too_large"      // 413
	Unsupported   Mode = "unsupported"    // 415
	Redirect      Mode = "redirect"       // 302 to another host
	Junk          Mode = "junk"           // 200 with a body that is not JSON
	WrongTypes    Mode = "wrong_types"    // 200 with other JSON
	Nothing       Mode = "nothing"        // 200 without a body
	Big           Mode = "big"            // 200 that does not end for Bytes bytes
	BigPage       Mode = "big_page"       // a proper list of 1,000 entries
	BigAttributes Mode = "big_attributes" // a proper answer with Bytes of attributes, 2 MiB when 0
)

// The fault modes of the token endpoint.
const (
	ShortLived    Mode = "short_lived"    // tokens expire earlier than announced
	InvalidGrant  Mode = "invalid_grant"  //
	InvalidClient Mode = "invalid_client" //
	TokenBusy     Mode = "token_busy"     // temporarily_unavailable
)

// The fault modes of operations with several items. They hit the share Items, at least one item.
const (
	ItemFail    Mode = "item_fail"    // items fail with Status
	ItemMissing Mode = "item_missing" // the answer lacks items
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
	QueueReorder    Mode = "queue_reorder"    // overtakes the messages of the minute before
	QueueMissing    Mode = "queue_missing"    // never sent; Share selects ASINs, which stay the same
	QueueUnreadable Mode = "queue_unreadable" // sends another text
	QueueOffersLie  Mode = "queue_offers_lie" // as offers_lie
	QueueFlood      Mode = "queue_flood"      // Rate notifications a simulated second, 5,000 when 0
)

// The fault modes of the price history provider.
const (
	Keepa429  Mode = "keepa_429"  // as if no tokens were left
	Keepa402  Mode = "keepa_402"  // the subscription ended
	KeepaSlow Mode = "keepa_slow" // waits in real time, then answers properly
	KeepaJunk Mode = "keepa_junk" // 200 with a body that is not JSON
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

// Modes lists all fault modes.
func Modes() []Mode {
	return slices.Concat([]Mode{
		Slow, SlowBody, Drip, Stall, Reset, Half, Error500, Error503, Burst, HTML, Throttle, Drain, RateChange, Forbid, Revoke,
		Unauthorized, BadRequest, TooLarge, Unsupported, Redirect, Junk, WrongTypes, Nothing, Big, BigPage, BigAttributes,
		OffersLie,
	}, keepaModes, tokenModes, itemModes, writeModes, noticeModes)
}

// Fault describes a misbehaviour and the calls it hits.
type Fault struct {
	Mode Mode `json:"mode"`
	// Operation has an operation id, "token" for the token endpoint, an action of the queue
	// ("ReceiveMessage") or a type of notification. Empty selects everything that the mode applies
	// to; for most modes every operation of the API.
	Operation string `json:"operation,omitempty"`
	// Seller limits the fault to one seller id (a refresh token for the token endpoint).
	Seller string `json:"seller,omitempty"`
	// Share limits the hits to a share of the matching calls; 0 means all.
	Share float64 `json:"share,omitempty"`
	// Nth hits only the n-th matching call, counted from 1.
	Nth int `json:"nth,omitempty"`
	// Times ends the fault after so many hits; 0 means never.
	Times int `json:"times,omitempty"`
	// AfterSeconds and ForSeconds set a window on the simulated clock, counted from the injection
	// of the fault. ForSeconds 0 has no end.
	AfterSeconds float64 `json:"after_seconds,omitempty"`
	ForSeconds   float64 `json:"for_seconds,omitempty"`
	// Seconds sets the wait of the waiting modes, and the lifetime of tokens.
	Seconds float64 `json:"seconds,omitempty"`
	// Bytes sets the size of Big (64 MiB when 0) and BigAttributes.
	Bytes int64 `json:"bytes,omitempty"`
	// Rate sets the rate limit that RateChange announces, in calls per second, and the
	// notifications per second that QueueFlood sends.
	Rate float64 `json:"rate,omitempty"`
	// Items sets the share of items of a batch that are hit, half of them when 0.
	Items float64 `json:"items,omitempty"`
	// Status sets the status of failed items, 500 when 0.
	Status int `json:"status,omitempty"`
}

// StandardLateness delays LateWrite without Seconds.
const StandardLateness = 30 * time.Minute

func (f *Fault) Wait(standard time.Duration) time.Duration {
	if f.Seconds <= 0 {
		return standard
	}
	return world.Seconds(f.Seconds)
}

// Is reports whether the fault exists and has this mode.
func (f *Fault) Is(mode Mode) bool { return f != nil && f.Mode == mode }

// ActiveFault has a fault that is switched on.
type ActiveFault struct {
	Fault
	ID      int
	since   time.Time
	matched int
	hits    int
	made    int // by QueueFlood
}

// Inject switches a fault on and returns its number. If several faults match a call, the oldest
// fault that hits counts.
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

// Hits returns the number of calls that a fault has hit; 0 when it is off.
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

// Faults lists the active faults.
func (g *Gateway) Faults() []Fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := make([]Fault, 0, len(g.faults))
	for _, f := range g.faults {
		all = append(all, f.Fault)
	}
	return all
}

// Fault returns the fault that hits a call, or nil.
func (g *Gateway) Fault(operation, seller string) *Fault {
	return g.FaultAbout(operation, seller, "")
}

// FaultAbout returns the fault that hits an event about a product, or nil.
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

// draw returns the number that decides whether this call, or this product, belongs to the fault's
// share.
func (f *ActiveFault) draw(g *Gateway, asin string) uint64 {
	if f.Mode == QueueMissing {
		return g.world.Hash("fault", f.ID, asin)
	}
	return g.world.Hash("fault", f.ID, f.matched)
}

// open reports whether the time is within the fault's window.
func (f *ActiveFault) open(now time.Time) bool {
	past := now.Sub(f.since)
	if past < world.Seconds(f.AfterSeconds) {
		return false
	}
	return f.ForSeconds <= 0 || past < world.Seconds(f.AfterSeconds+f.ForSeconds)
}

// Operations of the modes without an operation.
var (
	batches = []string{
		"getItemOffersBatch", "getListingOffersBatch", "getCompetitiveSummary", "getFeaturedOfferExpectedPriceBatch",
		"getMyFeesEstimates", "getCompetitivePricing", "getPricing",
	}
	offers = []string{"getItemOffers", "getListingOffers", "getItemOffersBatch", "getListingOffersBatch"}
	writes = []string{"putListingsItem", "patchListingsItem", "deleteListingsItem", "createFeed"}
)

// concerns reports whether the fault applies to an operation.
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
