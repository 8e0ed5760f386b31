package compose

import (
	"encoding/base64"
	"fmt"

	"go.uber.org/fx"

	webhookhttp "sellingassistant/adapters/http/webhook"
	"sellingassistant/adapters/persistence/db"
	webhookstore "sellingassistant/adapters/persistence/webhook"
	"sellingassistant/adapters/webhook"
	app "sellingassistant/app/webhook"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	domain "sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

// webhookModule reports events to users' programs.
var webhookModule = fx.Module("webhook",
	fx.Provide(
		as[ports.Events](webhookstore.NewEvents),
		as[ports.Endpoints](webhookstore.NewEndpoints),
		as[ports.Deliveries](webhookstore.NewDeliveries),
		func(s *db.Store) tx.Ender { return s },
		func(s secrets) ports.Secrets { return endpointSecrets{s} },
		fx.Annotate(newWebhookClient, fx.As(fx.Self()), fx.As(new(ports.Caller))),
		func(cfg config.Config) app.Plain { return app.Plain(cfg.WebhookLocal) },
		app.NewWanted, as[event.Log](app.NewLog),
		app.NewFeed, filled[app.EndpointParts](), app.NewEndpoints,
		app.NewFanOut, filled[app.DelivererParts](), app.NewDeliverer,
		fx.Annotate(func(f *app.FanOut, d *app.Deliverer) []jobs.Handler { return app.Handlers(f, d) },
			fx.ResultTags(`group:"job_handlers,flatten"`)),
		fx.Annotate(app.Periodic, fx.ResultTags(`group:"periodic_jobs,flatten"`)),
	),
	routes(webhookhttp.EventRoutes), routes(webhookhttp.EndpointRoutes),
)

func newWebhookClient(cfg config.Config, o Options, clk clock.Clock) *webhook.Client {
	return webhook.NewClient(webhook.Config{Version: o.Version, Local: cfg.WebhookLocal}, clk)
}

// endpointSecrets derives the secrets of endpoints. They follow from the secret key and are not
// stored.
type endpointSecrets struct{ s secrets }

// Keys returns the secret of a generation by the present key, and by the older key if there is one.
func (e endpointSecrets) Keys(team id.Team, endpoint domain.EndpointID, generation int64) []secret.Text {
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
