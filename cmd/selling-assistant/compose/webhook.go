package compose

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"go.uber.org/fx"

	webhookbridge "sellingassistant/adapters/bridge/webhook"
	"sellingassistant/adapters/http/httpx"
	webhookhttp "sellingassistant/adapters/http/webhook"
	"sellingassistant/adapters/persistence/db"
	webhookstore "sellingassistant/adapters/persistence/webhook"
	"sellingassistant/adapters/webhook"
	app "sellingassistant/app/webhook"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/caller"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	domain "sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

// webhookModule reports events to users' programs.
var webhookModule = fx.Module("webhook",
	fx.Provide(
		as[ports.Events](webhookstore.NewEvents),
		as[ports.Endpoints](webhookstore.NewEndpoints),
		as[ports.Deliveries](webhookstore.NewDeliveries),
		func(s *db.Store) tx.AtEnd { return s.AtEnd },
		func(s secrets, alerts WebhookSecrets) ports.Secrets { return endpointSecrets{s, alerts}.Keys },
		app.NewManaged,
		func(cfg config.Config, o Options, clk clock.Clock) ports.Caller {
			return newWebhookClient(cfg, o, clk).Call
		},
		func(cfg config.Config) app.Plain { return app.Plain(cfg.WebhookLocal) },
		as[ports.Changes](webhookstore.NewChanges),
		method(webhookstore.NewStates, func(s *webhookstore.States) ports.ReplaceStates { return s.Replace }),
		filled[webhookbridge.FactParts](), as[ports.Facts](webhookbridge.NewFacts), app.NewWatch,
		func() *shownRecords { return &shownRecords{} },
		func(s *shownRecords) ports.Objects { return s.Of },
		app.NewWanted, filled[app.LogParts](), as[event.Log](app.NewLog),
		app.NewFeed, filled[app.EndpointParts](), app.NewEndpoints,
		app.NewBodies, app.NewFanOut, app.NewGathering, filled[app.DelivererParts](), app.NewDeliverer,
		fx.Annotate(app.Handlers, fx.ResultTags(`group:"job_handlers,flatten"`)),
		fx.Annotate(app.Periodic, fx.ResultTags(`group:"periodic_jobs,flatten"`)),
	),
	routes(webhookhttp.EventRoutes), routes(webhookhttp.EndpointRoutes),
)

func newWebhookClient(cfg config.Config, o Options, clk clock.Clock) *webhook.Client {
	return webhook.NewClient(webhook.Config{Version: o.Version, Local: cfg.WebhookLocal}, clk)
}

// endpointSecrets derives the secrets of endpoints. They follow from the secret key and are not
// stored.
type endpointSecrets struct {
	s      secrets
	alerts WebhookSecrets
}

// Keys returns the secret of a generation by the present key, and by the older key if there is one.
// Generation 0 has the secret of alerts.
func (e endpointSecrets) Keys(team id.Team, endpoint domain.EndpointID, generation int64) []secret.Text {
	if generation == 0 {
		return e.alerts(team)
	}
	return signing(e.s, fmt.Sprintf("webhook/%d/%d/%d", team, endpoint, generation))
}

// signing returns the secrets of a purpose in the form of Standard Webhooks, the newest first.
func signing(s secrets, purpose string) []secret.Text {
	key, older := s.derive(purpose)
	var out []secret.Text
	for _, k := range append([][]byte{key}, older...) {
		out = append(out, secret.New("whsec_"+base64.StdEncoding.EncodeToString(k)))
	}
	return out
}

// shownRecords shows the records of events by the operations of the server.
type shownRecords struct {
	// The server appears here after its operations are registered, before the first event.
	server *httpx.Server
}

// showers maps the nouns of types to the operations that get their records.
var showers = map[string]string{
	"sku": "getSku", "inventory_product": "getInventoryProduct", "listing": "getListing", "listing_draft": "getListing",
	"document": "getDocument", "repricer": "getRepricerProduct", "purchase_order": "getPurchaseOrder",
	"supplier_offer": "getSupplierOffer", "price_list": "getAnalysis", "webhook_endpoint": "getWebhookEndpoint",
}

// mostShown bounds the records that one transaction shows, because each is read alone.
const mostShown = 20

// Of reads the records one by one. A record that the team cannot see is left out.
func (r *shownRecords) Of(ctx context.Context, team id.Team, t kernel.Type, ids []int64) (map[int64][]byte, error) {
	operation, ok := showers[t.Noun()]
	out := map[int64][]byte{}
	if !ok || r.server == nil || len(ids) > mostShown || settingsTypes[t] {
		return out, nil
	}
	for _, n := range ids {
		text, err := r.shown(ctx, team, operation, n)
		if f, refused := fault.As(err); refused && f.Kind != fault.Unavailable {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[n] = text
	}
	return out, nil
}

// shown reads a record as its GET shows it.
func (r *shownRecords) shown(ctx context.Context, team id.Team, operation string, record int64) ([]byte, error) {
	who := caller.Caller{Team: team, Scopes: []caller.Scope{caller.Read}}
	text, err := r.server.Answer(ctx, who, operation, nil, strconv.FormatInt(record, 10))
	if err != nil {
		return nil, err
	}
	var answer struct {
		Data json.RawMessage `json:"data"`
	}
	err = json.Unmarshal(text, &answer)
	return answer.Data, err
}

// Ask answers an operation to a user.
func (r *shownRecords) Ask(
	ctx context.Context, who caller.Caller, operation string, query map[string]string,
) ([]byte, error) {
	values := url.Values{}
	for name, value := range query {
		values.Set(name, value)
	}
	return r.server.Answer(ctx, who, operation, values, "")
}

// settingsTypes lists the types of the repricer that are not about a row.
var settingsTypes = map[kernel.Type]bool{
	kernel.RepricerStopped: true, kernel.RepricerStarted: true, kernel.RepricerSettingsUpdated: true,
}
