package main

import (
	"errors"
	"fmt"
	"os/signal"
	"strconv"
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
	Addr     string          `default:"127.0.0.1:8090" help:"Address to listen on."`
	Control  string          `default:"" help:"Loopback address of the control interface: faults, clock, counters."`
	Seed     uint64          `default:"1" help:"Seed of the world."`
	Speed    float64         `default:"1" help:"How much faster than ours its clock runs."`
	Limits   simulatedLimits `default:"published" help:"Call limits: published, scaled=N (N times as many calls) or off."`
	Products int             `default:"10000" help:"Size of the catalogue, at most 1,000,000."`
	Enormous int             `default:"50000" help:"Listings of the enormous account of each region, at most 1,000,000."`
	Sales    bool            `help:"Let buyers buy the sellers' offers, and tell the sellers of their orders."`
	Redirect string          `default:"http://127.0.0.1:8080/connect/amazon/return" help:"Where sellers who grant access in the browser are sent back to."`
}

// Validate is called by the command line.
func (c simulateMarketplace) Validate() error {
	switch {
	case c.Products < 1 || c.Products > simulator.MaxProducts:
		return fmt.Errorf("--products must be 1 to %d", simulator.MaxProducts)
	case c.Enormous < 1 || c.Enormous > simulator.MaxProducts:
		return fmt.Errorf("--enormous must be 1 to %d", simulator.MaxProducts)
	case c.Speed < 0:
		return errors.New("--speed must not be negative")
	}
	return nil
}

// simulatedLimits is how the published limits are kept.
type simulatedLimits struct{ simulator.Limits }

// UnmarshalText implements encoding.TextUnmarshaler.
func (l *simulatedLimits) UnmarshalText(b []byte) error {
	switch text := string(b); text {
	case "published":
		l.Limits = simulator.Limits{}
	case "off":
		l.Limits = simulator.Limits{Off: true}
	default:
		number, ok := strings.CutPrefix(text, "scaled=")
		scale, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil || !(scale > 0 && scale <= 1e6) {
			return errors.New("must be published, scaled=N or off")
		}
		l.Limits = simulator.Limits{Scale: scale}
	}
	return nil
}

// simulated is what a program needs to use the simulated marketplace.
type simulated struct {
	simulator.Addresses
	ControlURL       string             `json:"control_url,omitempty"`
	NotificationsURL string             `json:"notifications_url"`
	ClientID         string             `json:"client_id"`
	ClientSecret     string             `json:"client_secret"`
	ApplicationID    string             `json:"application_id"`
	Sellers          []simulator.Seller `json:"sellers"`
}

// Run serves until a signal. Everything it prints is made up, the secrets too.
func (c simulateMarketplace) Run(s *session) error {
	ctx, stop := signal.NotifyContext(s.ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	world := simulator.New(simulator.Config{
		Seed: c.Seed, Clock: simulator.NewClock(time.Now(), c.Speed), Limits: c.Limits.Limits, Products: c.Products,
		Enormous: c.Enormous, Redirect: c.Redirect, Sales: c.Sales,
	})
	server, err := world.Listen(c.Addr, c.Control)
	if err != nil {
		return err
	}
	result := simulated{
		server.Addresses, server.ControlURL, server.NotificationsURL(), simulator.ClientID, simulator.ClientSecret,
		simulator.ApplicationID, world.Sellers(),
	}
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
	settings := [][2]string{{"SA_LWA_TOKEN_URL", r.TokenURL}, {"SA_LWA_CLIENT_ID", r.ClientID}, {"SA_LWA_CLIENT_SECRET", r.ClientSecret}}
	for _, region := range marketplace.Regions() {
		settings = append(settings, [2]string{"SA_SPAPI_ENDPOINT_" + strings.ToUpper(string(region)), r.Endpoints[region]})
	}
	settings = append(
		settings, [2]string{"SA_AMAZON_APP_ID", r.ApplicationID}, [2]string{"SA_SELLER_CENTRAL_URL", r.SellerCentralURL},
		[2]string{"SA_NOTIFICATIONS_URL", r.NotificationsURL}, [2]string{"SA_NOTIFICATIONS_ARN", r.QueueARN},
	)
	lines := make([]string, len(settings))
	for i, one := range settings {
		lines[i] = "export " + one[0] + "=" + one[1]
	}
	if err := c.print(s, r, "The simulated marketplace listens. To use it:\n\n%s", strings.Join(lines, "\n")); err != nil {
		return err
	}
	if r.ControlURL != "" {
		if err := c.print(s, r, "\nIts control interface is %s", r.ControlURL); err != nil {
			return err
		}
	}
	rows := make([]string, len(r.Sellers))
	for i, seller := range r.Sellers {
		rows[i] = fmt.Sprintf("%s\t%s\t%s\t%s", seller.ID, seller.Kind, seller.Region, seller.RefreshToken)
	}
	return c.table(s, nil, "\nSELLER\tKIND\tREGION\tREFRESH TOKEN", rows)
}
