package sending

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

// outgoing is a price that is stored as sent and has to leave.
type outgoing struct {
	change history.ChangeSnapshot
	band   history.Band
	seller account.Seller
	// settings are those that it left with.
	settings *repricer.SettingsSnapshot
	// stored is when that was.
	stored time.Time
	number int64
}

// price carries both bounds of the seller, so that no price lies outside of those
// that the marketplace has.
func (l outgoing) price() sendingports.PriceChange {
	m, _ := marketOf(l.change.MarketplaceID)
	most := l.band.Maximum(l.change.NewPrice)
	return sendingports.PriceChange{SKU: l.change.SKU, Marketplace: m, Price: l.change.NewPrice, Min: &l.band.Floor, Max: &most}
}

// deliver sends prices side by side and stores what becomes of them: together
// where answers come together. A stop lets it finish.
func (l *AccountSender) deliver(ctx context.Context, prices []outgoing) {
	if len(prices) == 0 {
		return
	}
	own, cancel := outlasting(ctx, finishWithin)
	defer cancel()
	answers := make(chan reply, len(prices))
	for _, one := range prices {
		go func() { answers <- reply{one, l.submit(own, one)} }()
	}
	for left := len(prices); left > 0; {
		got := append(make([]reply, 0, left), <-answers)
		more := time.NewTimer(answersWithin)
		for waits := true; waits && len(got) < left; {
			select {
			case next := <-answers:
				got = append(got, next)
			case <-more.C:
				waits = false
			}
		}
		more.Stop()
		left -= len(got)
		if err := l.record(own, got); err != nil {
			// The prices are looked for later, like any whose answers are lost.
			l.s.p.Metrics.Failed(l.key, err)
		}
	}
}

// submit sends one price.
func (l *AccountSender) submit(ctx context.Context, one outgoing) answer {
	if l.s.p.Clock.Now().Sub(one.stored) > sendWithin {
		return answer{}
	}
	call, end := context.WithTimeout(ctx, callWithin)
	defer end()
	receipt, err := l.s.p.Submitter.Submit(call, one.seller, one.price(), l.mayLeave(one), false)
	a := answerOf(receipt, err)
	l.went(a.kind != answerLost && a.kind != answerNotNow, a.after, l.s.p.Clock.Now())
	return a
}

// outlasting is a context that ends a while after ctx does.
func outlasting(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(by, cancel) })
	return own, func() { stop(); cancel() }
}
