package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	app "sellingassistant/app/connection"
	subscriptions "sellingassistant/app/notification"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/notification"
)

// maxTokenInput bounds the refresh token on standard input, in bytes.
const maxTokenInput = 8 << 10

// connectionResult encodes a connection as JSON.
type connectionResult struct {
	ID           id.Connection      `json:"id"`
	Region       marketplace.Region `json:"region"`
	SellerID     string             `json:"seller_id"`
	Marketplaces []marketplace.ID   `json:"marketplace_ids"`
	Status       connection.Status  `json:"status"`
	ConnectedAt  time.Time          `json:"connected_at"`
	ProvenAt     *time.Time         `json:"proven_at"`
}

// proof returns the text of ProvenAt in a list.
func (r connectionResult) proof() string {
	if r.ProvenAt == nil {
		return "unproven"
	}
	return r.ProvenAt.Format(time.DateTime)
}

func connectionResultOf(c connection.Connection) connectionResult {
	s := c.Snapshot()
	return connectionResult{s.ID, s.Region, s.SellerID, s.Marketplaces, s.Status, s.ConnectedAt, s.ProvenAt}
}

func connectionAdd(s *session) *cobra.Command {
	c, team := s.ofTeam("add", "Connect a seller account.")
	region := c.oneOf("region", "", "na,eu,fe.", "na", "eu", "fe")
	seller := c.String("seller-id", "", "Seller id (merchant token) of the account.")
	marketplaces := c.StringSlice("marketplaces", nil, "Marketplace ids, comma separated; the seller id stays unproven.")
	probe := c.Bool("probe", false, "Ask the account for its marketplaces, and prove the seller id.")
	c.Bool("refresh-token-stdin", false, "Read the refresh token from standard input.")
	c.need("region", "seller-id", "refresh-token-stdin")
	c.check = func() error {
		switch given := c.Changed("marketplaces"); {
		case given && *probe:
			return usageError{"--marketplaces and --probe can't be used together"}
		case !given && !*probe:
			return usageError{"missing flags: --marketplaces or --probe"}
		}
		return nil
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		c.status.Ends()
		token, err := io.ReadAll(io.LimitReader(s.io.in, maxTokenInput))
		if err != nil {
			return fmt.Errorf("read the refresh token: %w", err)
		}
		in := app.Add{
			Account:      connection.Account{Region: marketplace.Region(*region), SellerID: *seller, Marketplaces: each[marketplace.ID](*marketplaces)},
			RefreshToken: secret.New(strings.TrimSpace(string(token))),
		}
		var made app.Connected
		if *probe {
			c.says("asking Amazon about %s", *seller)
			made, err = op.Probes.Connect(ctx, teamOf(*team), in.Region, in.SellerID, in.RefreshToken, false)
		} else {
			made.Connection, err = op.Connections.Add(ctx, teamOf(*team), in)
		}
		if err != nil {
			return err
		}
		// The connection exists, even if its account did not answer with its marketplaces.
		r := connectionResultOf(made.Connection)
		return errors.Join(c.print(r, "connection %d: %s in %s", r.ID, r.SellerID, r.Region), made.Unprobed)
	})
}

func connectionList(s *session) *cobra.Command {
	c, team := s.ofTeam("list", "List the connections of a team.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		all, err := op.Connections.List(ctx, teamOf(*team))
		if err != nil {
			return err
		}
		return table(c, all, "ID\tREGION\tSELLER\tMARKETPLACES\tSTATUS\tPROVEN", func(one connection.Connection) (connectionResult, string) {
			r := connectionResultOf(one)
			return r, fmt.Sprintf("%d\t%s\t%s\t%d\t%s\t%s", r.ID, r.Region, r.SellerID, len(r.Marketplaces), r.Status, r.proof())
		})
	})
}

func connectionProbe(s *session) *cobra.Command {
	c, team := s.ofTeam("probe", "Ask a connected account on which marketplaces it sells, and prove its seller id.")
	of := c.id("connection", "Id of the connection.")
	anyway := c.Bool("anyway", false, "Ask also when the account told within the last 24 hours.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		probed, err := op.Probes.Probe(ctx, teamOf(*team), id.Connection(*of), *anyway)
		if err != nil {
			return err
		}
		r := connectionResultOf(probed)
		return c.print(r, "connection %d: %s sells on %d marketplaces", r.ID, r.SellerID, len(r.Marketplaces))
	})
}

func connectionRemove(s *session) *cobra.Command {
	c, team := s.ofTeam("remove", "Remove a connection and its token.")
	of := c.id("connection", "Id of the connection.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		if err := op.Connections.Remove(ctx, teamOf(*team), id.Connection(*of)); err != nil {
			return absent(err, "Team %d has no connection %d.", *team, *of)
		}
		return c.print(map[string]int64{"id": *of}, "connection %d is removed", *of)
	})
}

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

// onSubscriptions returns a command that prints the subscriptions of an account.
func (s *session) onSubscriptions(name, help string,
	act func(*subscriptions.Subscriptions, context.Context, caller.Caller, id.Connection) ([]subscriptions.State, error),
) *cobra.Command {
	c, team, of := s.ofConnection(name, help)
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		states, err := act(op.Subscriptions, ctx, teamOf(*team), id.Connection(*of))
		if err != nil {
			return err
		}
		return table(c, states, "TYPE\tWANTED\tSUBSCRIPTION\tAGGREGATED", subscriptionResultOf)
	})
}

func subscriptionResultOf(state subscriptions.State) (r subscriptionResult, line string) {
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
	return s.onSubscriptions("status", "Ask Amazon what an account is subscribed to.",
		(*subscriptions.Subscriptions).Status)
}

func notificationSubscribe(s *session) *cobra.Command {
	return s.onSubscriptions("subscribe", "Subscribe an account to what the repricer needs.",
		(*subscriptions.Subscriptions).Subscribe)
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
