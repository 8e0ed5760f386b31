package main

import (
	"context"
	"fmt"
	"time"
)

// flooded sets the events per second in a flood.
const flooded = 5_000

// measureFlood sends events faster than they must be taken in, and waits until all are taken in.
func measureFlood(ctx context.Context, w *world, o options) ([]figure, error) {
	begin := time.Now()
	events := &stream{w, begin}
	forgetPeak()
	source := &tap{body: events.body, begin: begin, last: o.flood, perSecond: flooded}
	if err := w.drain(ctx, source); err != nil {
		return nil, err
	}
	took := time.Since(begin)
	made, acked := source.state()
	if err := events.right(ctx, made); err != nil {
		return nil, err
	}
	return []figure{
		{
			name: "events lost in a flood", unit: "", value: float64(made - acked), target: atMost(0),
			note: fmt.Sprintf("%d in %s, all taken in %s after the last", made, o.flood, (took - o.flood).Round(time.Millisecond)),
		},
		{name: "memory in a flood", unit: "MB", value: peakMegabytes(), target: atMost(mostMemory)},
	}, nil
}
