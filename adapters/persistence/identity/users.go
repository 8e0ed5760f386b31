package identity

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// Users stores the users and memberships of the port, on both databases.
type Users struct{ store *db.Store }

func NewUsers(s *db.Store) *Users { return &Users{s} }

func (r *Users) FindOrAdd(ctx context.Context, u identity.User) (identity.User, error) {
	folded := db.Fold(u.Email)
	row := userRow{Email: u.Email, EmailFolded: folded, Name: u.Name, CreatedAt: db.Micros(u.CreatedAt)}
	_, err := r.store.Write(ctx).NewInsert().Model(&row).On("CONFLICT (email_folded) DO NOTHING").Returning("NULL").Exec(ctx)
	if err != nil {
		return identity.User{}, db.Fault(err)
	}
	var found userRow
	err = r.store.Write(ctx).NewSelect().Model(&found).Where("email_folded = ?", folded).Scan(ctx)
	if err != nil {
		return identity.User{}, db.Absent(err)
	}
	return found.user(), nil
}

func (r *Users) Join(ctx context.Context, m identity.Membership) (bool, error) {
	row := membershipRow{TeamID: int64(m.Team), UserID: int64(m.User), Role: string(m.Role), CreatedAt: db.Micros(m.CreatedAt)}
	res, err := r.store.Write(ctx).NewInsert().Model(&row).On("CONFLICT (team_id, user_id) DO NOTHING").Exec(ctx)
	if err != nil {
		return false, db.Fault(err)
	}
	n, err := res.RowsAffected()
	return n == 1, db.Fault(err)
}

func (r *Users) Leave(ctx context.Context, team id.Team, user id.User) error {
	n, err := r.store.Hot(ctx).Exec(ctx, `DELETE FROM memberships WHERE team_id = $1 AND user_id = $2`,
		int64(team), int64(user))
	return db.Absent(db.Written(n, 1, err))
}

func (r *Users) Member(ctx context.Context, team id.Team, user id.User) (identity.Member, error) {
	var row userRow
	var role string
	err := r.store.Hot(ctx).QueryRow(ctx, `SELECT u.id, u.email, u.name, u.created_at, m.role
		FROM memberships m JOIN users u ON u.id = m.user_id
		WHERE m.team_id = $1 AND m.user_id = $2`, int64(team), int64(user)).
		Scan(&row.ID, &row.Email, &row.Name, &row.CreatedAt, &role)
	if err != nil {
		return identity.Member{}, db.Absent(err)
	}
	return identity.Member{User: row.user(), Role: caller.Role(role)}, nil
}

func (r *Users) List(ctx context.Context, team id.Team) ([]identity.Member, error) {
	var rows []struct {
		userRow `bun:",extend"`
		Role    caller.Role `bun:"role"`
	}
	err := r.store.Read(ctx).NewRaw(`SELECT u.id, u.email, u.name, u.created_at, m.role
		FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.team_id = ? ORDER BY u.id`, int64(team)).Scan(ctx, &rows)
	members := make([]identity.Member, len(rows))
	for i, row := range rows {
		members[i] = identity.Member{User: row.user(), Role: row.Role}
	}
	return members, db.Fault(err)
}

func (r *Users) Members(ctx context.Context, team id.Team) (int64, error) {
	var n int64
	err := r.store.Hot(ctx).QueryRow(ctx, `SELECT COUNT(*) FROM memberships WHERE team_id = $1`, int64(team)).Scan(&n)
	return n, db.Fault(err)
}

func (r *Users) TeamsOf(ctx context.Context, team id.Team, user id.User) ([]identity.TeamRef, error) {
	rows, err := r.store.Hot(ctx).Query(ctx, `SELECT t.id, t.name
		FROM memberships own
		JOIN memberships m ON m.user_id = own.user_id
		JOIN teams t ON t.id = m.team_id
		WHERE own.team_id = $1 AND own.user_id = $2 ORDER BY t.id`, int64(team), int64(user))
	if err != nil {
		return nil, db.Fault(err)
	}
	defer rows.Close()
	var out []identity.TeamRef
	for rows.Next() {
		var ref identity.TeamRef
		if err := rows.Scan(&ref.ID, &ref.Name); err != nil {
			return nil, db.Fault(err)
		}
		out = append(out, ref)
	}
	return out, db.Fault(rows.Err())
}
