package record

import (
	"strconv"

	"github.com/uptrace/bun"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
)

// Tagged matches the records of a table with the tags of a filter. It looks them up for each row,
// and works only as SQL.
func Tagged(table string, kind mark.Kind, f mark.Filter) Condition {
	return tagged(table+".team_id", table+".id", kind, f)
}

// TaggedAlong matches the records of a team as a list walks them; column has their ids.
func TaggedAlong(team id.Team, column string, kind mark.Kind, f mark.Filter) Condition {
	return tagged(strconv.FormatInt(int64(team), 10), column, kind, f)
}

func tagged(team, column string, kind mark.Kind, f mark.Filter) Condition {
	links := " FROM v_annotation_links AS l WHERE l.team_id = " + team + " AND l.target_id = " + column + " AND l.kind = ? AND l.tag_id IN (?))"
	return tags(f, func(tags []int64) Condition {
		return Condition{Text: "EXISTS (SELECT 1" + links, Args: []any{string(kind), bun.List(tags)}}
	}, func(tags []int64) Condition {
		return Condition{Text: "(SELECT count(*)" + links + " = ?", Args: []any{string(kind), bun.List(tags), len(tags)}}
	})
}

// TaggedOf matches as TaggedAlong, but finds the records by their tags first. It suits tags on few
// records.
func TaggedOf(team id.Team, column string, kind mark.Kind, f mark.Filter) Condition {
	const links = " IN (SELECT l.target_id FROM v_annotation_links AS l WHERE l.team_id = ? AND l.kind = ? AND l.tag_id IN (?)"
	args := func(tags []int64) []any { return []any{int64(team), string(kind), bun.List(tags)} }
	return tags(f, func(tags []int64) Condition {
		return Condition{Text: column + links + ")", Args: args(tags)}
	}, func(tags []int64) Condition {
		return Condition{Text: column + links + " GROUP BY l.target_id HAVING count(*) = ?)", Args: append(args(tags), len(tags))}
	})
}

// tags joins both parts of a filter. A tag that is named twice counts once.
func tags(f mark.Filter, some, each func([]int64) Condition) Condition {
	var parts []Condition
	if len(f.Any) > 0 {
		parts = append(parts, some(f.Any))
	}
	if all := mark.Sorted(f.All); len(all) > 0 {
		parts = append(parts, each(all))
	}
	return All(parts...)
}
