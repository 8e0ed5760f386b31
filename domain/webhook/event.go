package webhook

import (
	"time"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// Position numbers the events of a team in the order of their commits; 0 before an event is stored.
type Position int64

// EventID identifies an event for receivers. It stays the same over retries, endpoints and replays.
type EventID string

// alphabet has Crockford's base32 in small letters. Its order equals the order of the values.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// timeDigits encode 48 bits of milliseconds since 1970.
const timeDigits = 10

// NewEventID returns an id that sorts by the time of its event, in milliseconds. chance makes ids
// of the same millisecond differ: its bytes must be random.
func NewEventID(at time.Time, chance [16]byte) EventID {
	text := make([]byte, timeDigits, timeDigits+len(chance))
	for i, ms := timeDigits-1, uint64(max(at.UnixMilli(), 0)); i >= 0; i, ms = i-1, ms>>5 {
		text[i] = alphabet[ms&31]
	}
	for _, b := range chance {
		text = append(text, alphabet[b&31])
	}
	return EventID("evt_" + string(text))
}

// Data describes the subject of an event.
type Data struct {
	Part
	// Object has the record as its GET shows it, encoded as JSON. It is nil for an event without a
	// record, if the record is gone or too large, and if no endpoint wanted the event.
	Object []byte
	// Changes has the changes of a gathered event, in the order of their writes.
	Changes []Part
}

// Part describes one change.
type Part struct {
	// Record has the id of the record, if the change is about one.
	Record optional.Maybe[int64]
	// Version has the version of the record after the change. Receivers drop older versions.
	Version optional.Maybe[int64]
	// Changed lists the changed members in order.
	Changed []string
	// Details has further facts by name, such as the status before and after.
	Details map[string]string
}

// MarketplaceDetail names the detail with the marketplace of an event.
const MarketplaceDetail = "marketplace_id"

// State has a lasting state of a record that is an event when it begins, such as an overdue order.
type State struct {
	Type event.Type
	// Key distinguishes the state from others of its type. It may not change while the state lasts.
	Key  string
	Data Data
}

// StateTypes lists the types of events that report the begin of a state.
var StateTypes = []event.Type{event.InventoryProductStockLow, event.PurchaseOrderOverdue, event.KeyExpiring}

// MostParts bounds the changes of a gathered event.
const MostParts = 100

// WaitingChange has a change that waits to be gathered with others of its type.
type WaitingChange struct {
	ID   int64
	Team id.Team
	Type event.Type
	Part Part
	At   time.Time
}

// Gathered has one event and the changes that it is made of.
type Gathered struct {
	Type event.Type
	Data Data
}

// Gather makes events of changes, in their order: one for each type and marketplace, or several for
// more than MostParts changes.
func Gather(changes []WaitingChange) []Gathered {
	type group struct {
		t           event.Type
		marketplace string
	}
	var out []Gathered
	open := map[group]int{}
	for _, c := range changes {
		g := group{c.Type, c.Part.Details[MarketplaceDetail]}
		at, ok := open[g]
		if !ok || len(out[at].Data.Changes) == MostParts {
			at = len(out)
			d := Data{}
			if g.marketplace != "" {
				d.Details = map[string]string{MarketplaceDetail: g.marketplace}
			}
			open[g], out = at, append(out, Gathered{c.Type, d})
		}
		out[at].Data.Changes = append(out[at].Data.Changes, c.Part)
	}
	return out
}

// Event reports a change to users' programs. It never changes.
type Event struct {
	Position Position
	ID       EventID
	Team     id.Team
	Type     event.Type
	Data     Data
	At       time.Time
}

// EventFilter narrows the feed. Members that are empty or nil do not narrow. The time From is
// included, the time To is not.
type EventFilter struct {
	Types    []event.Type
	From, To *time.Time
}
