package inventory_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/test/stores"
)

func TestASyncFindsListings(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		w.products[9] = ports.ListingProduct{}
		draft := wantedDraft("draft")
		draft.Offer.Product, draft.Offer.Attributes = optional.Some(int64(9)), `{"a":[1]}`
		made := w.create(t, listings.CreateListings{Items: []listings.NewListing{draft}})[0].ID
		w.clock.advance(time.Minute)
		w.live(t, 1, "draft", "new")
		got := w.get(t, made)
		require.Equal(t, inventory.ListingLive, got.Kind)
		require.Equal(t, inventory.ListingIsLive, got.Status)
		require.Equal(t, optional.Some(int64(9)), got.Offer.Product)
		require.Equal(t, `{"a":[1]}`, got.Offer.Attributes)
		require.Equal(t, inventory.SourceAPI, got.Source.Kind)
		require.EqualValues(t, 2, got.Version)
		require.Equal(t, []string{fmt.Sprintf("created %d cli", made), fmt.Sprintf("went_live %d job", made)}, w.lines(t))

		list, err := w.app.List(t.Context(), w.who, listings.ListingFilter{SKUs: []string{"new"}}, page.Request{Limit: 10, Order: []page.By{{Field: "sku"}}})
		require.NoError(t, err)
		require.Equal(t, inventory.SourceSync, list.Items[0].Source.Kind)

		// The same again changes nothing; seen is not a change.
		w.clock.advance(time.Minute)
		w.live(t, 2, "draft")
		again := w.get(t, made)
		require.EqualValues(t, 2, again.Version)
		require.EqualValues(t, 2, again.Seen.Run)
		require.Equal(t, got.UpdatedAt, again.UpdatedAt)
		require.Len(t, w.lines(t), 2)
	})
}

func TestASyncMissesListings(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w, ctx := openListings(t, s), t.Context()
		ids := w.drafts(t, "draft", "lost", "late", "accepted")
		require.NoError(t, w.sending.Begin(ctx, w.who, ids[1], 1))
		w.live(t, 1, "seen", "gone", "b")
		u := ports.Unseen{Team: listingTeam, Seller: "A1", Marketplace: marketplace.US, Run: 2, Started: w.clock.Now().Add(time.Minute), At: w.clock.Now().Add(time.Hour)}
		w.clock.advance(2 * time.Minute)
		w.live(t, 2, "seen")
		// Sent, and accepted, while the run went on.
		require.NoError(t, w.sending.Begin(ctx, w.who, ids[2], 1))
		require.NoError(t, w.sending.Begin(ctx, w.who, ids[3], 1))
		require.NoError(t, w.sending.Settle(ctx, w.who, ids[3], listings.ListingAnswer{Result: inventory.SubmissionAccepted, Submission: "s1"}))
		skus, err := w.listings.Unseen(ctx, u, 10)
		require.NoError(t, err)
		require.Equal(t, []string{"b", "gone", "lost"}, skus)
		skus, err = w.listings.Unseen(ctx, u, 1)
		require.NoError(t, err)
		require.Equal(t, []string{"b"}, skus)
		foreign := u
		foreign.Team = listingOther
		n, err := w.intake.RemoveUnseen(ctx, foreign, []string{"gone"})
		require.NoError(t, err)
		require.Zero(t, n)

		w.live(t, 2, "b") // looked for by its name
		n, err = w.intake.RemoveUnseen(ctx, u, []string{"gone", "b", "lost", "draft", "late", "accepted", "seen", "unknown"})
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Equal(t, inventory.ListingReady, w.get(t, ids[1]).Status, "the offer never arrived")
		require.Equal(t, inventory.ListingSubmitting, w.get(t, ids[2]).Status)
		require.Equal(t, inventory.ListingIsLive, w.get(t, ids[3]).Status)
		left, err := w.app.List(ctx, w.who, listings.ListingFilter{Kinds: []inventory.ListingKind{inventory.ListingLive}}, page.Request{Limit: 10, Order: []page.By{{Field: "sku"}}})
		require.NoError(t, err)
		var names []string
		for _, l := range left.Items {
			names = append(names, l.Key.SKU)
		}
		require.Equal(t, []string{"accepted", "b", "seen"}, names)
		w.drafts(t, "gone")
	})
}

func TestSendingADraft(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w, ctx := openListings(t, s), t.Context()
		made := w.drafts(t, "one")[0]
		key := inventory.ListingKey{Seller: "A1", Marketplace: marketplace.US, SKU: "one"}
		found, ok, err := w.sending.Sendable(ctx, listingTeam, key)
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, w.get(t, made), found)
		for name, k := range map[string]inventory.ListingKey{
			"another account": {Seller: "A2", Marketplace: marketplace.US, SKU: "one"}, "another shop": {Seller: "A1", Marketplace: shopDE, SKU: "one"},
		} {
			_, ok, err = w.sending.Sendable(ctx, listingTeam, k)
			require.NoError(t, err)
			require.False(t, ok, name)
		}
		_, ok, err = w.sending.Sendable(ctx, listingOther, key)
		require.NoError(t, err)
		require.False(t, ok)

		for _, err := range []error{w.sending.Begin(ctx, w.who, made, 2), w.sending.Begin(ctx, w.who, 999, 1)} {
			require.True(t, fault.Is(err, "conflict"))
		}
		require.NoError(t, w.sending.Begin(ctx, w.who, made, 1))
		_, ok, err = w.sending.Sendable(ctx, listingTeam, key)
		require.NoError(t, err)
		require.False(t, ok, "the call may still run")
		require.NoError(t, w.sending.Settle(ctx, w.who, made, listings.ListingAnswer{Result: inventory.SubmissionPending}))
		_, ok, err = w.sending.Sendable(ctx, listingTeam, key)
		require.NoError(t, err)
		require.True(t, ok, "an unknown outcome may be asked for again")
		require.NoError(t, w.sending.Begin(ctx, w.who, made, 3))
		require.NoError(t, w.sending.Settle(ctx, w.who, made, listings.ListingAnswer{}))
		require.Equal(t, inventory.ListingReady, w.get(t, made).Status)
		require.NoError(t, w.sending.Begin(ctx, w.who, made, 5))
		no := []inventory.ListingIssue{{Code: "1", Severity: inventory.IssueError, Message: "No."}}
		require.NoError(t, w.sending.Settle(ctx, w.who, made, listings.ListingAnswer{Result: inventory.SubmissionInvalid, Submission: "s1", Issues: no}))
		got := w.get(t, made)
		require.Equal(t, inventory.ListingRejected, got.Status)
		require.Equal(t, no, got.Issues)
		require.NoError(t, w.sending.Settle(ctx, w.who, made, listings.ListingAnswer{Result: inventory.SubmissionAccepted}), "settled already")
		require.NoError(t, w.sending.Settle(ctx, w.who, 999, listings.ListingAnswer{Result: inventory.SubmissionAccepted}), "gone")
		require.Equal(t, got, w.get(t, made))
		var verbs []string
		for _, line := range w.lines(t) {
			var verb string
			_, err := fmt.Sscan(line, &verb)
			require.NoError(t, err)
			verbs = append(verbs, verb)
		}
		require.Equal(t, []string{"created", "sent", "left_open", "sent", "called_off", "sent", "refused"}, verbs)
	})
}

// Random walks of one SKU through the use cases, next to the table.
func TestListingsWalkAsTheTableSays(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		walks := 0
		rapid.Check(t, func(rt *rapid.T) {
			walks++
			sku := fmt.Sprintf("walk-%d", walks)
			key := inventory.ListingKey{Seller: "A1", Marketplace: marketplace.US, SKU: sku}
			var state inventory.ListingStatus
			var listing inventory.ListingID
			run := int64(1)
			for range rapid.IntRange(1, 12).Draw(rt, "steps") {
				w.clock.advance(3 * time.Minute)
				event := rapid.SampledFrom([]inventory.ListingEvent{
					inventory.ListingFaulty, inventory.ListingSound, inventory.ListingSent, inventory.ListingAccepted, inventory.ListingRefused,
					inventory.ListingCalledOff, inventory.ListingObserved, inventory.ListingMissed, inventory.ListingDeleted,
				}).Draw(rt, "event")
				next, legal := state.Next(event)
				version := int64(0)
				if state != "" {
					version = w.get(t, listing).Version
				}
				var err error
				switch event {
				case inventory.ListingFaulty, inventory.ListingSound:
					item := wantedDraft(sku)
					if event == inventory.ListingFaulty {
						item.Offer.Price = optional.None[money.Amount]()
					}
					r := w.create(t, listings.CreateListings{Replace: true, Items: []listings.NewListing{item}})[0]
					if r.Err != nil {
						err = r.Err
					} else {
						listing = r.ID
					}
				case inventory.ListingObserved:
					run++
					w.live(t, run, sku)
				case inventory.ListingMissed:
					u := ports.Unseen{Team: listingTeam, Seller: "A1", Marketplace: marketplace.US, Run: run + 1, Started: w.clock.Now(), At: w.clock.Now()}
					_, err = w.intake.RemoveUnseen(t.Context(), u, []string{sku})
					legal = true // skips answers about other listings
				case inventory.ListingDeleted:
					err = w.app.Delete(t.Context(), w.who, max(listing, 1<<40*inventory.ListingID(btoi(state == ""))), nil)
				case inventory.ListingSent:
					err = w.sending.Begin(t.Context(), w.who, max(listing, 1), version)
				default:
					legal = true // skips answers for settled listings
					err = w.sending.Settle(t.Context(), w.who, max(listing, 1), map[inventory.ListingEvent]listings.ListingAnswer{
						inventory.ListingAccepted:  {Result: inventory.SubmissionAccepted},
						inventory.ListingRefused:   {Result: inventory.SubmissionInvalid},
						inventory.ListingCalledOff: {},
					}[event])
				}
				require.Equal(rt, legal, err == nil, "%s %s: %v", state, event, err)
				state = next
				existing, err := w.listings.Existing(t.Context(), listingTeam, []inventory.ListingKey{key})
				require.NoError(rt, err)
				if state == "" {
					require.Empty(rt, existing)
					continue
				}
				listing = existing[key]
				require.Equal(rt, state, w.get(t, listing).Status)
			}
		})
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
