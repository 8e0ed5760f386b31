package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

func simulateMarketplace(s *session) *cobra.Command {
	c := s.printing("marketplace", "Speak Amazon's and Keepa's wire protocols from a made-up world.")
	addr := c.String("addr", "127.0.0.1:8090", "Address to listen on.")
	control := c.String("control", "", "Loopback address of the control interface: faults, clock, counters.")
	var world simulator.Config
	c.Uint64Var(&world.Seed, "seed", 1, "Seed of the world.")
	speed := c.Float64("speed", 1, "How much faster than ours its clock runs.")
	limits := c.String("limits", "published", "Call limits: published, scaled=N (N times as many calls) or off.")
	c.IntVar(&world.Products, "products", 10_000, "Size of the catalogue, at most 1,000,000.")
	c.IntVar(&world.Enormous, "enormous", 50_000, "Listings of the enormous account of each region, at most 1,000,000.")
	c.BoolVar(&world.Sales, "sales", false, "Let buyers buy the sellers' offers, and tell the sellers of their orders.")
	c.IntVar(&world.KeepaRate, "keepa-rate", 20, "Tokens a minute of the price history provider, at most 10,000.")
	c.StringVar(&world.Redirect, "redirect", "http://127.0.0.1:8080/connect/amazon/return", "Where sellers who grant access in the browser are sent back to.")
	c.check = func() error {
		var known bool
		world.Limits, known = limitsOf(*limits)
		switch {
		case !known:
			return usageError{"--limits: must be published, scaled=N or off"}
		case world.Products < 1 || world.Products > simulator.MaxProducts:
			return usageError{fmt.Sprintf("--products must be 1 to %d", simulator.MaxProducts)}
		case world.Enormous < 1 || world.Enormous > simulator.MaxProducts:
			return usageError{fmt.Sprintf("--enormous must be 1 to %d", simulator.MaxProducts)}
		case world.KeepaRate < 1 || world.KeepaRate > 10_000:
			return usageError{"--keepa-rate must be 1 to 10000"}
		case *speed < 0:
			return usageError{"--speed must not be negative"}
		}
		return nil
	}
	return c.runs(func(ctx context.Context) error {
		world.Clock = simulator.NewClock(time.Now(), *speed)
		return c.simulate(ctx, world, *addr, *control)
	})
}

// limitsOf reads the handling of the published limits; it returns false for another word.
func limitsOf(text string) (simulator.Limits, bool) {
	switch text {
	case "published":
		return simulator.Limits{}, true
	case "off":
		return simulator.Limits{Off: true}, true
	}
	number, scaled := strings.CutPrefix(text, "scaled=")
	scale, err := strconv.ParseFloat(number, 64)
	return simulator.Limits{Scale: scale}, scaled && err == nil && scale > 0 && scale <= 1e6
}

// simulated has the settings that a program needs to use the simulated marketplace.
type simulated struct {
	simulator.Addresses
	ControlURL       string             `json:"control_url,omitempty"`
	NotificationsURL string             `json:"notifications_url"`
	ClientID         string             `json:"client_id"`
	ClientSecret     string             `json:"client_secret"`
	ApplicationID    string             `json:"application_id"`
	KeepaKey         string             `json:"keepa_key"`
	Sellers          []simulator.Seller `json:"sellers"`
}

// simulate serves until a signal. All printed values are made up, the secrets too.
func (v *verb) simulate(ctx context.Context, cfg simulator.Config, addr, control string) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	world := simulator.New(cfg)
	server, err := world.Listen(addr, control)
	if err != nil {
		return err
	}
	result := simulated{
		server.Addresses, server.ControlURL, server.NotificationsURL(), simulator.ClientID, simulator.ClientSecret,
		simulator.ApplicationID, simulator.KeepaKey, world.Sellers(),
	}
	if err := v.announceWorld(result); err != nil {
		return errors.Join(err, server.Close())
	}
	<-ctx.Done()
	return server.Close()
}

func (v *verb) announceWorld(r simulated) error {
	if v.json {
		return v.print(r, "")
	}
	settings := [][2]string{{"SA_LWA_TOKEN_URL", r.TokenURL}, {"SA_LWA_CLIENT_ID", r.ClientID}, {"SA_LWA_CLIENT_SECRET", r.ClientSecret}}
	for _, region := range marketplace.Regions() {
		settings = append(settings, [2]string{"SA_SPAPI_ENDPOINT_" + strings.ToUpper(string(region)), r.Endpoints[region]})
	}
	settings = append(
		settings, [2]string{"SA_AMAZON_APP_ID", r.ApplicationID}, [2]string{"SA_SELLER_CENTRAL_URL", r.SellerCentralURL},
		[2]string{"SA_NOTIFICATIONS_URL", r.NotificationsURL}, [2]string{"SA_NOTIFICATIONS_ARN", r.QueueARN},
		[2]string{"SA_KEEPA_URL", r.KeepaURL}, [2]string{"SA_KEEPA_KEY", r.KeepaKey},
	)
	lines := make([]string, len(settings))
	for i, one := range settings {
		lines[i] = "export " + one[0] + "=" + one[1]
	}
	if err := v.print(r, "The simulated marketplace listens. To use it:\n\n%s", strings.Join(lines, "\n")); err != nil {
		return err
	}
	if r.ControlURL != "" {
		if err := v.print(r, "\nIts control interface is %s", r.ControlURL); err != nil {
			return err
		}
	}
	return table(v, r.Sellers, "\nSELLER\tKIND\tREGION\tREFRESH TOKEN", func(s simulator.Seller) (simulator.Seller, string) {
		return s, fmt.Sprintf("%s\t%s\t%s\t%s", s.ID, s.Kind, s.Region, s.RefreshToken)
	})
}
