package main

import (
	"context"
	"fmt"

	app "sellingassistant/app/notification"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
)

type notificationCommands struct {
	Status      notificationStatus      `cmd:"" help:"Ask Amazon what an account is subscribed to."`
	Subscribe   notificationSubscribe   `cmd:"" help:"Subscribe an account to what the repricer needs."`
	Unsubscribe notificationUnsubscribe `cmd:"" help:"End what was subscribed for an account."`
}

// ofConnection is embedded by the commands about one account.
type ofConnection struct {
	output
	target
	Team       int64 `required:"" help:"Id of the team."`
	Connection int64 `required:"" help:"Id of the connection."`
}

type (
	notificationStatus      struct{ ofConnection }
	notificationSubscribe   struct{ ofConnection }
	notificationUnsubscribe struct{ ofConnection }
)

// subscriptionResult is what a program reads of a type of notification.
type subscriptionResult struct {
	Type           notification.Type `json:"type"`
	Wanted         bool              `json:"wanted"`
	SubscriptionID *string           `json:"subscription_id"`
	DestinationID  *string           `json:"destination_id"`
	Aggregated     bool              `json:"aggregated"`
	Marketplaces   []marketplace.ID  `json:"marketplace_ids"`
}

func (c ofConnection) show(s *session, states []app.State) error {
	rows, lines := make([]subscriptionResult, len(states)), make([]string, len(states))
	for i, state := range states {
		r := subscriptionResult{Type: state.Type, Wanted: state.Wanted, Marketplaces: []marketplace.ID{}}
		there := "-"
		if state.Remote != nil {
			there = state.Remote.ID
			r.SubscriptionID, r.DestinationID = &state.Remote.ID, &state.Remote.DestinationID
			r.Aggregated = state.Remote.Aggregated
			r.Marketplaces = append(r.Marketplaces, state.Remote.Marketplaces...)
		}
		rows[i] = r
		lines[i] = fmt.Sprintf("%s\t%t\t%s\t%t", r.Type, r.Wanted, there, r.Aggregated)
	}
	return c.table(s, rows, "TYPE\tWANTED\tSUBSCRIPTION\tAGGREGATED", lines)
}

// Run implements the command.
func (c notificationStatus) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		states, err := op.Subscriptions.Status(ctx, teamOf(c.Team), id.Connection(c.Connection))
		if err != nil {
			return err
		}
		return c.show(s, states)
	})
}

// Run implements the command.
func (c notificationSubscribe) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		states, err := op.Subscriptions.Subscribe(ctx, teamOf(c.Team), id.Connection(c.Connection))
		if err != nil {
			return err
		}
		return c.show(s, states)
	})
}

// Run implements the command.
func (c notificationUnsubscribe) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		if err := op.Subscriptions.Unsubscribe(ctx, teamOf(c.Team), id.Connection(c.Connection)); err != nil {
			return err
		}
		return c.print(s, map[string]int64{"id": c.Connection}, "connection %d gets no more notifications", c.Connection)
	})
}
