package document_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
)

func TestInsertAndFind(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		d, err := document.New(document.Upload{
			Team: team, Type: ptr(document.Receipt), Name: "Größe 100%.pdf", Media: document.PDF, FileSize: 12, SHA256: digest(1),
			ReferenceNumber: ptr("it's"), Notes: ptr("a\nb\t\"c\" ?"),
			Targets: []document.Target{{Kind: document.TargetSupplier, ID: 5}, {Kind: document.TargetSKU, ID: 1<<62 + 1}},
		}, t0)
		require.NoError(t, err)
		stored := w.insert(t, d)
		require.Positive(t, stored.ID())
		want := d.Snapshot()
		want.ID = stored.ID()
		require.Equal(t, want, stored.Snapshot())
		found, err := w.docs.Find(t.Context(), team, stored.ID())
		require.NoError(t, err)
		require.Equal(t, want, found.Snapshot())
		require.False(t, found.Changed())
	})
}

func TestAbsentForeignAndDeletedSoundTheSame(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		mine, theirs, gone := w.insert(t, fresh(t, team, 1, t0)), w.insert(t, fresh(t, foreign, 1, t0)), w.insert(t, fresh(t, team, 2, t0))
		w.change(t, team, gone.ID(), func(d *document.Document) error { return d.Delete(t0) })
		for name, docID := range map[string]document.ID{"absent": 1 << 60, "zero": 0, "foreign": theirs.ID(), "deleted": gone.ID()} {
			_, err := w.docs.Find(t.Context(), team, docID)
			require.Equal(t, fault.Missing(), err, name)
			locked, err := w.docs.Lock(t.Context(), team, []document.ID{docID, mine.ID(), docID})
			require.NoError(t, err)
			require.Len(t, locked, 1, name)
			require.Equal(t, mine.Snapshot(), locked[0].Snapshot())
		}
		same, err := w.docs.SameBytes(t.Context(), team, digest(2))
		require.NoError(t, err)
		require.Zero(t, same, "deleted bytes are no duplicate")
		same, err = w.docs.SameBytes(t.Context(), foreign, digest(1))
		require.NoError(t, err)
		require.Equal(t, theirs.ID(), same)
		linked, err := w.docs.Linked(t.Context(), team, gone.ID())
		require.NoError(t, err)
		require.Equal(t, &t0, linked.Snapshot().DeletedAt)
		for _, absent := range []document.ID{1 << 60, theirs.ID()} {
			linked, err = w.docs.Linked(t.Context(), team, absent)
			require.NoError(t, err)
			require.Nil(t, linked)
		}
		// Another team's copy of the aggregate does not reach the row either.
		s := mine.Snapshot()
		s.Team = foreign
		stolen, err := document.Restore(s)
		require.NoError(t, err)
		require.NoError(t, stolen.Describe(document.Changes{Type: ptr(document.Invoice)}, t0))
		require.True(t, fault.Is(w.docs.Save(t.Context(), []*document.Document{stolen}), fault.CodePreconditionFailed))
	})
}

func TestEmptyInput(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		locked, err := w.docs.Lock(t.Context(), team, nil)
		require.NoError(t, err)
		require.Empty(t, locked)
		require.NoError(t, w.docs.Save(t.Context(), nil))
		used, err := w.docs.InUse(t.Context(), team, nil, t0)
		require.NoError(t, err)
		require.Empty(t, used)
	})
}

func TestCountOf(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		attach := func(team id.Team, n int, targets ...document.Target) document.ID {
			d, err := document.New(document.Upload{Team: team, Name: "a.pdf", Media: document.PDF, FileSize: 1, SHA256: digest(n), Targets: targets}, t0)
			require.NoError(t, err)
			return w.insert(t, d).ID()
		}
		product := func(n int64) document.Target { return document.Target{Kind: document.TargetInventoryProduct, ID: n} }
		attach(team, 1, product(1), product(2))
		attach(team, 2, product(2), document.Target{Kind: document.TargetSKU, ID: 3})
		deleted := attach(team, 3, product(2))
		attach(foreign, 4, product(1))
		w.change(t, team, deleted, func(d *document.Document) error { return d.Delete(t0) })
		found, err := w.docs.CountOf(t.Context(), team, document.TargetInventoryProduct, []int64{1, 2, 3, 2})
		require.NoError(t, err)
		require.Equal(t, map[int64]int64{1: 1, 2: 2}, found)
		found, err = w.docs.CountOf(t.Context(), team, document.TargetInventoryProduct, nil)
		require.NoError(t, err)
		require.Empty(t, found)
	})
}

func TestSaveClearsWhatIsNull(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		d := w.insert(t, fresh(t, team, 1, t0))
		full := w.change(t, team, d.ID(), state(func(s *document.Snapshot) {
			read(s)
			s.Notes, s.Targets = ptr("n"), []document.Target{{Kind: document.TargetSKU, ID: 1}}
		}))
		found, err := w.docs.Find(t.Context(), team, d.ID())
		require.NoError(t, err)
		require.Equal(t, full, found.Snapshot())
		require.Equal(t, int64(2), full.Version)

		bare := w.change(t, team, d.ID(), func(d *document.Document) error {
			if err := d.Describe(document.Changes{Notes: document.Text{Set: true}, ReferenceNumber: document.Text{Set: true},
				Targets: &[]document.Target{}}, t0); err != nil {
				return err
			}
			return d.Reread(t0)
		})
		found, err = w.docs.Find(t.Context(), team, d.ID())
		require.NoError(t, err)
		require.Equal(t, bare, found.Snapshot())
		require.Nil(t, found.Snapshot().Notes)
		require.Nil(t, found.Snapshot().Classifier)
		require.Empty(t, found.Snapshot().Targets)
	})
}

func TestASaveOfAnOldVersionIsStale(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		d := w.insert(t, fresh(t, team, 1, t0))
		first, err := w.docs.Find(t.Context(), team, d.ID())
		require.NoError(t, err)
		second, err := w.docs.Find(t.Context(), team, d.ID())
		require.NoError(t, err)
		for _, c := range []*document.Document{first, second} {
			require.NoError(t, c.Describe(document.Changes{Notes: document.Text{Set: true, Value: ptr("mine")}}, t0))
		}
		other := w.insert(t, fresh(t, team, 2, t0))
		require.NoError(t, other.Describe(document.Changes{Type: ptr(document.Invoice)}, t0))
		require.NoError(t, w.docs.Save(t.Context(), []*document.Document{first}))
		require.Equal(t, fault.StaleVersion(), w.docs.Save(t.Context(), []*document.Document{other, second}))
		found, err := w.docs.Find(t.Context(), team, other.ID())
		require.NoError(t, err)
		require.Equal(t, document.Other, found.Snapshot().Type, "the whole save is undone")
	})
}

func TestErrorsAndPanicsRollBack(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		boom := errors.New("boom")
		d := w.insert(t, fresh(t, team, 1, t0))
		dirty := func(ctx context.Context) {
			_, err := w.docs.Insert(ctx, fresh(t, team, 2, t0))
			require.NoError(t, err)
			require.NoError(t, w.usage.Add(ctx, team, 55))
			locked, err := w.docs.Lock(ctx, team, []document.ID{d.ID()})
			require.NoError(t, err)
			require.NoError(t, locked[0].Delete(t0))
			require.NoError(t, w.docs.Save(ctx, locked))
		}
		clean := func() {
			_, err := w.docs.Find(t.Context(), team, d.ID())
			require.NoError(t, err)
			same, err := w.docs.SameBytes(t.Context(), team, digest(2))
			require.NoError(t, err)
			require.Zero(t, same)
			stored, err := w.usage.Stored(t.Context(), team)
			require.NoError(t, err)
			require.Zero(t, stored)
		}
		require.ErrorIs(t, w.tx.InTx(t.Context(), func(ctx context.Context) error {
			dirty(ctx)
			return boom
		}), boom)
		clean()
		require.PanicsWithValue(t, "boom", func() {
			_ = w.tx.InTx(t.Context(), func(ctx context.Context) error {
				dirty(ctx)
				panic("boom")
			})
		})
		clean()
		require.NoError(t, w.tx.InTx(t.Context(), func(ctx context.Context) error {
			require.ErrorIs(t, w.tx.InTx(ctx, func(ctx context.Context) error {
				dirty(ctx)
				return boom
			}), boom)
			return nil
		}))
		clean()
	})
}

func TestLockMakesOthersWait(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		d := w.insert(t, fresh(t, team, 1, t0))
		// Each adds a letter to the text that it read under the lock; no letter may be lost.
		const writers = 8
		failed := make(chan error, writers)
		for range writers {
			go func() {
				failed <- w.tx.InTx(t.Context(), func(ctx context.Context) error {
					locked, err := w.docs.Lock(ctx, team, []document.ID{d.ID()})
					if err != nil {
						return err
					}
					doc := locked[0]
					notes := "x"
					if have := doc.Snapshot().Notes; have != nil {
						notes += *have
					}
					if err := doc.Describe(document.Changes{Notes: document.Text{Set: true, Value: &notes}}, t0); err != nil {
						return err
					}
					return w.docs.Save(ctx, []*document.Document{doc})
				})
			}()
		}
		for range writers {
			require.NoError(t, <-failed)
		}
		found, err := w.docs.Find(t.Context(), team, d.ID())
		require.NoError(t, err)
		require.Equal(t, "xxxxxxxx", *found.Snapshot().Notes)
		require.Equal(t, int64(1+writers), found.Version())
	})
}

func TestSameBytesIsTheOldest(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		a, b := w.insert(t, fresh(t, team, 1, t0)), w.insert(t, fresh(t, team, 1, t0))
		require.NotEqual(t, a.ID(), b.ID(), "the store allows equal bytes")
		same, err := w.docs.SameBytes(t.Context(), team, digest(1))
		require.NoError(t, err)
		require.Equal(t, a.ID(), same)
		w.change(t, team, a.ID(), func(d *document.Document) error { return d.Delete(t0) })
		same, err = w.docs.SameBytes(t.Context(), team, digest(1))
		require.NoError(t, err)
		require.Equal(t, b.ID(), same)
	})
}

func TestInUse(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.insert(t, fresh(t, team, 1, t0))
		late, early := w.insert(t, fresh(t, team, 2, t0)), w.insert(t, fresh(t, team, 3, t0))
		w.insert(t, fresh(t, foreign, 4, t0))
		w.change(t, team, late.ID(), func(d *document.Document) error { return d.Delete(t0) })
		w.change(t, team, early.ID(), func(d *document.Document) error { return d.Delete(t0.Add(-time.Hour)) })
		used, err := w.docs.InUse(t.Context(), team, []document.Digest{digest(5), digest(4), digest(3), digest(2), digest(1), digest(1)}, t0.Add(-time.Minute))
		require.NoError(t, err)
		require.ElementsMatch(t, []document.Digest{digest(2), digest(1)}, used)
	})
}

func TestUsageIsCountedPerTeam(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for of, want := range map[id.Team]int64{team: 0, foreign: 0} {
			got, err := w.usage.Stored(t.Context(), of)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		require.NoError(t, w.usage.Add(t.Context(), team, 100))
		require.NoError(t, w.usage.Add(t.Context(), team, -30))
		require.NoError(t, w.tx.InTx(t.Context(), func(ctx context.Context) error {
			got, err := w.usage.Lock(ctx, team)
			require.NoError(t, err)
			require.Equal(t, int64(70), got)
			got, err = w.usage.Lock(ctx, foreign)
			require.NoError(t, err)
			require.Zero(t, got)
			return nil
		}))
	})
}

// TestEveryFieldSurvives writes all members of the domain and reads them back.
func TestEveryFieldSurvives(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		rapid.Check(t, func(rt *rapid.T) {
			want := anySnapshot(rt)
			d, err := document.Restore(want)
			require.NoError(rt, err)
			stored, err := w.docs.Insert(t.Context(), d)
			require.NoError(rt, err)
			want.ID = stored.ID()
			linked, err := w.docs.Linked(t.Context(), want.Team, stored.ID())
			require.NoError(rt, err)
			require.Equal(rt, want, linked.Snapshot())
		})
	})
}

func anySnapshot(t *rapid.T) document.Snapshot {
	moment := rapid.Custom(func(t *rapid.T) time.Time { return time.UnixMicro(rapid.Int64Range(0, 1<<52).Draw(t, "micros")).UTC() })
	guess := rapid.Custom(func(t *rapid.T) document.Guess {
		return document.Guess{Type: rapid.SampledFrom(document.Types()).Draw(t, "guess"),
			Confidence: document.Confidence(rapid.Int64Range(0, 10_000).Draw(t, "confidence"))}
	})
	text := rapid.StringOf(rapid.RuneFrom([]rune("aÄß'\"\\?%_{}$1:\n\t€😀 ")))
	s := document.Snapshot{
		ID: 1, Team: id.Team(rapid.Int64Range(1, 1<<62).Draw(t, "team")), Type: rapid.SampledFrom(document.Types()).Draw(t, "type"),
		TypeByUser: rapid.Bool().Draw(t, "by user"), Status: rapid.SampledFrom(document.Statuses()).Draw(t, "status"),
		OriginalName: document.CleanName(text.Draw(t, "name")), Media: rapid.SampledFrom(document.Medias()).Draw(t, "media"),
		FileSize: rapid.Int64Range(1, 1<<60).Draw(t, "size"), SHA256: digest(rapid.IntRange(0, 1<<30).Draw(t, "sum")),
		ReferenceNumber: maybe(t, "reference", text.Filter(filled)), Notes: maybe(t, "notes", text.Filter(filled)),
		Targets: []document.Target{}, AI: maybe(t, "ai", guess), PageCount: maybe(t, "pages", rapid.IntRange(0, 500)),
		Claims: rapid.Int64Range(0, 1<<60).Draw(t, "claims"), Losses: rapid.IntRange(0, 3).Draw(t, "losses"),
		CreatedAt: moment.Draw(t, "created"), UpdatedAt: moment.Draw(t, "updated"), DeletedAt: maybe(t, "deleted", moment),
		Version: rapid.Int64Range(1, 1<<60).Draw(t, "version"),
	}
	switch s.Status {
	case document.Processing:
		s.LeaseUntil = ptr(moment.Draw(t, "lease"))
	case document.Failed:
		s.Failure = ptr(rapid.SampledFrom(document.FailureCodes()).Draw(t, "failure"))
	case document.Applied:
		s.AppliedAt = ptr(moment.Draw(t, "applied"))
	case document.Dismissed:
		s.DismissedAt = ptr(moment.Draw(t, "dismissed"))
	}
	for i := range rapid.IntRange(0, 20).Draw(t, "targets") {
		s.Targets = append(s.Targets, document.Target{Kind: rapid.SampledFrom(document.TargetKinds()).Draw(t, "kind"),
			ID: int64(i) + rapid.Int64Range(1, 1<<62).Draw(t, "target")/100*100 + 1, Deleted: rapid.Bool().Draw(t, "gone")})
	}
	s.Classifier = maybe(t, "classifier", rapid.Custom(func(t *rapid.T) document.Classifier {
		return document.Classifier{Method: rapid.SampledFrom(document.Methods()).Draw(t, "method"), Version: "1.2",
			Candidates: rapid.SliceOfN(guess, 0, 3).Draw(t, "candidates")}
	}))
	if c := s.Classifier; c != nil && c.Candidates == nil {
		c.Candidates = []document.Guess{}
	}
	s.Supplier = maybe(t, "supplier", rapid.Custom(func(t *rapid.T) document.Supplier {
		return document.Supplier{ID: rapid.Int64Range(1, 1<<62).Draw(t, "id"), Name: text.Draw(t, "name"), Confidence: 1234}
	}))
	s.Summary = maybe(t, "summary", rapid.Custom(func(t *rapid.T) document.Summary {
		amount := rapid.Custom(func(t *rapid.T) money.Amount {
			return money.FromUnits(rapid.Int64Range(-99_999_999_999_999, 99_999_999_999_999).Draw(t, "units"))
		})
		return document.Summary{Lines: rapid.IntRange(0, 1000).Draw(t, "lines"), Total: maybe(t, "total", amount),
			Currency: maybe(t, "currency", rapid.Just(money.Currency("JPY"))), IssueDate: maybe(t, "date", rapid.Just("2024-02-29"))}
	}))
	s.HasParsedData = s.Summary != nil && s.Summary.Lines > 0
	return s
}

func filled(s string) bool { return s != "" }

func maybe[T any](t *rapid.T, name string, g *rapid.Generator[T]) *T {
	if !rapid.Bool().Draw(t, name+"?") {
		return nil
	}
	return ptr(g.Draw(t, name))
}
