package sending

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

// outgoing has a price that is stored as sent and has to be sent now.
type outgoing struct {
	change history.ChangeSnapshot
	band   history.Band
	seller account.Seller
	// settings has the settings in force when it was stored.
	settings *repricer.SettingsSnapshot
	// stored dates the moment when it was stored as sent.
	stored time.Time
	number int64
}

// price includes the seller's own minimum and maximum, so that the price never lies outside the
// bounds the marketplace has.
func (l outgoing) price() sendingports.PriceChange {
	m, _ := marketOf(l.change.MarketplaceID)
	most := l.band.Maximum(l.change.NewPrice)
	return sendingports.PriceChange{SKU: l.change.SKU, Marketplace: m, Price: l.change.NewPrice, Min: &l.band.Floor, Max: &most}
}

// deliver sends prices side by side and stores the answers, those that arrive at the same time
// together. A stop of the process lets it finish.
func (l *AccountSender) deliver(ctx context.Context, prices []outgoing) {
	if len(prices) == 0 {
		return
	}
	own, cancel := keepAlive(ctx, finishWithin)
	defer cancel()
	answers := make(chan reply, len(prices))
	for _, price := range prices {
		go func() { answers <- reply{price, l.submit(own, price)} }()
	}
	for sent := len(prices); sent > 0; {
		got := append(make([]reply, 0, sent), <-answers)
		more := time.NewTimer(answersWithin)
		for waits := true; waits && len(got) < sent; {
			select {
			case next := <-answers:
				got = append(got, next)
			case <-more.C:
				waits = false
			}
		}
		more.Stop()
		sent -= len(got)
		if err := l.record(own, got); err != nil {
			// The lookup for lost answers finds the prices later.
			l.s.p.Metrics.Failed(l.key, err)
		}
	}
}

// submit sends one price.
func (l *AccountSender) submit(ctx context.Context, o outgoing) answer {
	if l.s.p.Clock.Now().Sub(o.stored) > sendWithin {
		return answer{}
	}
	call, end := context.WithTimeout(ctx, callWithin)
	defer end()
	receipt, err := l.s.p.Submitter(call, o.seller, o.price(), l.maySend(o), false)
	a := answerOf(receipt, err)
	l.went(a.kind != answerLost && a.kind != answerNotNow, a.after, l.s.p.Clock.Now())
	return a
}

// keepAlive returns a context that ends some time after ctx does.
func keepAlive(ctx context.Context, length time.Duration) (context.Context, context.CancelFunc) {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(length, cancel) })
	return own, func() { stop(); cancel() }
}
