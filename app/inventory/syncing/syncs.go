package syncing

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sellingassistant/domain/inventory/syncing"

	app "sellingassistant/app/inventory"
	listingsapp "sellingassistant/app/inventory/listings"
	"sellingassistant/domain/kernel/account"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/inventory/syncing"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
)

// The kinds of jobs of a sync.
const (
	// Job works on a run; its arguments are runArgs.
	Job = "inventory.sync"
	// DueJob asks for the runs that are due by the schedule.
	DueJob = "inventory.sync_due"
	// ConnectionJob asks for a run of every marketplace of a connection; its
	// arguments are Connection.
	ConnectionJob = "inventory.sync_connection"
	// SKUJob reads one SKU; its arguments are SKU.
	SKUJob = "inventory.sync_sku"
)

// Syncs updates SKUs and live listings from the marketplace.
type Syncs struct {
	tx       tx.Runner
	runs     ports.Runs
	skus     *app.SKUIntake
	listings *listingsapp.ListingIntake
	market   ports.Market
	sellers  accounts.Sellers
	queue    jobs.Queue
	clock    clock.Clock
	events   event.Log
}

func NewSyncs(
	run tx.Runner, runs ports.Runs, skus *app.SKUIntake, listings *listingsapp.ListingIntake, market ports.Market,
	sellers accounts.Sellers, queue jobs.Queue, clk clock.Clock,
) *Syncs {
	return &Syncs{run, runs, skus, listings, market, sellers, queue, clk, nil}
}

// Reporting returns syncs that report the ends of their runs as events.
func (s *Syncs) Reporting(events event.Log) *Syncs {
	reporting := *s
	reporting.events = events
	return &reporting
}

// report writes the event of a run that has ended.
func (s *Syncs) report(ctx context.Context, run syncing.RunSnapshot) error {
	types := map[syncing.State]kernel.Type{syncing.Done: kernel.SyncCompleted, syncing.Failed: kernel.SyncFailed}
	t, ended := types[run.State]
	if s.events == nil || !ended {
		return nil
	}
	details := map[string]string{
		"marketplace_id": string(run.Marketplace), "kind": string(run.Kind), "seen": fmt.Sprint(run.Seen),
		"changed": fmt.Sprint(run.Changed), "closed": fmt.Sprint(run.Closed),
	}
	if run.ErrorCode != nil {
		details["reason"] = *run.ErrorCode
	}
	return s.events.Write(ctx, event.Event{
		Team: run.Team, Type: t, Record: optional.Some(int64(run.Connection)), Details: details,
	})
}

// runArgs has the arguments of Job.
type runArgs struct {
	Run int64 `json:"run"`
}

// Request requests a run for every marketplace of a connection, or with 0 of all active connections
// of the team. It returns a waiting or running run instead of making another. An unknown connection
// is Missing; an inactive connection is integration_needs_attention (Forbidden).
func (s *Syncs) Request(ctx context.Context, team id.Team, c id.Connection, kind syncing.Kind) ([]syncing.Run, error) {
	asked, err := s.asked(ctx, team, c)
	if err != nil {
		return nil, err
	}
	var all []syncing.Run
	for _, a := range asked {
		for _, t := range targets(a) {
			run, err := s.request(ctx, t, kind)
			if err != nil {
				return all, err
			}
			all = append(all, run)
		}
	}
	return all, nil
}

// targets lists the targets of an account that runs keep current.
func targets(s account.Seller) []syncing.Target {
	all := make([]syncing.Target, len(s.Marketplaces))
	for i, m := range s.Marketplaces {
		all[i] = syncing.Target{Team: s.Team, Connection: s.Connection, Seller: s.ID, Marketplace: m}
	}
	return all
}

func (s *Syncs) asked(ctx context.Context, team id.Team, c id.Connection) ([]account.Seller, error) {
	if c != 0 {
		a, err := s.sellers.Of(ctx, team, c)
		if err == nil && !a.Active {
			err = fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention,
				"The seller account does not work any more: connect it again.")
		}
		return []account.Seller{a}, err
	}
	all, err := s.sellers.OfTeam(ctx, team)
	if err != nil {
		return nil, err
	}
	working := all[:0]
	for _, a := range all {
		if a.Active {
			working = append(working, a)
		}
	}
	if len(working) == 0 {
		return nil, fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "Connect a seller account first.")
	}
	return working, nil
}

// request stores a run and its job in one transaction. A run that has lost its
// job gets one again.
func (s *Syncs) request(ctx context.Context, t syncing.Target, kind syncing.Kind) (syncing.Run, error) {
	var stored syncing.Run
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		base, err := s.runs.Base(ctx, t)
		if err != nil {
			return err
		}
		if stored, _, err = s.runs.Add(ctx, syncing.NewRun(t, kind, base, s.clock.Now())); err != nil {
			return err
		}
		return s.enqueue(ctx, stored.Snapshot())
	})
	return stored, err
}

func (s *Syncs) enqueue(ctx context.Context, run syncing.RunSnapshot) error {
	args, err := json.Marshal(runArgs{run.ID})
	if err != nil {
		return err
	}
	_, err = s.queue.Enqueue(ctx, jobs.Request{
		Kind: Job, Team: run.Team, Args: args, Unique: fmt.Sprint("run ", run.ID), Queue: jobs.Bulk,
	})
	return err
}

// State summarises the sync of a connection.
type State struct {
	// LastSyncAt dates the last finished run, nil for never.
	LastSyncAt *time.Time
	// LastErrorCode says why the newest run failed or waits, or is nil.
	LastErrorCode *string
}

// States summarises the syncs of a team's connections; connections without a run are left out.
func (s *Syncs) States(ctx context.Context, team id.Team) (map[id.Connection]State, error) {
	runs, err := s.runs.Latest(ctx, team)
	if err != nil {
		return nil, err
	}
	done, err := s.runs.Synced(ctx, team)
	if err != nil {
		return nil, err
	}
	states := map[id.Connection]State{}
	for c, at := range done {
		states[c] = State{LastSyncAt: &at}
	}
	told := map[id.Connection]int64{}
	for _, r := range newest(runs) {
		if r.ErrorCode != nil && r.ID > told[r.Connection] {
			state := states[r.Connection]
			state.LastErrorCode = r.ErrorCode
			states[r.Connection], told[r.Connection] = state, r.ID
		}
	}
	return states, nil
}

// newest returns the newest run of each target.
func newest(runs []syncing.Run) map[syncing.Target]syncing.RunSnapshot {
	all := map[syncing.Target]syncing.RunSnapshot{}
	for i := range runs {
		r := runs[i].Snapshot()
		if r.ID > all[r.Target].ID {
			all[r.Target] = r
		}
	}
	return all
}

// Runs lists the newest run of each kind and target of a team.
func (s *Syncs) Runs(ctx context.Context, team id.Team) ([]syncing.Run, error) {
	return s.runs.Latest(ctx, team)
}

// Run returns a run of the team; an unknown run is Missing.
func (s *Syncs) Run(ctx context.Context, team id.Team, run int64) (syncing.Run, error) {
	return s.runs.Find(ctx, team, run)
}
