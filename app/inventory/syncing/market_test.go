package syncing_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/syncing"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	syncports "sellingassistant/ports/inventory/syncing"
)

// syncMarket fakes a marketplace with a single account: its listings, its stock, and its interface
// for both, with pages and faults.
type syncMarket struct {
	clock *syncClock
	// skew moves its clock ahead of ours.
	skew     time.Duration
	listings map[string]*marketListing
	// upset is called before every call. It changes the world and returns the fault of the call.
	upset func() marketFault
	calls int
}

type marketListing struct {
	o       inventory.Observation
	created time.Time
	stock   inventory.Stock
	// the time of the last change of stock
	stockAt time.Time
}

// marketFault names the fault of a call.
type marketFault uint8

const (
	noFault marketFault = iota
	storm
	away
	deadToken
	// omission leaves rows out of a search that are there.
	omission
	// again repeats the page before.
	again
)

var errMarketAway = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "away")

func newSyncMarket(c *syncClock, skew time.Duration) *syncMarket {
	return &syncMarket{
		clock: c, skew: skew, listings: map[string]*marketListing{}, upset: func() marketFault { return noFault },
	}
}

// tick lets a little time pass. The marketplace sends whole seconds.
func (m *syncMarket) tick() time.Time {
	m.clock.advance(100 * time.Millisecond)
	return m.clock.Now().Add(m.skew).Truncate(time.Second)
}

// put lists a SKU, or changes it.
func (m *syncMarket) put(sku string, price int64, channel inventory.Channel, units int64) {
	l, at := m.listings[sku], m.tick()
	if l == nil {
		l = &marketListing{created: at}
		m.listings[sku] = l
	}
	title, amount := "Title of "+sku, money.FromUnits(price*10_000)
	l.o = inventory.Observation{
		Marketplace: syncShop, SKU: sku, ASIN: "B000000001", Title: &title, Condition: inventory.ConditionNew, Channel: channel,
		Status: inventory.SKUActive, Price: &amount, Currency: "USD", ProductType: "PRODUCT", UpdatedAt: at,
	}
	if units == 0 {
		l.o.Status = inventory.SKUInactive
	}
	if channel == inventory.FBM {
		l.o.Quantity = &units
	}
	m.store(sku, units)
}

// store changes the marketplace's stock of an FBA SKU, but not its listing.
func (m *syncMarket) store(sku string, units int64) {
	l := m.listings[sku]
	l.stock = inventory.Stock{SKU: sku, FNSKU: "X-" + sku, Fulfillable: units, Inbound: 1, Reserved: 2, Unfulfillable: 3}
	l.stockAt = m.tick()
}

func (m *syncMarket) call() (marketFault, error) {
	m.calls++
	m.tick()
	switch f := m.upset(); f {
	case storm:
		return f, fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "storm").After(time.Second)
	case away:
		return f, errMarketAway
	default:
		return f, nil
	}
}

// Listings implements the port.
func (m *syncMarket) Listings(_ context.Context, a account.Seller, _ marketplace.ID, q syncing.Query) (syncing.Page, error) {
	f, err := m.call()
	if err != nil {
		return syncing.Page{}, err
	}
	at := func(l *marketListing, by syncing.Order) time.Time {
		if by == syncing.ByUpdated {
			return l.o.UpdatedAt
		}
		return l.created
	}
	var found []*marketListing
	for _, l := range m.listings {
		if t := at(l, q.Bound); (q.From == nil || !t.Before(*q.From)) && (q.To == nil || !t.After(*q.To)) {
			found = append(found, l)
		}
	}
	slices.SortFunc(found, func(x, y *marketListing) int {
		if q.Descending {
			x, y = y, x
		}
		if q.By == syncing.BySKU {
			return cmp.Compare(x.o.SKU, y.o.SKU)
		}
		return cmp.Or(at(x, q.By).Compare(at(y, q.By)), cmp.Compare(x.o.SKU, y.o.SKU))
	})
	offset, _ := strconv.Atoi(q.Token)
	if f == again {
		offset = max(0, offset-q.Limit)
	}
	from := min(offset, len(found))
	to := min(from+q.Limit, len(found))
	p := syncing.Page{Total: int64(len(found))}
	if to < len(found) {
		p.Next = strconv.Itoa(to)
	}
	for i, l := range found[from:to] {
		if f == omission && i%3 == 1 {
			continue
		}
		p.Rows = append(p.Rows, syncing.Listing{Observation: m.seen(a, l), CreatedAt: l.created})
	}
	return p, nil
}

func (m *syncMarket) seen(a account.Seller, l *marketListing) inventory.Observation {
	o := l.o
	o.Seller, o.Connection = a.ID, a.Connection
	return o
}

// Named implements the port.
func (m *syncMarket) Named(_ context.Context, a account.Seller, _ marketplace.ID, skus []string) ([]inventory.Observation, error) {
	if _, err := m.call(); err != nil {
		return nil, err
	}
	if len(skus) > syncing.PageSize {
		return nil, errors.New("too many SKUs in a call")
	}
	var found []inventory.Observation
	for _, sku := range skus {
		if l := m.listings[sku]; l != nil {
			found = append(found, m.seen(a, l))
		}
	}
	return found, nil
}

// Stock implements the port.
func (m *syncMarket) Stock(_ context.Context, _ account.Seller, _ marketplace.ID, skus []string) ([]inventory.Stock, error) {
	if _, err := m.call(); err != nil {
		return nil, err
	}
	if len(skus) > syncports.StockSize {
		return nil, errors.New("too many SKUs in a call")
	}
	var found []inventory.Stock
	for _, sku := range skus {
		if l := m.listings[sku]; l != nil && l.o.Channel == inventory.FBA {
			found = append(found, l.stock)
		}
	}
	return found, nil
}

// changedPage limits the rows of changed stock on a page, so that few rows make several pages.
const changedPage = 5

// ChangedStock implements the port.
func (m *syncMarket) ChangedStock(_ context.Context, _ account.Seller, _ marketplace.ID, since time.Time, token string) ([]inventory.Stock, string, error) {
	f, err := m.call()
	if err != nil {
		return nil, "", err
	}
	if f == deadToken && token != "" {
		return nil, "", syncports.ErrToken
	}
	var found []inventory.Stock
	for _, sku := range slices.Sorted(maps.Keys(m.listings)) {
		if l := m.listings[sku]; l.o.Channel == inventory.FBA && !l.stockAt.Before(since) {
			found = append(found, l.stock)
		}
	}
	offset, _ := strconv.Atoi(token)
	from := min(offset, len(found))
	to := min(from+changedPage, len(found))
	next := ""
	if to < len(found) {
		next = strconv.Itoa(to)
	}
	return found[from:to], next, nil
}

var _ syncports.Market = (*syncMarket)(nil)
