package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/adapters/webhook"
	app "sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/secret"
	domain "sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/webhook"
)

const (
	// pollWithin bounds a call of the feed, which waits up to 25 seconds for an event.
	pollWithin = 40 * time.Second
	// pollPause follows a call that failed.
	pollPause = 2 * time.Second
	// mostPage bounds an answer of the feed, in bytes: 50 events of 64 KiB.
	mostPage = 4 << 20
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
			for _, entry := range s.environ {
				if value, ok := strings.CutPrefix(entry, "SA_API_KEY="); ok {
					*key = value
				}
			}
		}
		if *key == "" {
			return usageError{"--key or SA_API_KEY is required"}
		}
		f := newForwarder(s.io.out, *to)
		query := url.Values{"wait": {"25"}, "created_from": {time.Now().UTC().Format(time.RFC3339)}}
		if *types != "" {
			query.Set("type", *types)
		}
		return f.listen(ctx, strings.TrimSuffix(*base, "/")+"/api/v1/events", *key, query)
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
		if !newForwarder(s.io.out, *to).forward(ctx, e.ID, *kind, text) {
			return errors.New("the program did not accept the event")
		}
		return nil
	})
}

// forwarder calls a program on this machine.
type forwarder struct {
	client *webhook.Client
	key    secret.Text
	to     string
	out    io.Writer
}

// newForwarder prints the secret of its calls.
func newForwarder(out io.Writer, to string) *forwarder {
	key := "whsec_" + base64.StdEncoding.EncodeToString([]byte(rand.Text()+rand.Text()))
	fmt.Fprintf(out, "calls to %s are signed with %s\n", to, key)
	client := webhook.NewClient(webhook.Config{Version: version(), Local: true}, clock.System{})
	return &forwarder{client, secret.New(key), to, out}
}

// forward makes a call, prints its result, and reports whether the program accepted it.
func (f *forwarder) forward(ctx context.Context, id domain.EventID, kind string, text []byte) bool {
	a := f.client.Call(ctx, ports.Call{To: f.to, ID: id, Body: text, Keys: []secret.Text{f.key}})
	result := fmt.Sprint(a.Status)
	if a.Status == 0 {
		result = string(a.Failure.Or(domain.Broken))
	}
	fmt.Fprintf(f.out, "%s %s %s %s\n", a.At.Format(time.TimeOnly), id, kind, result)
	return a.OK()
}

// feedPage has the members of an answer of the feed that are needed.
type feedPage struct {
	Data []json.RawMessage `json:"data"`
	Meta struct {
		NextCursor string `json:"next_cursor"`
	} `json:"meta"`
	Detail string `json:"detail"`
}

// listen forwards events until ctx ends. A feed that does not answer is asked again.
func (f *forwarder) listen(ctx context.Context, feed, key string, query url.Values) error {
	for ctx.Err() == nil {
		page, refused, err := poll(ctx, feed+"?"+query.Encode(), key)
		switch {
		case refused:
			return err
		case err != nil:
			if ctx.Err() == nil {
				fmt.Fprintln(f.out, err)
			}
			clock.Rest(ctx, pollPause)
			continue
		}
		for _, text := range page.Data {
			var e struct {
				ID   domain.EventID `json:"id"`
				Type string         `json:"type"`
			}
			if err := json.Unmarshal(text, &e); err != nil {
				return err
			}
			f.forward(ctx, e.ID, e.Type, text)
		}
		if page.Meta.NextCursor != "" {
			query.Set("cursor", page.Meta.NextCursor)
		}
	}
	return nil
}

// poll reads a page of the feed. refused says that asking again does not help.
func poll(ctx context.Context, address, key string) (page feedPage, refused bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, pollWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return page, true, err
	}
	r.Header.Set("X-Api-Key", key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return page, false, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostPage))
	if err != nil {
		return page, false, err
	}
	err = json.Unmarshal(text, &page)
	if answer.StatusCode != http.StatusOK {
		refused = answer.StatusCode < http.StatusInternalServerError && answer.StatusCode != http.StatusTooManyRequests
		return page, refused, fmt.Errorf("the service answers %d: %s", answer.StatusCode, page.Detail)
	}
	return page, false, err
}
