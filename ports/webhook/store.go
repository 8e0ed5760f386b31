package webhook

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
)

// Events stores the events of all teams. Order fields: created_at, in the order of commits.
type Events interface {
	// Append stores events of a team and returns them with their positions, which rise in the order
	// of commits. It locks the events of the team until the transaction ends, so it must come after
	// all other locks.
	Append(ctx context.Context, team id.Team, events []webhook.Event) ([]webhook.Event, error)
	List(ctx context.Context, team id.Team, f webhook.EventFilter, r page.Request) (page.Page[webhook.Event], error)
	// Find returns an event. An absent event is fault.Missing.
	Find(ctx context.Context, team id.Team, event webhook.EventID) (webhook.Event, error)
	// After returns at most so many events after a position, in order.
	After(ctx context.Context, team id.Team, position webhook.Position, limit int) ([]webhook.Event, error)
	// At returns the events at these positions, by ascending positions. Absent ones are left out.
	At(ctx context.Context, team id.Team, positions []webhook.Position) ([]webhook.Event, error)
	// Last returns the position of the team's last event, 0 without one.
	Last(ctx context.Context, team id.Team) (webhook.Position, error)
	// DeleteBefore removes at most so many events of all teams from before a time, and returns
	// their number.
	DeleteBefore(ctx context.Context, before time.Time, limit int) (int64, error)
}

// Changes stores the changes of all teams that wait to be gathered into events.
type Changes interface {
	Add(ctx context.Context, changes ...webhook.WaitingChange) error
	// Take removes at most so many changes of a team, the oldest first, and returns them.
	Take(ctx context.Context, team id.Team, limit int) ([]webhook.WaitingChange, error)
	// Waiting lists the teams with changes from before a time.
	Waiting(ctx context.Context, before time.Time) ([]id.Team, error)
}

// ReplaceStates stores the keys of the present states of a type that were reported, and returns
// those that are new.
type ReplaceStates func(ctx context.Context, team id.Team, t event.Type, keys []string) (fresh []string, err error)

// Facts finds lasting states.
type Facts interface {
	// Teams lists all teams.
	Teams(ctx context.Context) ([]id.Team, error)
	// States lists the present states of a team, of the types webhook.StateTypes.
	States(ctx context.Context, team id.Team, now time.Time) ([]webhook.State, error)
}

// ReadTypes lists the types of events that people of a team hear of at once.
type ReadTypes func(ctx context.Context, team id.Team) ([]event.Type, error)

// Objects returns the records of a type's events by their ids, each encoded as JSON as its GET
// shows it at this moment of the transaction of ctx. Absent records, and types without a record,
// are left out.
type Objects func(ctx context.Context, team id.Team, t event.Type, ids []int64) (map[int64][]byte, error)

// Endpoints stores the endpoints of all teams. Order fields: id, created_at.
type Endpoints interface {
	// Makes other writers of the team's endpoints wait until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	Find(ctx context.Context, team id.Team, endpoint webhook.EndpointID) (webhook.Endpoint, error)
	List(ctx context.Context, team id.Team, f webhook.EndpointFilter, r page.Request) (page.Page[webhook.Endpoint], error)
	// Lock reads the named endpoints, ascending, and locks them until the transaction ends. Absent
	// endpoints are left out.
	Lock(ctx context.Context, team id.Team, ids []webhook.EndpointID) ([]webhook.Endpoint, error)
	// Managed reads the endpoint that follows other settings, and locks it until the transaction
	// ends; ok is false without one.
	Managed(ctx context.Context, team id.Team) (e webhook.Endpoint, ok bool, err error)
	// Count counts live endpoints of users.
	Count(ctx context.Context, team id.Team) (int64, error)
	// Enabled returns the endpoints that get events, by ascending ids. LockEnabled also locks them
	// until the transaction ends.
	Enabled(ctx context.Context, team id.Team) ([]webhook.Endpoint, error)
	LockEnabled(ctx context.Context, team id.Team) ([]webhook.Endpoint, error)
	Insert(ctx context.Context, e webhook.Endpoint) (webhook.EndpointID, error)
	// Save stores a changed endpoint, without its position and its progress.
	Save(ctx context.Context, e webhook.Endpoint) error
	// Moved stores the positions of endpoints, Progressed the progress, whatever their versions
	// are.
	Moved(ctx context.Context, all []webhook.Endpoint) error
	Progressed(ctx context.Context, e webhook.Endpoint) error
	// Remove hides locked endpoints.
	Remove(ctx context.Context, team id.Team, ids []webhook.EndpointID, at time.Time) error
	// Lagging lists the teams with an enabled endpoint that has events after its position.
	Lagging(ctx context.Context) ([]id.Team, error)
}

// Due names an endpoint with deliveries that are due.
type Due struct {
	Team     id.Team
	Endpoint webhook.EndpointID
}

// Deliveries stores the deliveries of all teams. Order fields: id, created_at.
type Deliveries interface {
	// Insert stores new deliveries. A delivery of an event that its endpoint already has is left
	// out. It returns the number of new deliveries.
	Insert(ctx context.Context, all []webhook.Delivery) (int64, error)
	List(ctx context.Context, team id.Team, e webhook.EndpointID, f webhook.DeliveryFilter, r page.Request) (
		page.Page[webhook.Delivery], error)
	// Find returns a delivery of an endpoint. An absent delivery is fault.Missing.
	Find(ctx context.Context, team id.Team, e webhook.EndpointID, d webhook.DeliveryID) (webhook.Delivery, error)
	// Lock reads the named deliveries, ascending, and locks them until the transaction ends.
	Lock(ctx context.Context, team id.Team, ids []webhook.DeliveryID) ([]webhook.Delivery, error)
	// Due returns at most so many deliveries of an endpoint that are due at a time, the earliest
	// first.
	Due(ctx context.Context, team id.Team, e webhook.EndpointID, now time.Time, limit int) ([]webhook.Delivery, error)
	// Next returns the time of the earliest coming call of an endpoint; ok is false without one.
	Next(ctx context.Context, team id.Team, e webhook.EndpointID) (at time.Time, ok bool, err error)
	// Save stores changed deliveries that were locked.
	Save(ctx context.Context, all ...webhook.Delivery) error
	// Drop gives up all deliveries of an endpoint that are not ended, and returns their number.
	Drop(ctx context.Context, team id.Team, e webhook.EndpointID, now time.Time) (int64, error)
	// Of returns the endpoint's deliveries of events, by position. Absent ones are left out.
	Of(ctx context.Context, team id.Team, e webhook.EndpointID, events []webhook.Position) (
		map[webhook.Position]webhook.Delivery, error)
	// Counts counts deliveries since a time by endpoint.
	Counts(ctx context.Context, team id.Team, endpoints []webhook.EndpointID, since time.Time) (
		map[webhook.EndpointID]webhook.Counts, error)
	// AddAttempts stores calls of deliveries, and drops all but the newest webhook.KeptAttempts of
	// each.
	AddAttempts(ctx context.Context, made ...webhook.Made) error
	// Attempts returns the kept calls of a delivery, the oldest first.
	Attempts(ctx context.Context, d webhook.Delivery) ([]webhook.Attempt, error)
	// Waiting lists endpoints of all teams with deliveries that were due before a time.
	Waiting(ctx context.Context, before time.Time) ([]Due, error)
	// DeleteBefore removes at most so many deliveries of all teams from before a time, with their
	// attempts, and returns their number.
	DeleteBefore(ctx context.Context, before time.Time, limit int) (int64, error)
}
