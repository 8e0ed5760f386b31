package compose

import (
	"encoding/base64"
	"fmt"

	"go.uber.org/fx"

	"sellingassistant/adapters/mail"
	alertsstore "sellingassistant/adapters/persistence/repricer/alerts"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/adapters/webhook"
	"sellingassistant/app/repricer/alerts"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	domain "sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	alertsports "sellingassistant/ports/repricer/alerts"
)

// repricerAlerts tells people what happens to their prices.
var repricerAlerts = fx.Options(
	fx.Provide(
		fx.Annotate(alertsstore.NewAlerts, fx.As(new(alertsports.Alerts))),
		fx.Annotate(telemetry.NewAlertWatch, fx.As(new(alertsports.Metrics))),
		newWebhookSecrets, newNotifiers, alerts.NewAlerts, filled[alerts.TellerParts](), alerts.NewTeller,
		fx.Annotate(func(t *alerts.Teller) []jobs.Handler { return t.Handlers() }, fx.ResultTags(`group:"job_handlers,flatten"`)),
		fx.Annotate(func(t *alerts.Teller) []jobs.Periodic { return t.Periodic() }, fx.ResultTags(`group:"periodic_jobs,flatten"`)),
	),
)

// WebhookSecrets are what calls to a team's webhook are signed with: the secret
// that the team is given, and the one before while the secret key is changed. They
// follow from the secret key and are stored nowhere.
type WebhookSecrets func(id.Team) []secret.Text

func newWebhookSecrets(s secrets) WebhookSecrets {
	return func(team id.Team) []secret.Text {
		key, older := s.derive(fmt.Sprintf("webhook/%d", team))
		var out []secret.Text
		for _, k := range append([][]byte{key}, older...) {
			out = append(out, secret.New("whsec_"+base64.StdEncoding.EncodeToString(k)))
		}
		return out
	}
}

// newNotifiers has the channels of this installation: mail needs a server.
func newNotifiers(cfg config.Config, o Options, keys WebhookSecrets, clk clock.Clock) (alertsports.Notifiers, error) {
	all := alertsports.Notifiers{
		domain.ChannelWebhook: webhook.New(webhook.Config{Keys: keys, Version: o.Version, Local: cfg.WebhookLocal}, clk),
	}
	if cfg.SMTPURL.Empty() {
		return all, nil
	}
	letters, err := mail.New(mail.Config{Server: cfg.SMTPURL, From: cfg.MailFrom})
	if err != nil {
		return nil, fmt.Errorf("SA_SMTP_URL %w", err)
	}
	all[domain.ChannelEmail] = letters
	return all, nil
}
