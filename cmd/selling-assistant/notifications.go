package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	app "sellingassistant/app/notification"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
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

func (v *verb) subscriptions(states []app.State) error {
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
	return v.table(rows, "TYPE\tWANTED\tSUBSCRIPTION\tAGGREGATED", lines)
}

// ofConnection is a command about one account.
func (s *session) ofConnection(name, help string, act func(ctx context.Context, c *verb, op *compose.Operator, team caller.Caller, of id.Connection) error) *cobra.Command {
	c, team := s.ofTeam(name, help)
	of := c.Int64("connection", 0, "Id of the connection.")
	c.need("connection")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		return act(ctx, c, op, teamOf(*team), id.Connection(*of))
	})
}

func notificationStatus(s *session) *cobra.Command {
	return s.ofConnection("status", "Ask Amazon what an account is subscribed to.",
		func(ctx context.Context, c *verb, op *compose.Operator, team caller.Caller, of id.Connection) error {
			states, err := op.Subscriptions.Status(ctx, team, of)
			if err != nil {
				return err
			}
			return c.subscriptions(states)
		})
}

func notificationSubscribe(s *session) *cobra.Command {
	return s.ofConnection("subscribe", "Subscribe an account to what the repricer needs.",
		func(ctx context.Context, c *verb, op *compose.Operator, team caller.Caller, of id.Connection) error {
			states, err := op.Subscriptions.Subscribe(ctx, team, of)
			if err != nil {
				return err
			}
			return c.subscriptions(states)
		})
}

func notificationUnsubscribe(s *session) *cobra.Command {
	return s.ofConnection("unsubscribe", "End what was subscribed for an account.",
		func(ctx context.Context, c *verb, op *compose.Operator, team caller.Caller, of id.Connection) error {
			if err := op.Subscriptions.Unsubscribe(ctx, team, of); err != nil {
				return err
			}
			return c.print(map[string]id.Connection{"id": of}, "connection %d gets no more notifications", of)
		})
}
