package main

import (
	"context"
	"fmt"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	sendingports "sellingassistant/ports/repricer/sending"
)

const mostHandOver = 60 // s

// measureFeed measures the time from deciding many prices of one account until they are handed over
// in a feed.
func measureFeed(ctx context.Context, w *world, o options) ([]figure, error) {
	if err := w.wake(ctx, 0, o.changes); err != nil {
		return nil, err
	}
	if _, err := w.decide(ctx, o.changes); err != nil {
		return nil, err
	}
	if err := tidy(ctx, w.store); err != nil {
		return nil, err
	}
	sink := &feedSink{}
	begin := time.Now()
	lane, ok, err := w.sender(nil, sink, silence{}.OwnPrices).Acquire(ctx, sendingports.Account{Team: w.teams[0].id, SellerID: w.teams[0].seller, Region: marketplace.EU})
	if err != nil || !ok {
		return nil, fmt.Errorf("the lane was not to be had: %w", err)
	}
	// The lane works only during its lease, so this renews it every second.
	kept, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for ticks := time.Tick(time.Second); ; {
			select {
			case <-kept.Done():
				return
			case <-ticks:
				_ = lane.Renew(kept)
			}
		}
	}()
	for sink.messages == 0 {
		if did, err := lane.Send(ctx); err != nil || !did {
			return nil, fmt.Errorf("nothing was sent: %w", err)
		}
	}
	if sink.messages != o.changes || sink.feeds != 1 {
		return nil, fmt.Errorf("%d prices were handed over in %d feeds", sink.messages, sink.feeds)
	}
	return []figure{{
		name: fmt.Sprintf("%d prices of an account, handed over in one feed", o.changes), unit: "s", value: sink.at.Sub(begin).Seconds(),
		target: atMost(mostHandOver),
	}}, nil
}

// feedSink accepts a feed.
type feedSink struct {
	feeds, messages int
	at              time.Time
}

// Upload implements the port.
func (f *feedSink) Upload(_ context.Context, _ account.Seller, messages []sendingports.FeedMessage) (sendingports.FeedFile, error) {
	return sendingports.FeedFile{Document: "D", Messages: len(messages)}, nil
}

// Start implements the port.
func (f *feedSink) Start(_ context.Context, _ account.Seller, file sendingports.FeedFile, _ []sendingports.FeedID, _ sendingports.MaySend) (sendingports.FeedID, error) {
	f.feeds++
	f.messages += file.Messages
	f.at = time.Now()
	return "F-1", nil
}

// State implements the port: the feed never ends.
func (f *feedSink) State(_ context.Context, _ account.Seller, feed sendingports.FeedID) (sendingports.FeedState, error) {
	return sendingports.FeedState{ID: feed, Status: sendingports.FeedRunning}, nil
}

// Report implements the port.
func (f *feedSink) Report(context.Context, account.Seller, string) (sendingports.FeedReport, error) {
	return sendingports.FeedReport{}, nil
}
