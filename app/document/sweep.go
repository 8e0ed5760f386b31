package document

import (
	"context"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// sweepGrace bounds how long bytes may wait for their row: far longer than any upload takes between
// Keep and its commit.
const sweepGrace = 24 * time.Hour

// sweepBatch bounds the digests of one query.
const sweepBatch = 500

// Sweep removes stored bytes that no document needs: from unfinished uploads, and from documents
// deleted more than 30 days ago. It returns how many files it removed.
func (d *Documents) Sweep(ctx context.Context) (int, error) {
	now := d.clock.Now()
	before := now.Add(-sweepGrace)
	batch := map[id.Team][]document.Digest{}
	held, removed := 0, 0
	flush := func() error {
		for team, sums := range batch {
			used, err := d.store.InUse(ctx, team, sums, now.Add(-deletedBytesKept))
			if err != nil {
				return err
			}
			keep := make(map[document.Digest]bool, len(used))
			for _, sum := range used {
				keep[sum] = true
			}
			for _, sum := range sums {
				if keep[sum] {
					continue
				}
				if err := d.blobs.Delete(ctx, ports.Ref{Team: team, Sum: sum}, before); err != nil {
					return err
				}
				removed++
			}
		}
		clear(batch)
		held = 0
		return nil
	}
	err := d.blobs.Old(ctx, before, func(ref ports.Ref) error {
		batch[ref.Team] = append(batch[ref.Team], ref.Sum)
		if held++; held < sweepBatch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return removed, err
	}
	return removed, flush()
}
