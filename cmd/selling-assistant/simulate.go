package main

import (
	"errors"
	"fmt"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

type simulateCommands struct {
	Marketplace simulateMarketplace `cmd:"" help:"Speak Amazon's wire protocol from a made-up world."`
}

type simulateMarketplace struct {
	output
	Addr    string  `default:"127.0.0.1:8090" help:"Address to listen on."`
	Control string  `default:"" help:"Loopback address of the control interface: faults, clock, counters."`
	Seed    uint64  `default:"1" help:"Seed of the world."`
	Speed   float64 `default:"1" help:"How much faster than ours its clock runs."`
}

// simulated is what a program needs to use the simulated marketplace.
type simulated struct {
	simulator.Addresses
	ControlURL   string             `json:"control_url,omitempty"`
	ClientID     string             `json:"client_id"`
	ClientSecret string             `json:"client_secret"`
	Sellers      []simulator.Seller `json:"sellers"`
}

// Run serves until a signal. Everything it prints is made up, the secrets too.
func (c simulateMarketplace) Run(s *session) error {
	ctx, stop := signal.NotifyContext(s.ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	world := simulator.New(simulator.Config{Seed: c.Seed, Clock: simulator.NewClock(time.Now(), c.Speed)})
	server, err := world.Listen(c.Addr, c.Control)
	if err != nil {
		return err
	}
	result := simulated{server.Addresses, server.ControlURL, simulator.ClientID, simulator.ClientSecret, world.Sellers()}
	if err := c.announce(s, result); err != nil {
		return errors.Join(err, server.Close())
	}
	<-ctx.Done()
	return server.Close()
}

func (c simulateMarketplace) announce(s *session, r simulated) error {
	if c.JSON {
		return c.print(s, r, "")
	}
	if err := c.print(s, r, "The simulated marketplace listens. To use it:\n\n"+
		"export SA_LWA_TOKEN_URL=%s\nexport SA_LWA_CLIENT_ID=%s\nexport SA_LWA_CLIENT_SECRET=%s", r.TokenURL, r.ClientID, r.ClientSecret); err != nil {
		return err
	}
	for _, region := range marketplace.Regions() {
		if err := c.print(s, r, "export SA_SPAPI_ENDPOINT_%s=%s", strings.ToUpper(string(region)), r.Endpoints[region]); err != nil {
			return err
		}
	}
	lines := make([]string, len(r.Sellers))
	for i, seller := range r.Sellers {
		lines[i] = fmt.Sprintf("%s\t%s\t%s\t%s", seller.ID, seller.Kind, seller.Region, seller.RefreshToken)
	}
	return c.table(s, nil, "\nSELLER\tKIND\tREGION\tREFRESH TOKEN", lines)
}
