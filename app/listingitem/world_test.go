package listingitem_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	amazoncatalog "sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/amazon/listings"
	listingitembridge "sellingassistant/adapters/bridge/listingitem"
	web "sellingassistant/adapters/http/listingitem"
	"sellingassistant/adapters/memory/expiring"
	app "sellingassistant/app/listingitem"
	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
	"sellingassistant/domain/restriction"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/listingitem"
	restrictionports "sellingassistant/ports/restriction"
	"sellingassistant/test/contract/upstream"
	"sellingassistant/test/openapi/checked"
)

// site serves listings items with everything that a call passes, over a scripted marketplace.
type site struct {
	*upstream.Market
	client *checked.Client
	drafts *drafts
}

// drafts has at most one draft of the team, and records its outcome.
type drafts struct {
	ready  *listingitem.Prepared
	moved  error
	broken error
	steps  []string
}

func (d *drafts) Find(_ context.Context, s account.Seller, m marketplace.ID, sku listingitem.SKU) (*ports.Prepared, error) {
	if d.ready == nil || s.ID != upstream.Seller || m != marketplace.US || sku.String() != "SKU-1" {
		return nil, nil
	}
	return &ports.Prepared{ID: 31, Version: 2, Offer: *d.ready}, nil
}

func (d *drafts) Begin(_ context.Context, _ caller.Caller, p ports.Prepared) error {
	d.steps = append(d.steps, fmt.Sprintf("begin %d.%d", p.ID, p.Version))
	return d.moved
}

func (d *drafts) Settle(ctx context.Context, _ caller.Caller, p ports.Prepared, o ports.Outcome) error {
	word := "open"
	switch {
	case o.Unsent:
		word = "unsent"
	case o.Answered:
		word = fmt.Sprint(o.Submission.Status, " ", o.Submission.ID, " ", len(o.Submission.Issues))
	}
	d.steps = append(d.steps, fmt.Sprintf("settle %d %s", p.ID, word))
	return errors.Join(ctx.Err(), d.broken)
}

var published upstream.Published

func over(t *testing.T, say func(r upstream.Request) upstream.Answer) *site {
	t.Helper()
	m := &upstream.Market{Say: say}
	c := m.Client(t)
	checks := restrictionapp.NewChecks(m, amazoncatalog.New(c).Restrictions, m.Reserve, expiring.New[restrictionports.Key, restriction.Status](clock.System{}, restrictionports.CacheFor, 10))
	own := &drafts{}
	items := app.NewListingItems(m, listingitembridge.NewPermissions(checks).Permission, amazoncatalog.New(c).ProductType, amazoncatalog.NewDefinitions(c).OwnChannel,
		listings.New(c), own)
	return &site{m, m.Serve(t, &published, web.Routes(items)), own}
}

// The steps of an offer, by where they are asked.
const (
	restrictions = "/listings/2021-08-01/restrictions"
	catalog      = "/catalog/2022-04-01/items/B000000001"
	definition   = "/definitions/2020-09-01/productTypes/LAMP"
	schema       = "/schemas/lamp"
	listing      = "/listings/2021-08-01/items/" + upstream.Seller + "/SKU-1"
	all          = "/listings/2021-08-01/items/" + upstream.Seller
)

// market answers each step well, or as a test wants it.
func market(wants map[string]upstream.Answer) func(r upstream.Request) upstream.Answer {
	return func(r upstream.Request) upstream.Answer {
		if a, ok := wants[r.Path]; ok {
			return a
		}
		switch {
		case r.Path == restrictions:
			return upstream.OK(`{"restrictions":[]}`)
		case r.Path == catalog:
			return upstream.OK(`{"asin":"B000000001","productTypes":[{"marketplaceId":"` + r.Query.Get("marketplaceIds") + `","productType":"LAMP"}]}`)
		case r.Path == definition:
			return upstream.OK(`{"schema":{"link":{"resource":"` + upstream.Host + schema + `","verb":"GET"},"checksum":"c1"}}`)
		case r.Path == schema:
			return upstream.OK(`{"properties":{"fulfillment_availability":{"items":{"properties":{"fulfillment_channel_code":{"enum":["AMAZON_NA","DEFAULT"]}}}}}}`)
		case r.Path == all:
			return upstream.OK(`{"numberOfResults":0,"items":[]}`)
		case strings.HasPrefix(r.Path, all+"/") && r.Method == http.MethodGet:
			sku, err := url.PathUnescape(strings.TrimPrefix(r.Path, all+"/"))
			if err != nil {
				return upstream.Answer{Status: 400}
			}
			return upstream.OK(`{"sku":` + quoted(sku) + `}`)
		case strings.HasPrefix(r.Path, all+"/"):
			return upstream.OK(`{"sku":"x","status":"` + map[bool]string{true: "VALID", false: "ACCEPTED"}[r.Query.Has("mode")] + `","submissionId":"s1","issues":[]}`)
		}
		return upstream.Answer{Status: 418}
	}
}

// steps returns the paths asked so far.
func (s *site) steps() []string {
	var out []string
	for _, r := range s.Requests() {
		out = append(out, strings.TrimSuffix(r.Method+" "+r.Path, " "))
	}
	return out
}

func (s *site) last() upstream.Request {
	r := s.Requests()
	return r[len(r)-1]
}

func (s *site) put(t *testing.T, query, body string) checked.Answer {
	t.Helper()
	return s.client.Do(t, checked.Call{Method: "PUT", Path: "/api/v1/listings-items/SKU-1" + query, Body: []byte(body)})
}

func (s *site) get(t *testing.T, path string) checked.Answer {
	t.Helper()
	return s.client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/listings-items" + path})
}

func (s *site) remove(t *testing.T, path string) checked.Answer {
	t.Helper()
	return s.client.Do(t, checked.Call{Method: "DELETE", Path: "/api/v1/listings-items" + path})
}
