package inventory_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	annotationstore "sellingassistant/adapters/persistence/annotation"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/annotation"
	domain "sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/test/stores"
)

// marksOf returns the tags and notes of a store.
func marksOf(s *db.Store) *annotation.Marks {
	return annotation.NewMarks(annotationstore.NewMarks(s), annotationstore.NewTags(s))
}

// every maps a tag to the distance between the records that have it.
var every = map[int64]int64{1: 2, 2: 3, 3: 97, 4: 100_000}

// tagsOf returns the tags of a record in tests of lists.
func tagsOf(record int64) (out []int64) {
	for _, tag := range []int64{1, 2, 3, 4} {
		if record%every[tag] == 0 {
			out = append(out, tag)
		}
	}
	return out
}

// hasTags applies a filter by tags.
func hasTags(record int64, f mark.Filter) bool {
	has := func(tag int64) bool { return slices.Contains(tagsOf(record), tag) }
	return (len(f.Any) == 0 || slices.ContainsFunc(f.Any, has)) && !slices.ContainsFunc(f.All, func(tag int64) bool { return !has(tag) })
}

// tagFilters lists filters by tags that many, few and no records pass.
var tagFilters = []mark.Filter{
	{Any: []int64{1}}, {Any: []int64{3}}, {Any: []int64{4}}, {Any: []int64{1, 2}}, {All: []int64{2, 1, 2}}, {All: []int64{1, 3}}, {All: []int64{1, 4}},
	{Any: []int64{2, 3}, All: []int64{1}}, {Any: []int64{9}},
}

// tagAll makes the tags and gives them to records, and one of them to records of
// another kind.
func tagAll(t *testing.T, s *db.Store, team id.Team, kind mark.Kind, records []int64) {
	t.Helper()
	links := map[int64][]domain.TagID{}
	for _, record := range records {
		for _, tag := range tagsOf(record) {
			links[record] = append(links[record], domain.TagID(tag))
		}
	}
	other := map[int64][]domain.TagID{records[0]: {1, 2, 3, 4}}
	store := annotationstore.NewTags(s)
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		for _, name := range []string{"one", "two", "three", "four"} {
			if _, err := s.Hot(ctx).Exec(ctx, "INSERT INTO annotation_tags (team_id, version, created_at, updated_at, name, name_key) VALUES ($1, 1, 0, 0, $2, $2)",
				int64(team), name); err != nil {
				return err
			}
		}
		if err := store.Relink(ctx, team, mark.Document, other); err != nil {
			return err
		}
		return store.Relink(ctx, team, kind, links)
	}))
	stores.Analyze(t, s)
}
