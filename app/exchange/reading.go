package exchange

import (
	"context"

	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/exchange"
)

// maxGap bounds the days without a reference rate, over a weekend and two holidays. After a longer
// gap the history is read.
const maxGap = 4

// Reading reads the ECB's reference rates.
type Reading struct {
	file  ports.File
	store ports.References
	watch ports.Watch
	clock clock.Clock
}

// NewReading returns the use case.
func NewReading(file ports.File, store ports.References, watch ports.Watch, clk clock.Clock) *Reading {
	return &Reading{file, store, watch, clk}
}

// Read stores the rates of the last working day, or of the last 90 days after a gap. It does
// nothing if the file is off. After a failure the stored rates stay.
func (r *Reading) Read(ctx context.Context) error {
	if !r.file.On() {
		return nil
	}
	known, err := r.store.Latest(ctx)
	if err != nil {
		return err
	}
	now := r.clock.Now()
	today, newest := date.Of(now.UTC()), newestDay(known)
	file, unread, err := r.file.Read(ctx, newest == nil || newest.Add(maxGap).Before(today))
	if err != nil {
		r.watch.Failed(err, newest)
		return err
	}
	// The file has the day of the bank's own zone, which may begin before the day in UTC.
	good, refused := exchange.Accept(known, file, today.Add(1))
	stored, err := r.store.Put(ctx, good, now)
	if err != nil {
		return err
	}
	if day := newestDay(append(good, known...)); day != nil {
		r.watch.Read(stored, refused, unread, *day)
	}
	return nil
}

// newestDay returns the newest day of a book, nil without rates.
func newestDay(book exchange.Book) *date.Date {
	var newest *date.Date
	for _, v := range book {
		if newest == nil || v.Day.After(*newest) {
			newest = &v.Day
		}
	}
	return newest
}
