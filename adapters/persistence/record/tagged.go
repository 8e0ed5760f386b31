package record

import (
	"github.com/uptrace/bun"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
)

// Tagged are the records of a kind with the tags of a filter, looked up for each
// row of a table: for lists that go along an order. It is read as SQL only.
func Tagged(table string, kind mark.Kind, f mark.Filter) Condition {
	const links = " FROM v_annotation_links AS l WHERE l.kind = ? AND l.tag_id IN (?) AND l.team_id = "
	own := table + ".team_id AND l.target_id = " + table + ".id"
	var parts []Condition
	if len(f.Any) > 0 {
		parts = append(parts, Condition{Text: "EXISTS (SELECT 1" + links + own + ")", Args: []any{string(kind), bun.List(f.Any)}})
	}
	if all := mark.Sorted(f.All); len(all) > 0 {
		parts = append(parts, Condition{Text: "(SELECT count(*)" + links + own + ") = ?", Args: []any{string(kind), bun.List(all), len(all)}})
	}
	return All(parts...)
}

// TaggedOf is Tagged that finds the records of a team by their tags first: for
// tags that few records have.
func TaggedOf(team id.Team, column string, kind mark.Kind, f mark.Filter) Condition {
	const links = " IN (SELECT l.target_id FROM v_annotation_links AS l WHERE l.team_id = ? AND l.kind = ? AND l.tag_id IN (?)"
	var parts []Condition
	if len(f.Any) > 0 {
		parts = append(parts, Condition{Text: column + links + ")", Args: []any{int64(team), string(kind), bun.List(f.Any)}})
	}
	if all := mark.Sorted(f.All); len(all) > 0 {
		parts = append(parts, Condition{
			Text: column + links + " GROUP BY l.target_id HAVING count(*) = ?)", Args: []any{int64(team), string(kind), bun.List(all), len(all)},
		})
	}
	return All(parts...)
}
