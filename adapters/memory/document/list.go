package document

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/document"
)

// List implements ports.Documents.
func (s *Store) List(ctx context.Context, team id.Team, f ports.Filter, req page.Request) (page.Page[*document.Document], error) {
	defer s.enter(ctx)()
	var all []document.Snapshot
	for _, have := range s.state.docs {
		if have.Team == team && have.DeletedAt == nil && fits(have, f) {
			all = append(all, have)
		}
	}
	slices.SortFunc(all, func(a, b document.Snapshot) int { return compare(req.Order, keyOf(req.Order, a), keyOf(req.Order, b)) })
	out := page.Page[*document.Document]{Items: []*document.Document{}}
	if req.Count {
		total := int64(len(all))
		out.Total = &total
	}
	for _, have := range all {
		key := keyOf(req.Order, have)
		if req.After != nil && compare(req.Order, key, req.After) <= 0 {
			continue
		}
		if len(out.Items) == req.Limit {
			last := out.Items[req.Limit-1].Snapshot()
			out.Next = keyOf(req.Order, last)
			break
		}
		d, err := document.Restore(have)
		if err != nil {
			return page.Page[*document.Document]{}, err
		}
		out.Items = append(out.Items, d)
	}
	return out, nil
}

// CountOf implements ports.Documents.
func (s *Store) CountOf(ctx context.Context, team id.Team, kind document.TargetKind, targets []int64) (map[int64]int64, error) {
	defer s.enter(ctx)()
	out := map[int64]int64{}
	for _, have := range s.state.docs {
		if have.Team != team || have.DeletedAt != nil {
			continue
		}
		for _, t := range have.Targets {
			if t.Kind == kind && slices.Contains(targets, t.ID) {
				out[t.ID]++
			}
		}
	}
	return out, nil
}

func keyOf(order []page.By, s document.Snapshot) page.Key {
	key := page.Key{}
	for _, by := range order {
		key = append(key, value(by.Field, s))
	}
	return append(key, int64(s.ID))
}

func value(field string, s document.Snapshot) any {
	switch field {
	case ports.SortCreatedAt:
		return s.CreatedAt.UnixMicro()
	case ports.SortUpdatedAt:
		return s.UpdatedAt.UnixMicro()
	case ports.SortOriginalName:
		return fold(s.OriginalName)
	case ports.SortFileSize:
		return s.FileSize
	case ports.SortConfidence:
		if s.AI == nil {
			return nil
		}
		return int64(s.AI.Confidence)
	}
	return int64(s.ID)
}

// compare orders keys: nulls last in both directions, the id breaks ties in the
// direction of the last field.
func compare(order []page.By, a, b page.Key) int {
	for i := range a {
		desc := len(order) > 0 && order[min(i, len(order)-1)].Desc
		if c := compareValues(a[i], b[i], desc); c != 0 {
			return c
		}
	}
	return 0
}

func compareValues(a, b any, desc bool) int {
	if a == nil || b == nil {
		switch {
		case a == nil && b == nil:
			return 0
		case a == nil:
			return 1
		}
		return -1
	}
	var c int
	switch x := a.(type) {
	case string:
		y, _ := b.(string)
		c = strings.Compare(x, y)
	case int64:
		y, _ := b.(int64)
		c = cmp.Compare(x, y)
	}
	if desc {
		return -c
	}
	return c
}

func fits(s document.Snapshot, f ports.Filter) bool {
	return oneOf(f.Types, s.Type) && oneOf(f.Statuses, s.Status) && oneOf(f.Medias, s.Media) &&
		(len(f.AITypes) == 0 || (s.AI != nil && slices.Contains(f.AITypes, s.AI.Type))) &&
		(f.HasParsedData == nil || *f.HasParsedData == s.HasParsedData) &&
		(len(f.SupplierIDs) == 0 || (s.Supplier != nil && slices.Contains(f.SupplierIDs, s.Supplier.ID))) &&
		(len(f.References) == 0 || (s.ReferenceNumber != nil && slices.Contains(f.References, *s.ReferenceNumber))) &&
		(f.ConfidenceBelow == nil || (s.AI != nil && s.AI.Confidence < *f.ConfidenceBelow)) &&
		fitsTargets(s, f) && fitsText(s, f.Q) &&
		within(&s.CreatedAt, f.CreatedFrom, f.CreatedTo) && within(s.AppliedAt, f.AppliedFrom, f.AppliedTo) &&
		(f.FileSizeFrom == nil || s.FileSize >= *f.FileSizeFrom) && (f.FileSizeTo == nil || s.FileSize <= *f.FileSizeTo)
}

func fitsTargets(s document.Snapshot, f ports.Filter) bool {
	if len(f.TargetKinds) == 0 && len(f.TargetIDs) == 0 {
		return true
	}
	return slices.ContainsFunc(s.Targets, func(t document.Target) bool {
		return oneOf(f.TargetKinds, t.Kind) && oneOf(f.TargetIDs, t.ID)
	})
}

func fitsText(s document.Snapshot, q string) bool {
	if q == "" {
		return true
	}
	text := s.OriginalName
	for _, more := range []*string{s.ReferenceNumber, s.Notes} {
		if more != nil {
			text += "\n" + *more
		}
	}
	return strings.Contains(fold(text), fold(q))
}

func within(t, from, to *time.Time) bool {
	if from == nil && to == nil {
		return true
	}
	return t != nil && (from == nil || !t.Before(*from)) && (to == nil || !t.After(*to))
}

func oneOf[T comparable](wanted []T, have T) bool {
	return len(wanted) == 0 || slices.Contains(wanted, have)
}

func fold(s string) string { return cases.Fold().String(norm.NFC.String(s)) }
