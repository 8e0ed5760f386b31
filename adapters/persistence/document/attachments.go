package document

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Attachments reads the documents of targets.
type Attachments struct {
	store *db.Store
	text  string
}

func NewAttachments(s *db.Store) *Attachments {
	return &Attachments{s, "SELECT a.target_id, a.live, d.id, d.type, d.original_name, d.deleted_at IS NOT NULL FROM" +
		" (SELECT target_id, document_id, row_number() OVER (PARTITION BY target_id ORDER BY document_id DESC) AS place," +
		" count(CASE WHEN live THEN 1 END) OVER (PARTITION BY target_id) AS live" +
		" FROM document_targets WHERE team_id = $1 AND kind = $2 AND " + s.IDsIn("target_id", 4) + ") AS a" +
		" JOIN documents AS d ON d.team_id = $1 AND d.id = a.document_id WHERE a.place <= $3 ORDER BY a.target_id, a.place"}
}

// Of reads the newest documents of each target.
func (a *Attachments) Of(ctx context.Context, team id.Team, kind document.TargetKind, targets []int64, most int) ([]ports.Attachment, error) {
	if len(targets) == 0 {
		return nil, nil
	}
	var out []ports.Attachment
	var one ports.Attachment
	err := db.Each(a.store.Hot(ctx).Query(ctx, a.text, int64(team), string(kind), int64(most), a.store.IDsArg(targets)))(func() {
		out = append(out, one)
	}, &one.Target, &one.Count, (*int64)(&one.ID), (*string)(&one.Type), &one.OriginalName, &one.Deleted)
	return out, err
}
