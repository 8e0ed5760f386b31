package inventory

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
)

// grouped lists a large table by its groups.
type grouped struct {
	store  *db.Store
	table  db.Groups
	search textIndex
	reach  Reach
}

// filter divides a filter of such a list by the ways to find the records.
type filter struct {
	team id.Team
	// query has a text that the records contain.
	query string
	// scope selects all records that the list covers.
	scope facet
	// named lists conditions that select only few records.
	named  []db.Condition
	facets []facet
	ranges []valueRange
	// kind and tags filter by tags.
	kind mark.Kind
	tags mark.Filter
}

// facet filters on a column with few values.
type facet struct {
	where record.Condition
	// allows decides by the parts of a group whether its records match; nil matches all.
	allows func(group []string) bool
}

// valueRange bounds a field that lists can be sorted by.
type valueRange struct {
	field string
	where record.Condition
}

// wordFacet matches any of the words in a part of the group.
func wordFacet[T ~string](place int, column string, wanted []T) facet {
	return facet{record.In("t."+column, wanted), func(group []string) bool {
		return len(wanted) == 0 || slices.Contains(wanted, T(group[place]))
	}}
}

// flagFacet matches a condition that is stored as 1 or 0 in a part of the group.
func flagFacet(place int, text string, wanted *bool) facet {
	return facet{record.Whether(wanted, record.Condition{Text: text}), func(group []string) bool {
		return wanted == nil || *wanted == (group[place] == "1")
	}}
}

// conditions converts conditions and drops empty conditions.
func conditions(list ...record.Condition) []db.Condition {
	var out []db.Condition
	for _, c := range list {
		if c.Text != "" {
			out = append(out, db.Condition{Text: c.Text, Args: c.Args})
		}
	}
	return out
}

func (f filter) ofTeam() db.Condition {
	return db.Condition{Text: "t.team_id = ?", Args: []any{int64(f.team)}}
}

func (f filter) byFacets() []db.Condition {
	var out []db.Condition
	for _, x := range f.facets {
		out = append(out, conditions(x.where)...)
	}
	return out
}

// bounds returns the range of a field, and the ranges of the other fields.
func (f filter) bounds(field string) (own, others []db.Condition) {
	for _, r := range f.ranges {
		if r.field == field {
			own = append(own, conditions(r.where)...)
		} else {
			others = append(others, conditions(r.where)...)
		}
	}
	return own, others
}

// all returns all conditions except the text.
func (f filter) all() []db.Condition {
	_, ranges := f.bounds("")
	return slices.Concat([]db.Condition{f.ofTeam()}, conditions(f.scope.where), f.named, f.byFacets(), ranges, f.tagged())
}

// tagged finds records by their tags.
func (f filter) tagged() []db.Condition {
	return conditions(record.TaggedOf(f.team, "t.id", f.kind, f.tags))
}

// groups lists the team's groups that pass the filter.
func (g grouped) groups(ctx context.Context, f filter) ([]string, error) {
	all, err := g.store.GroupsOf(ctx, g.table, int64(f.team))
	return slices.DeleteFunc(all, func(group string) bool {
		parts := strings.Split(group, "|")
		return slices.ContainsFunc(append(f.facets[:len(f.facets):len(f.facets)], f.scope), func(x facet) bool {
			return x.allows != nil && !x.allows(parts)
		})
	}), err
}

// inGroups returns conditions that match the first columns of the indexes.
func (f filter) inGroups(groups []string) []db.Condition {
	return []db.Condition{f.ofTeam(), {Text: "t.facet IN (?)", Args: []any{bun.List(groups)}}}
}

// searched returns the text as a condition. It uses the text index, unless another part of the
// filter selects few records.
func (g grouped) searched(f filter) []db.Condition {
	if len(f.named) > 0 {
		return g.search.walk(f.team, f.query)
	}
	return g.search.condition(f.team, f.query)
}

// count counts the records of a filter; text is the condition of its text.
func (g grouped) count(ctx context.Context, f filter, text []db.Condition) (int64, error) {
	where := f.all()
	if len(f.named) == 0 {
		// The indexes begin with the groups.
		groups, err := g.groups(ctx, f)
		if err != nil || len(groups) == 0 {
			return 0, err
		}
		_, ranges := f.bounds("")
		where = slices.Concat(f.inGroups(groups), ranges, f.tagged())
	}
	return g.counting(ctx, append(where, text...))
}

// counting counts the records t that pass conditions.
func (g grouped) counting(ctx context.Context, where []db.Condition) (int64, error) {
	condition, args := db.Conditions(where)
	var n int64
	err := g.store.Read(ctx).NewRaw("SELECT count(*) FROM "+g.table.Table+" AS t WHERE "+condition, args...).Scan(ctx, &n)
	return n, db.Fault(err)
}
