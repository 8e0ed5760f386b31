package webhook

import (
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/webhook"
)

// WebhookEndpoint shows an endpoint: the address of a program that is called with events.
type WebhookEndpoint struct {
	ID             int64           `json:"id" doc:"Identifier of the endpoint."`
	URL            string          `json:"url" doc:"The address."`
	Description    *string         `json:"description" doc:"Its purpose, for people."`
	EventTypes     []string        `json:"event_types" doc:"The wanted types: a type, noun.* or *."`
	MarketplaceIDs []string        `json:"marketplace_ids" doc:"Marketplaces of the wanted events; empty means all."`
	Enabled        bool            `json:"enabled" doc:"Whether calls are made."`
	Status         string          `json:"status" enum:"active,failing,disabled" doc:"failing: the latest call failed."`
	DisabledReason *string         `json:"disabled_reason" enum:"user,failing,gone" doc:"Null while it is enabled."`
	FailingSince   *body.Time      `json:"failing_since" doc:"First failed call after the last success, or null."`
	LastSuccessAt  *body.Time      `json:"last_success_at" doc:"Last call that succeeded, or null."`
	Deliveries24h  DeliveryNumbers `json:"deliveries_24h" doc:"Deliveries of the last 24 hours by status."`
	ManagedBy      *string         `json:"managed_by" doc:"repricer_settings for the address of alerts, or null."`
	Version        int64           `json:"version" doc:"Counts the changes, for If-Match. Deliveries do not change it."`
	CreatedAt      body.Time       `json:"created_at" doc:"When the endpoint was made."`
	UpdatedAt      body.Time       `json:"updated_at" doc:"When the endpoint last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (WebhookEndpoint) LiveMembers() []string {
	return []string{"status", "failing_since", "last_success_at", "deliveries_24h"}
}

// DeliveryNumbers counts deliveries by status.
type DeliveryNumbers struct {
	Pending   int64 `json:"pending" doc:"Due now."`
	Succeeded int64 `json:"succeeded" doc:"Arrived."`
	Failed    int64 `json:"failed" doc:"Failed, and tried again later."`
	GivenUp   int64 `json:"given_up" doc:"Not tried again."`
}

// CreatedWebhookEndpoint shows a new endpoint with its secret.
type CreatedWebhookEndpoint struct {
	WebhookEndpoint
	Secret string `json:"secret" doc:"Signs the calls. GET …/secret shows it again."`
}

// marketplaceIDs takes marketplaces.
type marketplaceIDs = []body.MarketplaceID

// NewWebhookEndpoint makes an endpoint.
type NewWebhookEndpoint struct {
	URL            string                   `json:"url" minLength:"9" maxLength:"2048" doc:"A public https address."`
	Description    body.Field[string]       `json:"description,omitzero" minLength:"1" maxLength:"500" doc:"Its purpose."`
	EventTypes     []eventPattern           `json:"event_types" minItems:"1" maxItems:"50" doc:"Types, noun.* or *, once."`
	MarketplaceIDs body.Opt[marketplaceIDs] `json:"marketplace_ids,omitzero" maxItems:"30" doc:"Each once. Empty: all."`
	Enabled        body.Opt[bool]           `json:"enabled,omitzero" doc:"Whether calls are made; by default true."`
}

// WebhookEndpointPatch changes an endpoint.
type WebhookEndpointPatch struct {
	body.AtLeastOne
	URL            body.Opt[string]         `json:"url,omitzero" minLength:"9" maxLength:"2048" doc:"Public https."`
	Description    body.Field[string]       `json:"description,omitzero" minLength:"1" maxLength:"500" doc:"Or null."`
	EventTypes     body.Opt[[]eventPattern] `json:"event_types,omitzero" minItems:"1" maxItems:"50" doc:"Each once."`
	MarketplaceIDs body.Opt[marketplaceIDs] `json:"marketplace_ids,omitzero" maxItems:"30" doc:"Each once. Empty: all."`
	Enabled        body.Opt[bool]           `json:"enabled,omitzero" doc:"Whether calls are made."`
}

// WebhookSecret shows the secret of an endpoint.
type WebhookSecret struct {
	Secret        string     `json:"secret" doc:"Signs the calls to the endpoint."`
	PreviousUntil *body.Time `json:"previous_until" doc:"End of the previous secret, or null."`
}

// SecretRotation says how to change a secret.
type SecretRotation struct {
	KeepPreviousHours int `json:"keep_previous_hours" minimum:"0" maximum:"168" doc:"Hours."`
}

// WebhookAttempt shows one call.
type WebhookAttempt struct {
	At     body.Time `json:"at" doc:"When the call began."`
	MS     int64     `json:"ms" doc:"How long it took, in milliseconds."`
	Status *int64    `json:"status" doc:"Status of the answer; null without an answer."`
	Answer *string   `json:"answer" doc:"The first 4 KiB of the answer's body; null without an answer."`
	Fault  *string   `json:"fault" doc:"Why it failed, such as timeout or not_public; null for a success."`
}

// WebhookDelivery shows a delivery: an event on its way to an endpoint.
type WebhookDelivery struct {
	ID            int64      `json:"id" doc:"Identifier of the delivery."`
	EventID       string     `json:"event_id" doc:"The event."`
	Type          string     `json:"type" doc:"Type of the event."`
	Status        string     `json:"status" enum:"pending,succeeded,failed,given_up" doc:"failed: tried again later."`
	AttemptsMade  int64      `json:"attempts_made" doc:"How many calls were made."`
	NextAttemptAt *body.Time `json:"next_attempt_at" doc:"When the next call is made; null if there is none."`
	CreatedAt     body.Time  `json:"created_at" doc:"When the delivery was made."`
	EndedAt       *body.Time `json:"ended_at" doc:"When it succeeded, or was given up; else null."`
}

// WebhookDeliveryDetails shows a delivery with its body and its calls.
type WebhookDeliveryDetails struct {
	WebhookDelivery
	URL      string            `json:"url" doc:"The present address of the endpoint."`
	Headers  map[string]string `json:"headers" doc:"Headers of the calls, without time and signature."`
	Body     *SentBody         `json:"body" doc:"Body of the calls; null after 30 days."`
	Attempts []WebhookAttempt  `json:"attempts" doc:"The last 10 calls, the oldest first."`
}

// SentBody has a JSON object as it is sent.
type SentBody json.RawMessage

// MarshalJSON writes it unchanged.
func (s SentBody) MarshalJSON() ([]byte, error) { return s, nil }

// Schema describes any object.
func (SentBody) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// WebhookReplay asks for events again.
type WebhookReplay struct {
	From       body.Time                `json:"from" doc:"Events of this time or later."`
	To         body.Time                `json:"to" doc:"Events of this time or earlier."`
	Which      body.Word[webhook.Which] `json:"which" doc:"missing: events that the endpoint never got."`
	EventTypes body.Opt[[]eventPattern] `json:"event_types,omitzero" minItems:"1" maxItems:"50" doc:"Only these."`
}

// WebhookReplayed counts the deliveries of a replay.
type WebhookReplayed struct {
	Deliveries int64 `json:"deliveries" doc:"How many events are sent again, and would be in a dry run."`
}

func endpointOf(e webhook.Endpoint) WebhookEndpoint {
	v := e.Values
	return WebhookEndpoint{
		ID: int64(e.ID), URL: v.URL, Description: v.Description.Ptr(), EventTypes: body.Words[string](v.Types),
		MarketplaceIDs: body.Words[string](v.MarketplaceIDs), Enabled: v.Enabled, Status: string(v.Status()),
		DisabledReason: body.Maybe(v.DisabledReason, func(r webhook.Reason) string { return string(r) }),
		FailingSince:   body.Maybe(v.Progress.FailingSince, body.TimeOf),
		LastSuccessAt:  body.Maybe(v.Progress.LastSuccessAt, body.TimeOf),
		Deliveries24h: DeliveryNumbers{
			v.Recent[webhook.Pending], v.Recent[webhook.Succeeded], v.Recent[webhook.Failed], v.Recent[webhook.GivenUp],
		},
		ManagedBy: body.Maybe(v.ManagedBy, func(m webhook.Manager) string { return string(m) }),
		Version:   e.Version, CreatedAt: body.TimeOf(e.CreatedAt), UpdatedAt: body.TimeOf(e.UpdatedAt),
	}
}

func (n NewWebhookEndpoint) patch() webhook.EndpointPatch {
	return webhook.EndpointPatch{
		URL: optional.Put(n.URL), Description: n.Description.Field,
		Types: optional.Put(body.Words[webhook.Pattern](n.EventTypes)), Enabled: n.Enabled.Field,
		MarketplaceIDs: marketplacesOf(n.MarketplaceIDs),
	}
}

func (p WebhookEndpointPatch) patch() webhook.EndpointPatch {
	return webhook.EndpointPatch{
		URL: p.URL.Field, Description: p.Description.Field,
		Types: optional.Map(p.EventTypes.Field, body.Words[webhook.Pattern, eventPattern]), Enabled: p.Enabled.Field,
		MarketplaceIDs: marketplacesOf(p.MarketplaceIDs),
	}
}

func marketplacesOf(o body.Opt[marketplaceIDs]) optional.Field[[]marketplace.ID] {
	return optional.Map(o.Field, body.Words[marketplace.ID, body.MarketplaceID])
}

func secretOf(s app.Secret) WebhookSecret {
	return WebhookSecret{Secret: s.Text.Reveal(), PreviousUntil: body.NullTime(s.PreviousUntil)}
}

func attemptOf(a webhook.Attempt) WebhookAttempt {
	out := WebhookAttempt{
		At: body.TimeOf(a.At), MS: a.Took.Milliseconds(),
		Fault: body.Maybe(a.Failure, func(f webhook.Failure) string { return string(f) }),
	}
	if a.Status != 0 {
		out.Status, out.Answer = &a.Status, &a.Answer
	}
	return out
}

func deliveryOf(d webhook.Delivery) WebhookDelivery {
	return WebhookDelivery{
		ID: int64(d.ID), EventID: string(d.Event), Type: string(d.Type), Status: string(d.Status), AttemptsMade: d.Attempts,
		NextAttemptAt: body.Maybe(d.NextAt, body.TimeOf), CreatedAt: body.TimeOf(d.CreatedAt),
		EndedAt: body.Maybe(d.EndedAt, body.TimeOf),
	}
}

func deliveryDetailsOf(d app.Delivery) WebhookDeliveryDetails {
	out := WebhookDeliveryDetails{
		WebhookDelivery: deliveryOf(d.Delivery), URL: d.URL, Attempts: body.Each(d.Attempts, attemptOf),
		Headers: map[string]string{"content-type": "application/json", "webhook-id": string(d.Event)},
	}
	if d.Body != nil {
		out.Body = new(SentBody(d.Body))
	}
	return out
}

func (r WebhookReplay) replay(dry bool) app.Replay {
	return app.Replay{
		From: r.From.Time(), To: r.To.Time(), Which: webhook.Which(r.Which), DryRun: dry,
		Types: optional.Map(r.EventTypes.Field, body.Words[webhook.Pattern, eventPattern]).Maybe().Or(nil),
	}
}

func exampleEndpoint() WebhookEndpoint {
	return WebhookEndpoint{
		ID: 1, URL: "https://example.com/hooks/selling-assistant", Description: new("Stock program"),
		EventTypes: []string{"inventory_product.*", "purchase_order.received"}, Enabled: true,
		MarketplaceIDs: []string{}, Status: "active",
		LastSuccessAt: new(body.Time("2026-11-23T12:00:00.000000Z")), Deliveries24h: DeliveryNumbers{Succeeded: 41},
		Version: 1, CreatedAt: "2026-11-02T08:00:00.000000Z", UpdatedAt: "2026-11-02T08:00:00.000000Z",
	}
}

const exampleSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" //nolint:gosec // an example

func exampleDelivery() WebhookDelivery {
	return WebhookDelivery{
		ID: 1, EventID: exampleEventID, Type: string(event.PurchaseOrderStatusChanged), Status: "failed", AttemptsMade: 1,
		NextAttemptAt: new(body.Time("2026-11-23T12:00:05.400000Z")), CreatedAt: "2026-11-23T12:00:00.100000Z",
	}
}

func exampleDetails() WebhookDeliveryDetails {
	text, _ := body.JSON(exampleEvent())
	return WebhookDeliveryDetails{
		WebhookDelivery: exampleDelivery(), URL: exampleEndpoint().URL, Body: new(SentBody(text)),
		Headers:  map[string]string{"content-type": "application/json", "webhook-id": exampleEventID},
		Attempts: []WebhookAttempt{exampleAttempt(503, "bad_status")},
	}
}

func exampleAttempt(status int64, why string) WebhookAttempt {
	a := webhook.Attempt{
		At: time.Date(2026, 11, 23, 12, 0, 0, 200_000_000, time.UTC), Took: 84 * time.Millisecond, Status: status,
	}
	if why != "" {
		a.Failure = optional.Some(webhook.Failure(why))
	}
	return attemptOf(a)
}
