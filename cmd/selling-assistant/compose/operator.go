package compose

import (
	"context"
	"errors"

	"sellingassistant/app/purchasing/orders"

	syncapp "sellingassistant/app/inventory/syncing"

	"go.uber.org/fx"
	"go.uber.org/zap"

	auditstore "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/annotation"
	"sellingassistant/app/connection"
	"sellingassistant/app/document"
	"sellingassistant/app/exchange"
	"sellingassistant/app/identity"
	"sellingassistant/app/imports"
	"sellingassistant/app/inventory"
	"sellingassistant/app/inventory/listings"
	"sellingassistant/app/notice"
	"sellingassistant/app/notification"
	"sellingassistant/app/pricelist"
	"sellingassistant/app/purchasing"
	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/app/research"
	"sellingassistant/app/webhook"
	"sellingassistant/config"
	"sellingassistant/migrations"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
)

// Operator has the use cases that the command line and the demo call.
type Operator struct {
	fx.In
	Log   *zap.Logger
	Clock clock.Clock
	Teams *identity.Teams
	// TeamSettings changes plans and settings of teams.
	TeamSettings *identity.Settings
	Users        *identity.Users
	Keys         *identity.Keys
	Leaving      *identity.Leaving
	Connections  *connection.Connections
	Probes       *connection.Probes
	Documents    *document.Documents
	// Reader reads uploaded documents.
	Reader     *document.Reader
	Imports    *document.Imports
	Settings   *manage.Settings
	Strategies *manage.Strategies
	Products   *manage.Products
	Inventory  *inventory.Products
	Suppliers  *purchasing.Suppliers
	Tags       *annotation.Tags
	Notes      *annotation.Notes
	Rates      *exchange.Rates
	Warehouses *purchasing.Warehouses
	Stock      *purchasing.Stock
	Offers     *purchasing.Offers
	Orders     *orders.Orders
	Analyses   *pricelist.Analyses
	Tables     *imports.Imports
	// PrepProviders changes the operator's catalogue.
	PrepProviders *purchasing.PrepProviders
	History       *history.History
	Sender        *sending.Sender
	Switches      *sending.Switches
	// WebhookSecrets returns the secrets that sign calls to teams' webhooks.
	WebhookSecrets WebhookSecrets
	Subscriptions  *notification.Subscriptions
	SKUs           *inventory.SKUs
	SKUIntake      *inventory.SKUIntake
	Listings       *listings.Listings
	Matching       *inventory.Matching
	FeeChecks      *research.FeeChecks
	// Notices, Engine and Upkeep serve the demo, which runs its past before jobs run.
	Notices   *notification.Intake
	Engine    *pricing.Engine
	Upkeep    *history.Upkeep
	Seeds     *research.Seeds
	Endpoints *webhook.Endpoints
	// Letters changes the rules of mails.
	Letters *notice.Notices
	// Watch reports states that begin, without its job.
	Watch *webhook.Watch
	Queue jobs.Queue
	Jobs  jobs.Operator
	Syncs *syncapp.Syncs
	Trail *auditstore.Log
}

// errNotMigrated replaces the error of a missing table.
var errNotMigrated = errors.New("the database has no tables or old ones: run `selling-assistant migrate up` first")

// Operate builds the program without its listeners and runs work with it.
func Operate(ctx context.Context, cfg config.Config, o Options, work func(context.Context, *Operator) error) error {
	var op Operator
	var s *db.Store
	app := fx.New(modules(cfg, o), fx.Invoke(func(in Operator, store *db.Store) { op, s = in, store }))
	if err := app.Err(); err != nil {
		return root(err)
	}
	if err := app.Start(ctx); err != nil {
		return err
	}
	missing, err := migrations.Missing(ctx, s)
	switch {
	case err != nil:
	case len(missing) > 0:
		err = errNotMigrated
	default:
		err = work(ctx, &op)
	}
	return errors.Join(err, app.Stop(ctx))
}
