package notes_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/annotation"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/audit"
)

func named(name string) annotation.TagPatch { return annotation.TagPatch{Name: optional.Put(name)} }

func (w world) tag(t *testing.T, name string) annotation.TagID {
	t.Helper()
	made, err := w.tags.Create(t.Context(), us, named(name))
	require.NoError(t, err)
	return made.ID
}

func add(kind mark.Kind, records []int64, tags ...annotation.TagID) app.TagRecords {
	return app.TagRecords{Kind: kind, Records: records, Tagging: annotation.Tagging{Add: tags}}
}

func TestATagIsMadeAndChanged(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		made, err := w.tags.Create(ctx, us, annotation.TagPatch{Name: optional.Put(" Sale "), Color: optional.Put("#AbCdEf")})
		require.NoError(t, err)
		require.Equal(t, annotation.TagValues{Name: "Sale", Color: optional.Some("#abcdef")}, made.Values)
		for pointer, p := range map[string]annotation.TagPatch{
			"/name":  {Name: optional.Put(strings.Repeat("a", 51))},
			"/color": {Name: optional.Put("a"), Color: optional.Put("#abcdeg")},
		} {
			_, err := w.tags.Create(ctx, us, p)
			refused(t, err, fault.CodeValidationFailed, pointer)
		}
		_, err = w.tags.Create(ctx, us, annotation.TagPatch{})
		refused(t, err, fault.CodeValidationFailed, "/name")
		_, err = w.tags.Create(ctx, us, named("SALE"))
		refused(t, err, fault.CodeDuplicate, "/name")
		_, err = w.tags.Create(ctx, them, named("sale"))
		require.NoError(t, err, "another team has names of its own")
		changed, err := w.tags.Update(ctx, us, made.ID, annotation.TagPatch{Color: optional.Clear[string]()}, &made.Version)
		require.NoError(t, err)
		require.Equal(t, annotation.TagValues{Name: "Sale"}, changed.Values)
		require.Equal(t, int64(2), changed.Version)
		_, err = w.tags.Update(ctx, us, made.ID, named("Other"), &made.Version)
		refused(t, err, fault.CodePreconditionFailed, "")
		_, err = w.tags.Update(ctx, them, made.ID, named("Other"), nil)
		refused(t, err, fault.CodeNotFound, "")
		require.NoError(t, w.tags.Delete(ctx, us, made.ID, nil))
		_, err = w.tags.Create(ctx, us, named("Sale"))
		require.NoError(t, err, "the name of a deleted tag is free")
	})
}

func TestOfTwoAtOnceOneGetsAName(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const writers = 8
		errs := make([]error, writers)
		var g sync.WaitGroup
		for i := range writers {
			g.Go(func() { _, errs[i] = w.tags.Create(t.Context(), us, named("Same")) })
		}
		g.Wait()
		made := 0
		for _, err := range errs {
			if err == nil {
				made++
				continue
			}
			refused(t, err, fault.CodeDuplicate, "/name")
		}
		require.Equal(t, 1, made)
	})
}

func TestATeamHasAThousandTags(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		require.NoError(t, w.InTx(ctx, func(ctx context.Context) error {
			for i := range annotation.MaxTags - 1 {
				if _, err := w.Hot(ctx).Exec(ctx, "INSERT INTO annotation_tags (team_id, version, created_at, updated_at, name, name_key) VALUES (1, 1, 0, 0, $1, $1)",
					fmt.Sprint("n", i)); err != nil {
					return err
				}
			}
			return nil
		}))
		last := w.tag(t, "the last")
		_, err := w.tags.Create(ctx, us, named("one more"))
		refused(t, err, fault.CodeLimitReached, "")
		_, err = w.tags.Update(ctx, us, last, named("renamed"), nil)
		require.NoError(t, err)
		require.NoError(t, w.tags.Delete(ctx, us, last, nil))
		w.tag(t, "one more")
	})
}

func TestTagsAreListed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		var used []annotation.TagID
		for i := range 30 {
			name := fmt.Sprintf("%s %02d %%_'", []string{"Äpfel", "birnen", "ZITRONEN"}[i%3], 40-i)
			made := w.tag(t, name)
			_, err := w.tags.Create(ctx, them, named(name))
			require.NoError(t, err)
			if i%4 == 0 {
				used = append(used, made)
			}
		}
		_, err := w.tags.Apply(ctx, us, add(mark.SKU, []int64{1, 2}, used...))
		require.NoError(t, err)
		everything, err := w.tags.List(ctx, us, annotation.TagFilter{}, page.Request{Limit: 100})
		require.NoError(t, err)
		require.Len(t, everything.Items, 30)
		isUsed := func(tag annotation.Tag) bool { return slices.Contains(used, tag.ID) }
		for _, c := range []struct {
			f    annotation.TagFilter
			fits func(annotation.Tag) bool
		}{
			{annotation.TagFilter{}, func(annotation.Tag) bool { return true }},
			{annotation.TagFilter{Query: "äPFEL"}, func(tag annotation.Tag) bool { return strings.HasPrefix(tag.Values.Name, "Äpfel") }},
			{annotation.TagFilter{Query: "%_'"}, func(annotation.Tag) bool { return true }},
			{annotation.TagFilter{Query: "_%"}, func(annotation.Tag) bool { return false }},
			{annotation.TagFilter{Used: new(true)}, isUsed},
			{annotation.TagFilter{Used: new(false)}, func(tag annotation.Tag) bool { return !isUsed(tag) }},
		} {
			for field, less := range map[string]func(a, b annotation.Tag) int{
				"id":         func(a, b annotation.Tag) int { return 0 },
				"name":       func(a, b annotation.Tag) int { return cmp.Compare(db.Fold(a.Values.Name), db.Fold(b.Values.Name)) },
				"created_at": func(a, b annotation.Tag) int { return a.CreatedAt.Compare(b.CreatedAt) },
			} {
				for _, desc := range []bool{false, true} {
					sweep(t, everything.Items, c.fits, page.By{Field: field, Desc: desc}, less,
						func(r page.Request) (page.Page[annotation.Tag], error) { return w.tags.List(ctx, us, c.f, r) })
				}
			}
		}
	})
}

// sweep compares a list of tags with the meaning of filter and order, page by page.
func sweep(t *testing.T, all []annotation.Tag, fits func(annotation.Tag) bool, by page.By, less func(a, b annotation.Tag) int,
	list func(page.Request) (page.Page[annotation.Tag], error),
) {
	t.Helper()
	want := slices.DeleteFunc(slices.Clone(all), func(tag annotation.Tag) bool { return !fits(tag) })
	slices.SortFunc(want, func(a, b annotation.Tag) int {
		order := cmp.Or(less(a, b), cmp.Compare(a.ID, b.ID))
		if by.Desc {
			return -order
		}
		return order
	})
	var got []annotation.Tag
	for req := (page.Request{Limit: 7, Order: []page.By{by}, Count: true}); ; {
		p, err := list(req)
		require.NoError(t, err)
		require.Equal(t, int64(len(want)), *p.Total)
		if got = append(got, p.Items...); p.Next == nil {
			break
		}
		req.After = p.Next
	}
	require.Equal(t, len(want), len(got))
	for i := range want {
		require.Equal(t, want[i], got[i])
	}
}

func TestTaggingIsRefusedAsAWhole(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		tagID := w.tag(t, "one")
		other, err := w.tags.Create(ctx, them, named("theirs"))
		require.NoError(t, err)
		for _, c := range []struct {
			change  annotation.Tagging
			code    fault.Code
			pointer string
		}{
			{annotation.Tagging{}, fault.CodeValidationFailed, "/add"},
			{annotation.Tagging{Add: []annotation.TagID{tagID}, Set: optional.Some([]annotation.TagID{})}, fault.CodeConflictingParameters, "/set"},
			{annotation.Tagging{Add: []annotation.TagID{9, tagID}, Remove: []annotation.TagID{tagID}}, fault.CodeValidationFailed, "/add/1"},
			{annotation.Tagging{Add: []annotation.TagID{tagID, other.ID}}, fault.CodeNotFound, "/add/1"},
			{annotation.Tagging{Add: []annotation.TagID{tagID}, Remove: []annotation.TagID{other.ID}}, fault.CodeNotFound, "/remove/0"},
			{annotation.Tagging{Set: optional.Some([]annotation.TagID{tagID, 99})}, fault.CodeNotFound, "/set/1"},
		} {
			_, err := w.tags.Apply(ctx, us, app.TagRecords{Kind: mark.Product, Records: []int64{1}, Tagging: c.change})
			refused(t, err, c.code, c.pointer)
		}
		marks, err := w.marks.Of(ctx, us.Team, mark.Product, []int64{1})
		require.NoError(t, err)
		require.Empty(t, marks)
	})
}

func TestEachRecordIsTaggedByItself(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		var tags []annotation.TagID
		for i := range mark.MaxTags + 1 {
			tags = append(tags, w.tag(t, fmt.Sprintf("tag %03d", i)))
		}
		for from := 0; from < mark.MaxTags; from += annotation.MaxTagsNamed {
			_, err := w.tags.Apply(ctx, us, add(mark.SKU, []int64{1}, tags[from:from+annotation.MaxTagsNamed]...))
			require.NoError(t, err)
		}
		rows, err := w.tags.Apply(ctx, us, add(mark.SKU, []int64{1, 2, theirs, none, 2}, tags[100]))
		require.NoError(t, err)
		type row struct {
			outcome edit.Outcome
			code    fault.Code
			tags    int
		}
		var got []row
		for _, r := range rows {
			one := row{outcome: r.Outcome, tags: len(r.Tags)}
			if r.Err != nil {
				one.code = r.Err.Code
			}
			got = append(got, one)
		}
		require.Equal(t, []row{
			{edit.Failed, fault.CodeValidationFailed, 0}, {edit.Updated, "", 1}, {edit.Failed, fault.CodeNotFound, 0}, {edit.Failed, fault.CodeNotFound, 0},
			{edit.Updated, "", 1},
		}, got)
		rows, err = w.tags.Apply(ctx, us, add(mark.SKU, []int64{2}, tags[100]))
		require.NoError(t, err)
		require.Equal(t, edit.Unchanged, rows[0].Outcome)
		_, err = w.tags.Apply(ctx, us, app.TagRecords{Kind: mark.SKU, Records: []int64{2}, Tagging: annotation.Tagging{Set: optional.Some(tags[:1])}})
		require.NoError(t, err)
		list := func(tags ...annotation.TagID) []annotation.TagID { return append([]annotation.TagID{}, tags...) }
		line := func(verb string, before, after []annotation.TagID) told {
			return told{"sku", 2, verb, map[string]audit.Change{"tag_ids": {Old: before, New: after}}}
		}
		require.Equal(t, []told{
			line("tagged", list(), list(tags[100])),
			line("tagged", list(tags[100]), list(tags[0])), line("untagged", list(tags[100]), list(tags[0])),
		}, w.trail.about("sku", 2))
	})
}

// TestLinksAreThoseOfAModel makes changes at random, and compares tags, their counts and the marks
// of records with a map.
func TestLinksAreThoseOfAModel(t *testing.T) {
	type link struct {
		tag    annotation.TagID
		kind   mark.Kind
		record int64
	}
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		r := rand.New(rand.NewPCG(7, 7))
		model := map[link]bool{}
		names := map[annotation.TagID]string{}
		tagsOf := func(kind mark.Kind, record int64) (out []annotation.TagID) {
			for l := range model {
				if l.kind == kind && l.record == record {
					out = append(out, l.tag)
				}
			}
			slices.Sort(out)
			return out
		}
		put := func(kind mark.Kind, record int64, tags []annotation.TagID) {
			maps.DeleteFunc(model, func(l link, _ bool) bool { return l.kind == kind && l.record == record })
			for _, tag := range tags {
				model[link{tag, kind, record}] = true
			}
		}
		some := func() (out []annotation.TagID) {
			for tag := range names {
				if r.IntN(3) == 0 {
					out = append(out, tag)
				}
			}
			slices.Sort(out)
			return out
		}
		records := func() []int64 { return []int64{r.Int64N(6) + 1, r.Int64N(6) + 1, theirs} }
		for step := range 150 {
			kind := []mark.Kind{mark.Product, mark.SKU, mark.Listing}[r.IntN(3)]
			switch r.IntN(8) {
			case 0, 1:
				name := fmt.Sprint("tag ", step)
				names[w.tag(t, name)] = name
			case 2:
				gone := some()
				if len(gone) == 0 {
					continue
				}
				gone = gone[:1]
				for _, dry := range []bool{true, false} {
					rows, err := w.tags.DeleteMany(ctx, us, edit.Many[annotation.TagID]{IDs: append(gone, none), DryRun: dry})
					require.NoError(t, err)
					n := 0
					for l := range model {
						if l.tag == gone[0] {
							n++
						}
					}
					require.Equal(t, []int64{int64(n), 0}, []int64{rows[0].Detached, rows[1].Detached})
				}
				delete(names, gone[0])
				maps.DeleteFunc(model, func(l link, _ bool) bool { return l.tag == gone[0] })
			case 3:
				tags, record := some(), r.Int64N(6)+1
				require.NoError(t, w.InTx(ctx, func(ctx context.Context) error {
					return w.marks.Tag(ctx, us.Team, mark.Supplier, record, db.Plain(tags))
				}))
				put(mark.Supplier, record, tags)
			case 4:
				record := r.Int64N(6) + 1
				require.NoError(t, w.InTx(ctx, func(ctx context.Context) error {
					return w.marks.Forget(ctx, us.Team, kind, []int64{record}, time.Now())
				}))
				put(kind, record, nil)
			default:
				change := annotation.Tagging{Set: optional.Some(some())}
				if r.IntN(2) == 0 {
					added := some()
					change = annotation.Tagging{Add: added, Remove: slices.DeleteFunc(some(), func(tag annotation.TagID) bool { return slices.Contains(added, tag) })}
				}
				if change.Check() != nil {
					continue
				}
				numbers := records()
				rows, err := w.tags.Apply(ctx, us, app.TagRecords{Kind: kind, Records: numbers, Tagging: change})
				require.NoError(t, err)
				for i, record := range numbers[:2] {
					had := tagsOf(kind, record)
					next, err := change.Over(had)
					require.NoError(t, err)
					if put(kind, record, next); i == 0 {
						want := edit.Unchanged
						if !slices.Equal(had, next) {
							want = edit.Updated
						}
						require.Equal(t, want, rows[0].Outcome)
					}
					require.ElementsMatch(t, next, rows[i].Tags)
				}
			}
		}
		all, err := w.tags.List(ctx, us, annotation.TagFilter{}, page.Request{Limit: 200})
		require.NoError(t, err)
		require.NotEmpty(t, model)
		require.Len(t, all.Items, len(names))
		for _, tag := range all.Items {
			want := annotation.Links{}
			for l := range model {
				if l.tag == tag.ID {
					want[l.kind]++
				}
			}
			require.True(t, maps.Equal(want, tag.Values.Links), "%s: %v and %v", tag.Values.Name, want, tag.Values.Links)
		}
		for _, kind := range append(kinds, mark.Order) {
			found, err := w.marks.Of(ctx, us.Team, kind, []int64{1, 2, 3, 4, 5, 6})
			require.NoError(t, err)
			for record := range int64(7) {
				var want []mark.Tag
				for _, tag := range tagsOf(kind, record) {
					want = append(want, mark.Tag{ID: int64(tag), Name: names[tag]})
				}
				slices.SortFunc(want, func(a, b mark.Tag) int { return strings.Compare(a.Name, b.Name) })
				require.Equal(t, want, found[record].Tags)
			}
			other, err := w.marks.Of(ctx, them.Team, kind, []int64{1, 2, 3})
			require.NoError(t, err)
			require.Empty(t, other)
		}
	})
}
