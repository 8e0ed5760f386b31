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

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
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
		c.status.ends()
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
