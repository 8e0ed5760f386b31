// Package notice has the ports of notices for people.
package notice

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notice"
)

// Rules stores the rules of all users.
type Rules interface {
	// Of returns the rules of a user; ok is false if the user never changed them. With lock it locks
	// them until the transaction ends.
	Of(ctx context.Context, team id.Team, user id.User, lock bool) (r notice.Rule, ok bool, err error)
	// Find returns rules by their id. Absent rules are fault.Missing.
	Find(ctx context.Context, team id.Team, rule notice.RuleID) (notice.Rule, error)
	// Insert stores the first rules of a user. It returns 0 if the user has rules by now.
	Insert(ctx context.Context, r notice.Rule) (notice.RuleID, error)
	// Save stores changed rules that were locked, Moved only their position and their next mail.
	Save(ctx context.Context, r notice.Rule) error
	Moved(ctx context.Context, r notice.Rule) error
	// OfTeam lists the rules of a team that allow mail.
	OfTeam(ctx context.Context, team id.Team) ([]notice.Rule, error)
	// Teams lists the teams with rules that allow mail.
	Teams(ctx context.Context) ([]id.Team, error)
	// Due names at most so many users of all teams with a morning mail that is due, by the team and
	// the user of their rules alone.
	Due(ctx context.Context, now time.Time, limit int) ([]notice.Rule, error)
}

// Feed reads the events of a team.
type Feed interface {
	// After returns the changes of at most so many events after a position, and the position of the
	// last of these events.
	After(ctx context.Context, team id.Team, position int64, limit int) ([]notice.Happening, int64, error)
	// Last returns the position of the team's last event.
	Last(ctx context.Context, team id.Team) (int64, error)
}

// API returns the whole body of a read of the published API, as the user gets it. It returns the
// faults of the operation.
type API func(ctx context.Context, who caller.Caller, operation string, query map[string]string) ([]byte, error)

// People knows users.
type People interface {
	// Member returns the address and the role of a member of a team. A user who has left is
	// fault.Missing.
	Member(ctx context.Context, team id.Team, user id.User) (email string, role caller.Role, err error)
	// Timezone returns the time zone of a team.
	Timezone(ctx context.Context, team id.Team) (string, error)
}

// UnitsSold returns the units sold by product in the time up to now. Products without known orders
// are left out.
type UnitsSold func(ctx context.Context, team id.Team, m marketplace.ID, asins []string, span time.Duration) (
	map[string]int64, error)

// Mailer sends letters.
type Mailer interface {
	// Ready reports whether letters can be sent.
	Ready() bool
	// Send succeeds once the mail server has the letter. Its error has no secret and no address.
	Send(ctx context.Context, to string, l notice.Letter) error
}

// Links makes the links of letters.
type Links interface {
	// Home leads to the page, Unsubscribe ends the mails of a user; "" without a public address.
	Home() string
	Unsubscribe(team id.Team, user id.User) string
	// Opened returns the user of an Unsubscribe link; false for a link that was made up.
	Opened(token string) (team id.Team, user id.User, ok bool)
}
