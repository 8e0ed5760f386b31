package document_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/test/tier"
)

// crowd fills a store with documents that differ in every listed member, with many ties. It returns
// the team's live documents.
func crowd(t *testing.T, w *world) []document.Snapshot {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"Äpfel.pdf", "äpfel.pdf", "Zebra_1.csv", "zebra%1.csv", "STRASSE.txt", "straße.txt", "b.xml", "B.png"}
	var live []document.Snapshot
	require.NoError(t, w.tx.InTx(t.Context(), func(ctx context.Context) error {
		live = nil
		for n := range 120 {
			t := team
			if n%10 == 9 {
				t = foreign
			}
			at := t0.Add(time.Duration(r.IntN(20)) * time.Second)
			up := document.Upload{Team: t, Name: names[r.IntN(len(names))], Media: document.Medias()[r.IntN(9)],
				FileSize: int64(1 + r.IntN(15)), SHA256: digest(n)}
			if r.IntN(2) == 0 {
				up.Type = ptr(document.Types()[r.IntN(11)])
			}
			if r.IntN(3) == 0 {
				up.ReferenceNumber = ptr(fmt.Sprintf("R-%d", r.IntN(5)))
			}
			if r.IntN(3) == 0 {
				up.Notes = ptr([]string{"Second DELIVERY", "100% sure", "under_score", "straße"}[r.IntN(4)])
			}
			for range r.IntN(3) {
				up.Targets = append(up.Targets, document.Target{Kind: document.TargetKinds()[r.IntN(6)], ID: int64(1 + r.IntN(4))})
			}
			d, err := document.New(up, at)
			if err != nil {
				return err
			}
			if d, err = w.docs.Insert(ctx, d); err != nil {
				return err
			}
			if err := age(d, r); err != nil {
				return err
			}
			if d.Version() > 1 {
				if err := w.docs.Save(ctx, []*document.Document{d}); err != nil {
					return err
				}
			}
			if s := d.Snapshot(); s.Team == team && s.DeletedAt == nil {
				live = append(live, s)
			}
		}
		return nil
	}))
	require.Greater(t, len(live), 80)
	return live
}

// age lets a worker and a user do something with a document, or nothing.
func age(d *document.Document, r *rand.Rand) error {
	now := t0.Add(time.Duration(r.IntN(10)) * time.Minute)
	read, gone := r.IntN(4) > 0, r.IntN(8) == 0
	if !read && !gone {
		return nil
	}
	return state(func(s *document.Snapshot) {
		s.UpdatedAt = now
		if read {
			grow(s, r, now)
		}
		if gone {
			s.DeletedAt = &now
		}
	})(d)
}

func grow(s *document.Snapshot, r *rand.Rand, now time.Time) {
	s.Status, s.Classifier = document.Ready, &document.Classifier{Method: document.ByModel, Version: "1", Candidates: []document.Guess{}}
	if r.IntN(3) > 0 {
		s.AI = &document.Guess{Type: document.Types()[r.IntN(11)], Confidence: document.Confidence(2500 * r.IntN(5))}
		if s.AI.Confidence >= 6000 && !s.TypeByUser {
			s.Type = s.AI.Type
		}
	}
	if r.IntN(2) > 0 {
		s.Summary = &document.Summary{Lines: r.IntN(3)}
		s.HasParsedData = s.Summary.Lines > 0
	}
	if r.IntN(3) == 0 {
		s.Supplier = &document.Supplier{ID: int64(1 + r.IntN(3)), Name: "S", Confidence: 9000}
	}
	switch r.IntN(4) {
	case 0:
		s.Status, s.AppliedAt = document.Applied, &now
	case 1:
		s.Status, s.DismissedAt = document.Dismissed, &now
	}
}

func order(fields ...string) []page.By {
	var out []page.By
	for _, f := range fields {
		name, desc := strings.CutPrefix(f, "-")
		out = append(out, page.By{Field: name, Desc: desc})
	}
	return out
}

// walk reads all pages and returns the ids in the order they came.
func walk(t *testing.T, w *world, f document.Filter, limit int, bies []page.By) []document.ID {
	t.Helper()
	ids := []document.ID{}
	req := page.Request{Limit: limit, Order: bies, Count: true}
	for {
		p, err := w.docs.List(t.Context(), team, f, req)
		require.NoError(t, err)
		require.LessOrEqual(t, len(p.Items), limit)
		for _, d := range p.Items {
			ids = append(ids, d.ID())
		}
		if p.Next == nil {
			require.Equal(t, int64(len(ids)), *p.Total)
			return ids
		}
		require.Len(t, p.Items, limit)
		req.After = p.Next
	}
}

func TestListFiltersAgainstBruteForce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		live := crowd(t, w)
		folded := func(s document.Snapshot) string {
			text := strings.ToLower(s.OriginalName)
			for _, more := range []*string{s.ReferenceNumber, s.Notes} {
				if more != nil {
					text += "|" + strings.ToLower(*more)
				}
			}
			return strings.ReplaceAll(text, "ß", "ss")
		}
		at := func(s int) *time.Time { return ptr(t0.Add(time.Duration(s) * time.Second)) }
		has := func(s document.Snapshot, fits func(document.Target) bool) bool {
			return slices.ContainsFunc(s.Targets, fits)
		}
		for name, c := range map[string]struct {
			filter document.Filter
			want   func(s document.Snapshot) bool
		}{
			"none":       {document.Filter{}, func(document.Snapshot) bool { return true }},
			"type":       {document.Filter{Types: []document.Type{"other", "invoice"}}, func(s document.Snapshot) bool { return s.Type == "other" || s.Type == "invoice" }},
			"ai type":    {document.Filter{AITypes: []document.Type{"other", "receipt"}}, func(s document.Snapshot) bool { return s.AI != nil && (s.AI.Type == "other" || s.AI.Type == "receipt") }},
			"status":     {document.Filter{Statuses: []document.Status{"applied", "dismissed"}}, func(s document.Snapshot) bool { return s.Status == "applied" || s.Status == "dismissed" }},
			"media":      {document.Filter{Medias: []document.Media{document.CSV}}, func(s document.Snapshot) bool { return s.Media == "text/csv" }},
			"parsed":     {document.Filter{HasParsedData: ptr(true)}, func(s document.Snapshot) bool { return s.HasParsedData }},
			"not parsed": {document.Filter{HasParsedData: ptr(false)}, func(s document.Snapshot) bool { return !s.HasParsedData }},
			"supplier":   {document.Filter{SupplierIDs: []int64{1, 3}}, func(s document.Snapshot) bool { return s.Supplier != nil && s.Supplier.ID != 2 }},
			"reference": {document.Filter{References: []string{"R-1", "R-4", "r-2"}}, func(s document.Snapshot) bool {
				return s.ReferenceNumber != nil && (*s.ReferenceNumber == "R-1" || *s.ReferenceNumber == "R-4")
			}},
			"confidence":  {document.Filter{ConfidenceBelow: ptr(document.Confidence(5000))}, func(s document.Snapshot) bool { return s.AI != nil && s.AI.Confidence < 5000 }},
			"target kind": {document.Filter{TargetKinds: []document.TargetKind{"sku"}}, func(s document.Snapshot) bool { return has(s, func(t document.Target) bool { return t.Kind == "sku" }) }},
			"target id":   {document.Filter{TargetIDs: []int64{2}}, func(s document.Snapshot) bool { return has(s, func(t document.Target) bool { return t.ID == 2 }) }},
			"target": {document.Filter{TargetKinds: []document.TargetKind{"sku", "listing"}, TargetIDs: []int64{1, 2}}, func(s document.Snapshot) bool {
				return has(s, func(t document.Target) bool { return (t.Kind == "sku" || t.Kind == "listing") && t.ID <= 2 })
			}},
			"q name":       {document.Filter{Q: "ÄPF"}, func(s document.Snapshot) bool { return strings.Contains(folded(s), "äpf") }},
			"q notes":      {document.Filter{Q: "delivery"}, func(s document.Snapshot) bool { return strings.Contains(folded(s), "delivery") }},
			"q reference":  {document.Filter{Q: "r-3"}, func(s document.Snapshot) bool { return strings.Contains(folded(s), "r-3") }},
			"q percent":    {document.Filter{Q: "0%"}, func(s document.Snapshot) bool { return strings.Contains(folded(s), "0%") }},
			"q underscore": {document.Filter{Q: "_"}, func(s document.Snapshot) bool { return strings.Contains(folded(s), "_") }},
			"q sharp s":    {document.Filter{Q: "STRASSE"}, func(s document.Snapshot) bool { return strings.Contains(folded(s), "strasse") }},
			"q quote":      {document.Filter{Q: "' OR 1=1 --"}, func(document.Snapshot) bool { return false }},
			"applied from": {document.Filter{AppliedFrom: at(60)}, func(s document.Snapshot) bool { return s.AppliedAt != nil && !s.AppliedAt.Before(*at(60)) }},
			"applied to":   {document.Filter{AppliedTo: at(240)}, func(s document.Snapshot) bool { return s.AppliedAt != nil && !s.AppliedAt.After(*at(240)) }},
			"size":         {document.Filter{FileSizeFrom: ptr(int64(4)), FileSizeTo: ptr(int64(9))}, func(s document.Snapshot) bool { return s.FileSize >= 4 && s.FileSize <= 9 }},
			"empty range":  {document.Filter{FileSizeFrom: ptr(int64(9)), FileSizeTo: ptr(int64(4))}, func(document.Snapshot) bool { return false }},
			"several": {document.Filter{Statuses: []document.Status{"ready", "applied"}, HasParsedData: ptr(false), Q: ".pdf"}, func(s document.Snapshot) bool {
				return (s.Status == "ready" || s.Status == "applied") && !s.HasParsedData && strings.Contains(folded(s), ".pdf")
			}},
			"known only to": {document.Filter{SupplierIDs: []int64{99}}, func(document.Snapshot) bool { return false }},
		} {
			t.Run(name, func(t *testing.T) {
				want := []document.ID{}
				for _, s := range live {
					if c.want(s) {
						want = append(want, s.ID)
					}
				}
				require.ElementsMatch(t, want, walk(t, w, c.filter, 7, order("-created_at")))
			})
		}
	})
}

func TestListOrders(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		live := crowd(t, w)
		lower := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "ß", "ss") }
		byField := map[string]func(a, b document.Snapshot) int{
			"created_at":    func(a, b document.Snapshot) int { return a.CreatedAt.Compare(b.CreatedAt) },
			"updated_at":    func(a, b document.Snapshot) int { return a.UpdatedAt.Compare(b.UpdatedAt) },
			"original_name": func(a, b document.Snapshot) int { return strings.Compare(lower(a.OriginalName), lower(b.OriginalName)) },
			"file_size":     func(a, b document.Snapshot) int { return cmp.Compare(a.FileSize, b.FileSize) },
		}
		for _, fields := range [][]string{
			{"-created_at"}, {"created_at"}, {"updated_at"}, {"-updated_at"}, {"original_name"}, {"-original_name"}, {"file_size"},
			{"-file_size"}, {"ai_confidence"}, {"-ai_confidence"}, {"original_name", "-file_size"}, {"-ai_confidence", "created_at"}, {"file_size", "ai_confidence"},
		} {
			bies := order(fields...)
			want := slices.Clone(live)
			slices.SortFunc(want, func(a, b document.Snapshot) int {
				for _, o := range bies {
					if o.Field == "ai_confidence" {
						switch {
						case a.AI == nil && b.AI == nil:
							continue
						case a.AI == nil:
							return 1
						case b.AI == nil:
							return -1
						}
					}
					compare := byField[o.Field]
					if o.Field == "ai_confidence" {
						compare = func(a, b document.Snapshot) int { return cmp.Compare(a.AI.Confidence, b.AI.Confidence) }
					}
					c := compare(a, b)
					if o.Desc {
						c = -c
					}
					if c != 0 {
						return c
					}
				}
				if bies[len(bies)-1].Desc {
					return cmp.Compare(b.ID, a.ID)
				}
				return cmp.Compare(a.ID, b.ID)
			})
			ids := []document.ID{}
			for _, s := range want {
				ids = append(ids, s.ID)
			}
			for _, limit := range tier.Of([]int{13, 200}, []int{1, 13, 200}) {
				require.Equal(t, ids, walk(t, w, document.Filter{}, limit, bies), "%v, %d a page", fields, limit)
				// The same through the statement of filtered lists.
				require.Equal(t, ids, walk(t, w, document.Filter{FileSizeFrom: ptr(int64(0))}, limit, bies), "%v, %d a page, filtered", fields, limit)
			}
		}
	})
}

func TestPagesStandStillWhileRowsComeAndGo(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		var ids []document.ID
		for n := range 20 {
			ids = append(ids, w.insert(t, fresh(t, team, n, t0.Add(time.Duration(n)*time.Second))).ID())
		}
		req := page.Request{Limit: 5, Order: order("-created_at")}
		var seen []document.ID
		for n := 0; ; n++ {
			p, err := w.docs.List(t.Context(), team, document.Filter{}, req)
			require.NoError(t, err)
			require.Nil(t, p.Total)
			for _, d := range p.Items {
				seen = append(seen, d.ID())
			}
			if p.Next == nil {
				break
			}
			req.After = p.Next
			// A newer document comes, and a shown document goes.
			w.insert(t, fresh(t, team, 100+n, t0.Add(time.Hour)))
			w.change(t, team, seen[0], func(d *document.Document) error {
				if n > 0 {
					return d.Describe(document.Changes{Type: ptr(document.Types()[n%11])}, t0.Add(time.Duration(n)*time.Second))
				}
				return d.Describe(document.Changes{Notes: document.Text{Set: true, Value: ptr("seen")}}, t0)
			})
		}
		slices.Reverse(ids)
		require.Equal(t, ids, seen)
	})
}
