package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	app "sellingassistant/app/webhook"
	"sellingassistant/cmd/selling-assistant/forward"
	"sellingassistant/domain/kernel/event"
	domain "sellingassistant/domain/webhook"
)

func webhooksListen(s *session) *cobra.Command {
	c := s.verb("listen", "Forward the events of a team to a program on this machine.")
	c.command.Long = `It reads the feed of a service with a key, from now on, and forwards each event as a call of a webhook, signed
with the secret that it prints first. No public address is needed. Interrupt it to end it.`
	base := c.String("url", "http://localhost:8080", "Address of the service.")
	key := c.String("key", "", "Key of the team that may read; without it the one in SA_API_KEY.")
	to := c.String("forward", "", "Address of the program.")
	types := c.String("types", "", "Types of events, comma separated, such as repricer.*; all without it.")
	c.need("forward")
	return c.runs(func(ctx context.Context) error {
		if *key == "" {
			found, err := c.apiKey()
			if err != nil {
				return err
			}
			*key = found.Reveal()
		}
		f := forward.New(s.io.out, *to, version())
		query := url.Values{"wait": {"25"}, "created_from": {time.Now().UTC().Format(time.RFC3339)}}
		if *types != "" {
			query.Set("type", *types)
		}
		return f.Listen(ctx, strings.TrimSuffix(*base, "/")+"/api/v1/events", *key, query)
	})
}

func webhooksTrigger(s *session) *cobra.Command {
	c := s.verb("trigger", "Forward the example of a type of events to a program on this machine.")
	kind := c.text("type", "Type of the event, such as purchase_order.received.")
	to := c.String("forward", "", "Address of the program.")
	c.need("forward")
	return c.runs(func(ctx context.Context) error {
		k, ok := domain.KindOf(event.Type(*kind))
		if !ok {
			return usageError{"there is no type " + *kind + "; GET /event-types lists them"}
		}
		var chance [16]byte
		if _, err := rand.Read(chance[:]); err != nil {
			return err
		}
		now := time.Now()
		e := domain.Event{ID: domain.NewEventID(now, chance), Type: k.Type, Data: k.Example, At: now}
		text, err := app.Body(e)
		if err != nil {
			return err
		}
		if !forward.New(s.io.out, *to, version()).Call(ctx, e.ID, *kind, text) {
			return errors.New("the program did not accept the event")
		}
		return nil
	})
}
