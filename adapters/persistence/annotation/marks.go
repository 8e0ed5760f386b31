package annotation

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/annotation"
)

// Marks reads the tags and counts the notes of records.
type Marks struct {
	tags *Tags
	text string
}

func NewMarks(s *db.Store) *Marks {
	return &Marks{NewTags(s), "SELECT l.target_id, t.name_key AS name_key, t.id, t.name, t.color, 0 FROM annotation_tag_links AS l" +
		" JOIN annotation_tags AS t ON t.team_id = l.team_id AND t.id = l.tag_id" +
		" WHERE l.team_id = $1 AND l.kind = $2 AND " + s.IDsIn("l.target_id", 3) +
		" UNION ALL SELECT n.target_id, '', 0, '', NULL, count(*) FROM annotation_notes AS n" +
		" WHERE n.team_id = $1 AND n.kind = $2 AND n.deleted_at IS NULL AND " + s.IDsIn("n.target_id", 3) +
		" GROUP BY n.target_id ORDER BY name_key"}
}

var _ ports.Marks = (*Marks)(nil)

// Of returns the tags and the number of notes of records.
func (m *Marks) Of(ctx context.Context, team id.Team, kind mark.Kind, records []int64) (map[int64]mark.Marks, error) {
	out := map[int64]mark.Marks{}
	if len(records) == 0 {
		return out, nil
	}
	var target, tag, notes int64
	var key, name string
	var color *string
	s := m.tags.store
	err := db.Each(s.Hot(ctx).Query(ctx, m.text, int64(team), string(kind), s.IDsArg(records)))(func() {
		of := out[target]
		if of.Notes += notes; tag != 0 {
			of.Tags = append(of.Tags, mark.Tag{ID: tag, Name: name, Color: optional.Of(color)})
		}
		out[target] = of
	}, &target, &key, &tag, &name, &color, &notes)
	return out, err
}

// Forget deletes the tag links of records and marks the notes about them as deleted.
func (m *Marks) Forget(ctx context.Context, team id.Team, kind mark.Kind, records []int64, at time.Time) error {
	if len(records) == 0 {
		return nil
	}
	if err := m.tags.unlink(ctx, team, kind, records); err != nil {
		return err
	}
	s := m.tags.store
	_, err := s.Hot(ctx).Exec(ctx, "UPDATE annotation_notes SET deleted_at = $4, updated_at = $4 WHERE team_id = $1 AND kind = $2 AND deleted_at IS NULL AND "+
		s.IDsIn("target_id", 3), int64(team), string(kind), s.IDsArg(records), db.Micros(at))
	return db.Fault(err)
}

// Move assigns the notes about records to another record.
func (m *Marks) Move(ctx context.Context, team id.Team, kind mark.Kind, from []int64, into int64, at time.Time) error {
	s := m.tags.store
	_, err := s.Hot(ctx).Exec(ctx, "UPDATE annotation_notes SET target_id = $4, updated_at = $5 WHERE team_id = $1 AND kind = $2 AND "+
		s.IDsIn("target_id", 3), int64(team), string(kind), s.IDsArg(from), into, db.Micros(at))
	return db.Fault(err)
}
