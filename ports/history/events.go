package history

import (
	"context"
	"time"

	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
)

// Asked lists records by their ids. An id occurs once for each event about the record.
type Asked struct {
	Products map[history.ProductType][]int64
	// Items lists items of purchase orders, Orders lists whole orders.
	Items, Orders []int64
}

// Labels has the data of records that events copy. Deleted records are included; absent records are
// left out.
type Labels struct {
	// Products has the records of Asked.Products.
	Products map[history.ProductType]map[int64]history.Product
	// Items maps the ids of Asked.Items to items. Orders maps the orders of Asked.Orders to their
	// items. Items that name neither a record nor an ASIN are left out.
	Items  map[int64]history.Item
	Orders map[int64][]history.Item
}

// Events stores the feed of all teams. Order fields: id, created_at.
type Events interface {
	// Append adds events in the transaction of ctx. An actor without a name gets the name of the
	// member of the team, "" if there is no such member.
	Append(ctx context.Context, events ...history.Event) error
	List(ctx context.Context, team id.Team, f history.Filter, r page.Request) (page.Page[history.Event], error)
	// Labels reads records by a single statement.
	Labels(ctx context.Context, team id.Team, a Asked) (Labels, error)
	// Makes other views of the team wait until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	// Again adds a view of an ASIN by the event's actor to the count of the newest such line since
	// a time. It reports whether it found a line. Lock the views of the team first.
	Again(ctx context.Context, view history.Event, since time.Time) (bool, error)
}
