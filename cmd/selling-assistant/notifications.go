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

// subscriptionResult encodes a type of notification as JSON.
type subscriptionResult struct {
	Type           notification.Type `json:"type"`
	Wanted         bool              `json:"wanted"`
	SubscriptionID *string           `json:"subscription_id"`
	DestinationID  *string           `json:"destination_id"`
	Aggregated     bool              `json:"aggregated"`
	Marketplaces   []marketplace.ID  `json:"marketplace_ids"`
}

// ofConnection begins a command that works on one account.
func (s *session) ofConnection(name, help string) (c *verb, team, connection *int64) {
	c, team = s.ofTeam(name, help)
	connection = c.Int64("connection", 0, "Id of the connection.")
	c.need("connection")
	return c, team, connection
}

// subscriptions returns a command that prints the subscriptions of an account.
func (s *session) subscriptions(name, help string, act func(*app.Subscriptions, context.Context, caller.Caller, id.Connection) ([]app.State, error)) *cobra.Command {
	c, team, of := s.ofConnection(name, help)
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		states, err := act(op.Subscriptions, ctx, teamOf(*team), id.Connection(*of))
		if err != nil {
			return err
		}
		return table(c, states, "TYPE\tWANTED\tSUBSCRIPTION\tAGGREGATED", subscriptionResultOf)
	})
}

func subscriptionResultOf(state app.State) (r subscriptionResult, line string) {
	r = subscriptionResult{Type: state.Type, Wanted: state.Wanted, Marketplaces: []marketplace.ID{}}
	there := "-"
	if state.Remote != nil {
		there = state.Remote.ID
		r.SubscriptionID, r.DestinationID = &state.Remote.ID, &state.Remote.DestinationID
		r.Aggregated = state.Remote.Aggregated
		r.Marketplaces = append(r.Marketplaces, state.Remote.Marketplaces...)
	}
	return r, fmt.Sprintf("%s\t%t\t%s\t%t", r.Type, r.Wanted, there, r.Aggregated)
}

func notificationStatus(s *session) *cobra.Command {
	return s.subscriptions("status", "Ask Amazon what an account is subscribed to.", (*app.Subscriptions).Status)
}

func notificationSubscribe(s *session) *cobra.Command {
	return s.subscriptions("subscribe", "Subscribe an account to what the repricer needs.", (*app.Subscriptions).Subscribe)
}

func notificationUnsubscribe(s *session) *cobra.Command {
	c, team, of := s.ofConnection("unsubscribe", "End what was subscribed for an account.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		if err := op.Subscriptions.Unsubscribe(ctx, teamOf(*team), id.Connection(*of)); err != nil {
			return err
		}
		return c.print(map[string]int64{"id": *of}, "connection %d gets no more notifications", *of)
	})
}
