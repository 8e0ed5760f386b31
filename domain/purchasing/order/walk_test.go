package order_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/purchasing/order"
)

// plainItem and plainOrder model an order without sums.
type plainItem struct{ quantity, cancelled, short, accepted, rejected, returned, replace, lines int64 }

func (i plainItem) due() int64         { return i.quantity - i.cancelled }
func (i plainItem) outstanding() int64 { return max(0, i.due()-i.accepted+i.replace) }

type plainOrder struct {
	status string
	hold   bool
	items  map[int]plainItem
}

func (p *plainOrder) all(is func(plainItem) bool) bool {
	for _, i := range p.items {
		if !is(i) {
			return false
		}
	}
	return true
}

func (p *plainOrder) open() bool {
	return slices.Contains([]string{"ordered", "partially_received", "received"}, p.status)
}
func (p *plainOrder) nothingCame() bool {
	return p.all(func(i plainItem) bool { return i.accepted == 0 })
}
func (p *plainOrder) nothingDue() bool {
	return p.all(func(i plainItem) bool { return i.outstanding() == 0 })
}

func (p *plainOrder) derive() {
	switch {
	case !p.open():
	case p.nothingCame():
		p.status = "ordered"
	case p.nothingDue():
		p.status = "received"
	default:
		p.status = "partially_received"
	}
}

// try changes an item, unless the rules of an open order forbid the result.
func (p *plainOrder) try(k int, to plainItem) bool {
	before := p.items[k]
	p.items[k] = to
	if p.open() && p.nothingCame() && p.nothingDue() {
		p.items[k] = before
		return false
	}
	p.derive()
	return true
}

func (p *plainOrder) each(change func(*plainItem)) {
	for k, i := range p.items {
		change(&i)
		p.items[k] = i
	}
}

func (p *plainOrder) write(to string) bool {
	if p.status == to {
		return true
	}
	untouched := p.all(func(i plainItem) bool { return i.lines == 0 })
	switch p.status + " " + to {
	case "draft ordered":
		if len(p.items) == 0 || p.nothingCame() && p.nothingDue() {
			return false
		}
	case "draft cancelled", "ordered cancelled", "cancelled draft", "received closed":
	case "ordered draft":
		if !untouched {
			return false
		}
	case "ordered received", "partially_received received":
		if p.hold {
			return false
		}
		p.each(func(i *plainItem) {
			if n := i.outstanding(); n > 0 {
				i.accepted, i.lines = i.accepted+n, i.lines+1
			}
		})
	case "partially_received closed":
		p.each(func(i *plainItem) { n := i.outstanding(); i.cancelled, i.short = i.cancelled+n, i.short+n })
	case "closed ordered":
		p.each(func(i *plainItem) { i.cancelled, i.short = i.cancelled-i.short, 0 })
	default:
		return false
	}
	p.status = to
	p.derive()
	return true
}

// TestWalks takes 100,000 random steps with orders and with their plain models: the same
// steps succeed, and sums, statuses and ledgers agree after each.
func TestWalks(t *testing.T) {
	const steps, each = 100_000, 50
	r := rand.New(rand.NewPCG(3, 4))
	surplus := optional.Some(money.MustParsePercent("10"))
	var h *held
	var p *plainOrder
	succeeded := map[string]int{}
	for step := range steps {
		if step%each == 0 {
			v := values()
			v.ShippingCost = usd("10")
			h, p = draft(t, v), &plainOrder{status: "draft", items: map[int]plainItem{}}
		}
		before := h.order.Snapshot()
		want, n := false, int64(1+r.IntN(6))
		var err error
		verb := []string{"add", "write", "write", "receive", "receive", "set", "set", "return", "edit", "cancel", "remove", "hold"}[r.IntN(12)]
		if len(h.items) == 0 && verb != "write" {
			verb = "add"
		}
		k := r.IntN(max(1, len(h.items)))
		i := p.items[k]
		receives := p.open() && !p.hold
		fits := func(accepted int64) bool { return accepted-i.replace <= i.due()+i.due()/10 }
		lineable := p.status == "draft" || p.status == "ordered" || p.status == "partially_received"
		switch verb {
		case "add":
			if want = lineable; want {
				p.items[len(h.items)] = plainItem{quantity: n * 4}
				p.derive()
			}
			var made *order.Item
			if made, err = h.order.Add(line(n*4, "2"), tuesday); err == nil {
				h.items = append(h.items, made)
			}
		case "write":
			to := words.Of[order.Status]()[r.IntN(6)]
			want, err = p.write(string(to)), h.write(to)
		case "receive":
			rejected := int64(r.IntN(2))
			if want = receives && fits(i.accepted+n); want {
				i.accepted, i.rejected, i.lines = i.accepted+n, i.rejected+rejected, i.lines+1
				want = p.try(k, i)
			}
			err = h.receive(k, n, rejected, surplus)
		case "set":
			to := int64(r.IntN(30))
			lines := len(h.lines[h.items[k]])
			if to == i.accepted {
				want, err = true, h.set(k, to, surplus)
				break
			}
			want = receives && to >= i.returned && (to < i.accepted || fits(to))
			err = h.set(k, to, surplus)
			if want {
				i.accepted, i.lines = to, i.lines+int64(len(h.lines[h.items[k]])-lines)
				want = p.try(k, i)
			}
		case "return":
			replace, lines := r.IntN(2) == 0, len(h.lines[h.items[k]])
			want = n <= i.accepted-i.returned && (p.status == "partially_received" || p.status == "received" || p.status == "closed" && !replace)
			err = h.back(k, n, replace)
			if want {
				i.returned, i.lines = i.returned+n, i.lines+int64(len(h.lines[h.items[k]])-lines)
				if replace {
					i.replace += n
				}
				want = p.try(k, i)
			}
		case "edit":
			v := h.items[k].Snapshot().Values
			v.Quantity = int64(1 + r.IntN(30))
			kept := min(i.due(), i.accepted-i.replace)
			want = v.Quantity == i.quantity || (lineable || p.status == "received" && v.Quantity > i.quantity) &&
				v.Quantity >= i.cancelled && v.Quantity-i.cancelled >= kept
			if want && v.Quantity != i.quantity {
				i.quantity = v.Quantity
				want = p.try(k, i)
			}
			err = h.order.EditItem(h.items[k], v, tuesday)
		case "cancel":
			v := h.items[k].Snapshot().Values
			v.Cancelled = int64(r.IntN(12))
			want = v.Cancelled == i.cancelled || lineable && v.Cancelled <= i.quantity && i.quantity-v.Cancelled >= min(i.due(), i.accepted-i.replace)
			if want && v.Cancelled != i.cancelled {
				i.cancelled = v.Cancelled
				want = p.try(k, i)
			}
			err = h.order.EditItem(h.items[k], v, tuesday)
		case "remove":
			rest := &plainOrder{status: p.status, items: map[int]plainItem{}}
			for at := range h.items {
				if at != k {
					rest.items[len(rest.items)] = p.items[at]
				}
			}
			want = lineable && i.lines == 0 && (p.status == "draft" || len(rest.items) > 0 && !(rest.nothingCame() && rest.nothingDue()))
			if want {
				p.items = rest.items
				p.derive()
			}
			if err = h.order.Remove(h.items[k], tuesday); err == nil {
				h.items = slices.Delete(h.items, k, k+1)
			}
		case "hold":
			v := h.order.Snapshot().Values
			v.OnHold = r.IntN(4) == 0
			want = v.OnHold == p.hold || p.status != "closed" && p.status != "cancelled"
			if want {
				p.hold = v.OnHold
			}
			err = h.order.Edit(v, tuesday)
		}
		require.Equal(t, want, err == nil, "step %d: %s in %s: %v", step, verb, before.Status, err)
		if err != nil {
			require.Equal(t, before, h.order.Snapshot())
			continue
		}
		succeeded[verb]++
		if h.order.Stale() {
			require.NoError(t, h.order.Reprice(h.items, tuesday))
		}
		h.store()
		compare(t, h, p)
	}
	for _, verb := range []string{"add", "write", "receive", "set", "return", "edit", "cancel", "remove", "hold"} {
		require.Greater(t, succeeded[verb], 50, verb)
	}
}

func compare(t *testing.T, h *held, p *plainOrder) {
	t.Helper()
	var sum order.Counts
	for k, i := range h.items {
		s, want := i.Snapshot(), p.items[k]
		require.Equal(t, want, plainItem{
			s.Values.Quantity, s.Values.Cancelled, s.ClosedShort, s.Accepted, s.Rejected, s.Returned, s.ToReplace, s.Lines,
		})
		require.Equal(t, want.outstanding(), i.Outstanding())
		onOrder := want.outstanding()
		if !p.open() {
			onOrder = 0
		}
		require.Equal(t, onOrder, h.order.OnOrder(i))
		var accepted, rejected, back int64
		for _, l := range h.lines[i] {
			if l.Kind == order.Return {
				back -= l.Accepted
				continue
			}
			accepted, rejected = accepted+l.Accepted, rejected+l.Rejected
		}
		require.Equal(t, []int64{want.accepted, want.rejected, want.returned, want.lines}, []int64{accepted, rejected, back, int64(len(h.lines[i]))})
		sum.Items++
		if want.outstanding() > 0 {
			sum.Open++
		}
		if want.accepted-want.replace > want.due() {
			sum.Over++
		}
		sum.Ordered, sum.Cancelled, sum.Received = sum.Ordered+want.quantity, sum.Cancelled+want.cancelled, sum.Received+want.accepted
		sum.Outstanding, sum.ClosedShort, sum.Lines = sum.Outstanding+want.outstanding(), sum.ClosedShort+want.short, sum.Lines+want.lines
	}
	s := h.order.Snapshot()
	require.Equal(t, sum, s.Counts)
	require.Equal(t, p.status, string(s.Status))
	require.Equal(t, s.Status == order.Received, s.Status.Open() && s.ReceivedAt.Known())
}
