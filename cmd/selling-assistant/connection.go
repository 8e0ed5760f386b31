package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	app "sellingassistant/app/connection"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

// maxTokenInput bounds what is read from standard input for a refresh token.
const maxTokenInput = 8 << 10

type connectionCommand struct {
	Add    connectionAdd    `cmd:"" help:"Connect a seller account."`
	List   connectionList   `cmd:"" help:"List the connections of a team."`
	Probe  connectionProbe  `cmd:"" help:"Ask a connected account on which marketplaces it sells."`
	Remove connectionRemove `cmd:"" help:"Remove a connection and its token."`
}

type connectionAdd struct {
	output
	target
	Team              int64            `required:"" help:"Id of the team."`
	Region            string           `required:"" enum:"na,eu,fe" help:"${enum}."`
	SellerID          string           `required:"" help:"Seller id (merchant token) of the account."`
	Marketplaces      []marketplace.ID `xor:"marketplaces" required:"" help:"Marketplace ids, comma separated."`
	Probe             bool             `xor:"marketplaces" required:"" help:"Ask the account for its marketplaces instead."`
	RefreshTokenStdin bool             `required:"" help:"Read the refresh token from standard input."`
}

// connectionResult is what a program reads of a connection.
type connectionResult struct {
	ID           id.Connection      `json:"id"`
	Region       marketplace.Region `json:"region"`
	SellerID     string             `json:"seller_id"`
	Marketplaces []marketplace.ID   `json:"marketplace_ids"`
	Status       connection.Status  `json:"status"`
	ConnectedAt  time.Time          `json:"connected_at"`
}

func connectionResultOf(c connection.Connection) connectionResult {
	s := c.Snapshot()
	return connectionResult{s.ID, s.Region, s.SellerID, s.Marketplaces, s.Status, s.ConnectedAt}
}

// Run implements the command.
func (c connectionAdd) Run(s *session) error {
	token, err := io.ReadAll(io.LimitReader(s.io.in, maxTokenInput))
	if err != nil {
		return fmt.Errorf("read the refresh token: %w", err)
	}
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		account := connection.Whole(marketplace.Region(c.Region), c.SellerID)
		if !c.Probe {
			account.Marketplaces = c.Marketplaces
		}
		made, err := op.Connections.Add(ctx, teamOf(c.Team), app.Add{
			Account: account, RefreshToken: secret.New(strings.TrimSpace(string(token))),
		})
		if err != nil {
			return err
		}
		var unprobed error
		if c.Probe {
			var probed connection.Connection
			if probed, unprobed = op.Probes.Probe(ctx, teamOf(c.Team), made.ID(), true); unprobed == nil {
				made = probed
			}
		}
		// The connection is there, even where its account did not answer.
		r := connectionResultOf(made)
		return errors.Join(c.print(s, r, "connection %d: %s in %s", r.ID, r.SellerID, r.Region), unprobed)
	})
}

type connectionList struct {
	output
	target
	Team int64 `required:"" help:"Id of the team."`
}

// Run implements the command.
func (c connectionList) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		all, err := op.Connections.List(ctx, teamOf(c.Team))
		if err != nil {
			return err
		}
		rows, lines := make([]connectionResult, 0, len(all)), make([]string, 0, len(all))
		for _, one := range all {
			r := connectionResultOf(one)
			rows = append(rows, r)
			lines = append(lines, fmt.Sprintf("%d\t%s\t%s\t%d\t%s", r.ID, r.Region, r.SellerID, len(r.Marketplaces), r.Status))
		}
		return c.table(s, rows, "ID\tREGION\tSELLER\tMARKETPLACES\tSTATUS", lines)
	})
}

type connectionProbe struct {
	output
	target
	Team       int64 `required:"" help:"Id of the team."`
	Connection int64 `arg:"" help:"Id of the connection."`
	Anyway     bool  `help:"Ask also when the account told within the last 24 hours."`
}

// Run implements the command.
func (c connectionProbe) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		probed, err := op.Probes.Probe(ctx, teamOf(c.Team), id.Connection(c.Connection), c.Anyway)
		if err != nil {
			return err
		}
		r := connectionResultOf(probed)
		return c.print(s, r, "connection %d: %s sells on %d marketplaces", r.ID, r.SellerID, len(r.Marketplaces))
	})
}

type connectionRemove struct {
	output
	target
	Team       int64 `required:"" help:"Id of the team."`
	Connection int64 `arg:"" help:"Id of the connection."`
}

// Run implements the command.
func (c connectionRemove) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		if err := op.Connections.Remove(ctx, teamOf(c.Team), id.Connection(c.Connection)); err != nil {
			return absent(err, "Team %d has no connection %d.", c.Team, c.Connection)
		}
		return c.print(s, map[string]int64{"id": c.Connection}, "connection %d is removed", c.Connection)
	})
}
