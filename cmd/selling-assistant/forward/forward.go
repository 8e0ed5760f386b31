// Package forward sends events of a running service to a program on this machine.
package forward

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
	"time"

	"sellingassistant/adapters/webhook"
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

// Forwarder calls a program on this machine.
type Forwarder struct {
	client *webhook.Client
	key    secret.Text
	to     string
	out    io.Writer
}

// New returns a forwarder to an address, and prints the secret of its calls to out.
func New(out io.Writer, to, version string) *Forwarder {
	key := "whsec_" + base64.StdEncoding.EncodeToString([]byte(rand.Text()+rand.Text()))
	fmt.Fprintf(out, "calls to %s are signed with %s\n", to, key)
	client := webhook.NewClient(webhook.Config{Version: version, Local: true}, clock.System{})
	return &Forwarder{client, secret.New(key), to, out}
}

// Call makes a call, prints its result, and reports whether the program accepted it.
func (f *Forwarder) Call(ctx context.Context, id domain.EventID, kind string, text []byte) bool {
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

// Listen forwards events until ctx ends. A feed that does not answer is asked again; the same fault
// is printed once.
func (f *Forwarder) Listen(ctx context.Context, feed, key string, query url.Values) error {
	said := ""
	for ctx.Err() == nil {
		page, refused, err := poll(ctx, feed+"?"+query.Encode(), key)
		switch {
		case refused:
			return err
		case err != nil:
			if ctx.Err() == nil && err.Error() != said {
				said = err.Error()
				fmt.Fprintln(f.out, said)
			}
			clock.Rest(ctx, pollPause)
			continue
		}
		said = ""
		for _, text := range page.Data {
			var e struct {
				ID   domain.EventID `json:"id"`
				Type string         `json:"type"`
			}
			if err := json.Unmarshal(text, &e); err != nil {
				return err
			}
			f.Call(ctx, e.ID, e.Type, text)
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
		// The whole address, which the cause names, helps nobody.
		var cause *url.Error
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return page, false, fmt.Errorf("%s does not answer, and is asked again: %w", r.URL.Host, err)
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
