package history

import (
	"context"
	"time"

	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
)

// Filter narrows the feed. Members that are empty or nil do not narrow; of a slice any
// value fits; ranges include both ends.
type Filter struct {
	Kinds        []history.Kind
	Types        []history.ProductType
	Products     []int64
	ASINs        []string
	Marketplaces []marketplace.ID
	Sources      []history.SourceKind
	SourceIDs    []int64
	Actors       []id.User
	From, To     *time.Time
}

// Asked are records by their ids, each as often as there are events about it.
type Asked struct {
	Products map[history.ProductType][]int64
	// Items are those of purchase orders, Orders are whole ones.
	Items, Orders []int64
	Users         []int64
}

// Labels are what events copy of records. Those that do not exist are left out; deleted
// ones are there.
type Labels struct {
	// Products are those of Asked.Products.
	Products map[history.ProductType]map[int64]history.Product
	// Items are those of Asked.Items by their ids, Orders those of Asked.Orders by orders.
	// One that orders neither a record nor an ASIN is left out.
	Items  map[int64]history.Item
	Orders map[int64][]history.Item
	Names  map[id.User]string
}

// Events keeps the feed of all teams. Order fields: id, created_at.
type Events interface {
	// Append adds events in the transaction of ctx.
	Append(ctx context.Context, events ...history.Event) error
	List(ctx context.Context, team id.Team, f Filter, r page.Request) (page.Page[history.Event], error)
	// Labels reads records by one statement.
	Labels(ctx context.Context, team id.Team, a Asked) (Labels, error)
	// Hold keeps other views of the team waiting until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	// Again counts a view of an ASIN by the event's actor on the newest line of such views
	// since a time, behind Hold, and reports whether there is one.
	Again(ctx context.Context, view history.Event, since time.Time) (bool, error)
}
