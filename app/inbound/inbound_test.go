package inbound_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/inbound"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/inbound"
)

const (
	plan = "wf00000001-0000-0000-0000-000000000000"
	ship = "sh00000001-0000-0000-0000-000000000000"
)

// readers implements all ports at once, with a plan of a single shipment.
type readers struct {
	accounts.Sellers
	port.Marketplace
	legacy   error
	panics   bool
	asked    []string
	shipment inbound.Shipment
}

func (r *readers) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{Team: team, Connection: 3, Region: m.Region, ID: "A1"}, nil
}

func (r *readers) Plan(_ context.Context, s account.Seller, p inbound.PlanID) (inbound.Plan, error) {
	if r.panics {
		panic("boom")
	}
	r.asked = append(r.asked, "plan of "+s.ID)
	return inbound.Plan{PlanSummary: inbound.PlanSummary{ID: p}, Shipments: []inbound.ShipmentSummary{{ID: ship, Status: "WORKING"}}}, nil
}

func (r *readers) Plans(context.Context, account.Seller, inbound.PlanQuery) (inbound.Page[inbound.PlanSummary], error) {
	return inbound.Page[inbound.PlanSummary]{Items: []inbound.PlanSummary{{Status: "ACTIVE"}}}, nil
}

func (r *readers) PlanBoxes(context.Context, account.Seller, inbound.PlanID, inbound.PageRequest) (inbound.Page[inbound.Box], error) {
	return inbound.Page[inbound.Box]{}, nil
}

func (r *readers) Shipment(context.Context, account.Seller, inbound.PlanID, inbound.ShipmentID) (inbound.Shipment, error) {
	return r.shipment, nil
}

func (r *readers) ShipmentItems(context.Context, account.Seller, inbound.PlanID, inbound.ShipmentID, inbound.PageRequest) (inbound.Page[inbound.Item], error) {
	return inbound.Page[inbound.Item]{Items: []inbound.Item{{MSKU: "A"}}}, nil
}

func (r *readers) ShipmentBoxes(context.Context, account.Seller, inbound.PlanID, inbound.ShipmentID, inbound.PageRequest) (inbound.Page[inbound.Box], error) {
	return inbound.Page[inbound.Box]{}, nil
}

func (r *readers) Named(context.Context, account.Seller, marketplace.ID, []inbound.ConfirmationID, string) (inbound.Page[inbound.LegacyShipment], error) {
	return inbound.Page[inbound.LegacyShipment]{}, r.legacy
}

func (r *readers) InStatus(context.Context, account.Seller, marketplace.ID, []string, string) (inbound.Page[inbound.LegacyShipment], error) {
	return inbound.Page[inbound.LegacyShipment]{}, r.legacy
}

func (r *readers) Items(context.Context, account.Seller, marketplace.ID, inbound.ConfirmationID, string) (inbound.Page[inbound.LegacyItem], error) {
	return inbound.Page[inbound.LegacyItem]{}, r.legacy
}

func (r *readers) ItemsUpdated(context.Context, account.Seller, marketplace.ID, time.Time, time.Time, string) (inbound.Page[inbound.LegacyItem], error) {
	return inbound.Page[inbound.LegacyItem]{}, r.legacy
}

// forgetful keeps nothing, like an unreachable store.
type forgetful struct{}

func (forgetful) Get(context.Context, port.Key) (any, bool) { return nil, false }
func (forgetful) Put(context.Context, port.Key, any)        {}

func (forgetful) PutFor(context.Context, port.Key, any, time.Duration, int) {}
func (forgetful) Remember(context.Context, account.Seller, inbound.Pair)    {}
func (forgetful) ByID(context.Context, account.Seller, inbound.ShipmentID) (p inbound.Pair, ok bool) {
	return p, false
}
func (forgetful) ByConfirmation(context.Context, account.Seller, inbound.ConfirmationID) (p inbound.Pair, ok bool) {
	return p, false
}

func made(r *readers) *app.Inbound {
	return app.New(r, r, forgetful{}, forgetful{}, clock.System{})
}

var (
	who = caller.Caller{Team: 7}
	us  marketplace.Choice
	of  = app.Of{Plan: plan, Shipment: "FBA1"}
)

func TestItWorksWithoutMemory(t *testing.T) {
	r := &readers{shipment: inbound.Shipment{ID: ship, Confirmation: "FBA1", Status: "WORKING"}}
	for range 2 {
		s, err := made(r).Shipment(context.Background(), who, us, of)
		require.NoError(t, err)
		require.Equal(t, inbound.Merged{Shipment: r.shipment}, s)
	}
	require.Equal(t, []string{"plan of A1", "plan of A1"}, r.asked)
	_, err := made(r).Shipment(context.Background(), who, us, app.Of{Plan: plan, Shipment: "FBA2"})
	require.True(t, fault.Is(err, fault.CodeNotFound))
}

func TestIDsAreReadBeforeAnythingElse(t *testing.T) {
	r := &readers{}
	for _, bad := range []app.Of{{Plan: "wf1", Shipment: ship}, {Plan: plan, Shipment: "sh1"}} {
		_, err := made(r).ShipmentFees(context.Background(), who, marketplace.Choice{Domain: "amazon.example"}, bad)
		e, ok := fault.As(err)
		require.True(t, ok)
		require.Equal(t, fault.Invalid, e.Kind)
		require.NotEqual(t, "domain", e.Parameter)
	}
	require.Empty(t, r.asked)
}

// A refusal of the old interface does not fail the call; an own mistake does.
func TestOnlyRefusalsAreDoneWithout(t *testing.T) {
	r := &readers{shipment: inbound.Shipment{ID: ship, Confirmation: "FBA1"}}
	in := made(r)
	reads := map[string]func() error{
		"shipment": func() error { _, err := in.Shipment(context.Background(), who, us, of); return err },
		"items": func() error {
			_, err := in.ShipmentItems(context.Background(), who, us, of, inbound.PageRequest{Size: 1})
			return err
		},
		"shipments": func() error { _, err := in.PlanShipments(context.Background(), who, us, plan); return err },
		"summary":   func() error { _, err := in.Summary(context.Background(), who, us); return err },
	}
	for name, read := range reads {
		r.legacy = fault.New(fault.Internal, fault.CodeInternal, "No.")
		require.NoError(t, read(), name)
		r.legacy = errors.New("a mistake")
		require.ErrorIs(t, read(), r.legacy, name)
	}
}

func TestAPanicIsAnError(t *testing.T) {
	r := &readers{panics: true}
	for range 2 {
		_, err := made(r).Plan(context.Background(), who, us, plan)
		require.ErrorContains(t, err, "panicked: boom")
	}
}
