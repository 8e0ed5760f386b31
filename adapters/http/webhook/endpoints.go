package webhook

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
)

var byCreation = records.Sortable{Fields: []string{"created_at", "id"}, Default: "-created_at"}

type listEndpointsInput struct {
	records.RecordInput
	Status []body.Word[webhook.Status] `query:"status" maxItems:"3" doc:"Any of these statuses."`
}

type endpointInput struct {
	ID int64 `path:"id" minimum:"1"`
}

func (input endpointInput) endpoint() webhook.EndpointID { return webhook.EndpointID(input.ID) }

type rotateInput struct {
	endpointInput
	Body SecretRotation
}

type listDeliveriesInput struct {
	endpointInput
	records.ListInput
	records.MadeInput
	Status []body.Word[webhook.DeliveryStatus] `query:"status" maxItems:"4" doc:"Any of these statuses."`
	Type   []eventPattern                      `query:"type" maxItems:"50" doc:"Any of these types."`
}

type deliveryInput struct {
	endpointInput
	DeliveryID int64 `path:"delivery_id" minimum:"1" example:"1" doc:"Identifier of the delivery."`
}

type replayInput struct {
	endpointInput
	DryRun bool `query:"dry_run" doc:"Count, and send nothing."`
	Body   WebhookReplay
}

// acceptedOut answers work that goes on after the call.
type acceptedOut[T any] struct {
	Status   int
	Location string `header:"Location" doc:"Where to look for the result."`
	Body     body.One[T]
}

const (
	endpointsPath = "/webhook-endpoints"
	pingTimeout   = 20 * time.Second
	replayTimeout = time.Minute
)

type endpoints struct {
	records.Kind
	app *app.Endpoints
}

// EndpointRoutes registers the operations of endpoints and their deliveries.
func EndpointRoutes(use *app.Endpoints) httpx.Routes {
	return func(r *httpx.Router) {
		h := endpoints{records.Kind{Router: r, Path: endpointsPath, Group: group, Noun: "webhook endpoint"}, use}
		h.records()
		h.secrets()
		h.deliveries()
	}
}

// own describes an operation of one endpoint.
func (h endpoints) own(method, path string, op httpx.Operation) httpx.Operation {
	op.Method, op.Path, op.Group, op.Beta, op.Noun = method, h.Path+"/{id}"+path, h.Group, true, h.Noun
	op.Errors = append(op.Errors, http.StatusNotFound)
	return op
}

func (h endpoints) records() {
	shown := records.Shown[webhook.Endpoint, WebhookEndpoint]{
		Of: endpointOf, Example: exampleEndpoint(), Place: webhook.Endpoint.Place, Live: true,
	}
	made := records.Shown[webhook.Endpoint, CreatedWebhookEndpoint]{
		Of: func(e webhook.Endpoint) CreatedWebhookEndpoint {
			return CreatedWebhookEndpoint{endpointOf(e), h.app.NewSecret(e).Reveal()}
		},
		Example: CreatedWebhookEndpoint{exampleEndpoint(), exampleSecret}, Place: webhook.Endpoint.Place,
	}
	records.List(h.Kind, httpx.Operation{
		ID: "listWebhookEndpoints", Summary: "List webhook endpoints",
		Description: "Lists the addresses that are called with the team's events, the newest first. It is an extra " +
			"of this service.",
	}, byCreation, endpointOf, exampleEndpoint(), func(
		ctx context.Context, who caller.Caller, input *listEndpointsInput, req page.Request,
	) (page.Page[webhook.Endpoint], error) {
		return h.app.List(ctx, who, webhook.EndpointFilter{Statuses: body.Words[webhook.Status](input.Status)}, req)
	})
	records.Create(h.Kind, httpx.Operation{
		ID: "createWebhookEndpoint", Summary: "Create a webhook endpoint", Secret: true,
		Description: "Makes an endpoint that is called with each wanted event from now on.\n\nevent_types has types of " +
			"GET /event-types, noun.* or *. marketplace_ids narrows them to marketplaces; events without a marketplace " +
			"always come. url is an https address without a user name; description is on one line, " +
			"not blank. Calls are signed by the rules of Standard Webhooks with the secret in the answer. Beyond 20 " +
			"endpoints of a team this is 422 limit_reached. It is an extra of this service.\n\n" +
			"An answer of 2xx within 10 seconds is a success. Other calls are made again after 5 seconds, 5 and 30 " +
			"minutes, 2, 5, 10 and 10 hours. An endpoint that answers 410 is disabled with the reason gone, and one " +
			"that fails for five days with the reason failing.",
		RequestExample: NewWebhookEndpoint{
			URL: "https://example.com/hooks/selling-assistant", Description: body.FieldOf("Stock program"),
			EventTypes: []eventPattern{"inventory_product.*", "purchase_order.received"},
		},
		Errors: []int{http.StatusUnprocessableEntity},
	}, made, func(ctx context.Context, who caller.Caller, input *NewWebhookEndpoint) (webhook.Endpoint, error) {
		return h.app.Create(ctx, who, input.patch())
	})
	records.Get(h.Kind, httpx.Operation{
		ID: "getWebhookEndpoint", Summary: "Get a webhook endpoint",
		Description: "Returns an endpoint with its status and the numbers of its deliveries. The address of the repricer's " +
			"alerts is an endpoint too, with managed_by repricer_settings: changes, rotation, deletion, retry and replay " +
			"of it are 422 invalid_state. It is an extra of this service.",
	}, shown, h.app.Get)
	records.Update(h.Kind, httpx.Operation{
		ID: "updateWebhookEndpoint", Summary: "Update a webhook endpoint",
		Description: "Changes the members that are given. With enabled it disables an endpoint, or calls it again with the " +
			"events from now on. url is an https address without a user name; description is on one line, not blank. " +
			"It is an extra of this service.",
		RequestExample: WebhookEndpointPatch{EventTypes: body.OptOf([]eventPattern{"*"})},
	}, shown, func(
		ctx context.Context, who caller.Caller, endpoint webhook.EndpointID, input *WebhookEndpointPatch, ifMatch *int64,
	) (webhook.Endpoint, error) {
		return h.app.Update(ctx, who, endpoint, input.patch(), ifMatch)
	})
	records.Delete(h.Kind, httpx.Operation{
		ID: "deleteWebhookEndpoint", Summary: "Delete a webhook endpoint",
		Description: "Deletes an endpoint. Deliveries that wait are not sent. It is an extra of this service.",
		Errors:      []int{http.StatusUnprocessableEntity},
	}, h.app.Delete)
}

func (h endpoints) secrets() {
	httpx.Register(h.Router, h.own(http.MethodGet, "/secret", httpx.Operation{
		ID: "getWebhookSecret", Summary: "Get the secret of a webhook endpoint", Writes: true,
		Description: "Shows the secret that signs the calls. It needs a key that may write, and leaves a line in the " +
			"audit trail. It is an extra of this service.",
		Example: body.One[WebhookSecret]{Data: WebhookSecret{Secret: exampleSecret}},
	}), httpx.AnswerOne(secretOf, func(ctx context.Context, who caller.Caller, input *endpointInput) (app.Secret, error) {
		return h.app.Secret(ctx, who, input.endpoint())
	}))
	httpx.Register(h.Router, h.own(http.MethodPost, "/rotate-secret", httpx.Operation{
		ID: "rotateWebhookSecret", Summary: "Rotate the secret of a webhook endpoint", Secret: true,
		Errors: []int{http.StatusUnprocessableEntity},
		Description: "Makes a new secret. For keep_previous_hours calls have a signature by each of the two secrets, " +
			"so that the receiver can change without losing a call. It is an extra of this service.",
		RequestExample: SecretRotation{KeepPreviousHours: 24},
		Example: body.One[WebhookSecret]{Data: WebhookSecret{
			Secret: exampleSecret, PreviousUntil: new(body.Time("2026-11-24T12:00:00.000000Z")),
		}},
	}), httpx.AnswerOne(secretOf, func(ctx context.Context, who caller.Caller, input *rotateInput) (app.Secret, error) {
		return h.app.RotateSecret(ctx, who, input.endpoint(), input.Body.KeepPreviousHours)
	}))
	httpx.Register(h.Router, h.own(http.MethodPost, "/ping", httpx.Operation{
		ID: "pingWebhookEndpoint", Summary: "Ping a webhook endpoint", Outside: true, Timeout: pingTimeout,
		Description: "Calls the endpoint now with an event webhook.ping, also while it is disabled, and returns the " +
			"result. A call that fails is 200 too, with its fault: bad_address, unknown_name, not_public (a private " +
			"network), bad_certificate, connection_refused, timeout, connection_broken or bad_status. The feed does " +
			"not have the event. It is an extra of this service.",
		Example: body.One[WebhookAttempt]{Data: exampleAttempt(http.StatusOK, "")},
	}), httpx.AnswerOne(attemptOf, func(
		ctx context.Context, who caller.Caller, input *endpointInput,
	) (webhook.Attempt, error) {
		return h.app.Ping(ctx, who, input.endpoint())
	}))
}

func (h endpoints) deliveries() {
	k := h.Kind
	k.Path, k.Noun = h.Path+"/{id}/deliveries", h.Noun
	records.List(k, httpx.Operation{
		ID: "listWebhookDeliveries", Summary: "List deliveries",
		Description: "Lists the deliveries of an endpoint of the last 30 days, the newest first. It is an extra of " +
			"this service.",
		Errors: []int{http.StatusNotFound},
	}, byCreation, deliveryOf, exampleDelivery(), func(
		ctx context.Context, who caller.Caller, input *listDeliveriesInput, req page.Request,
	) (page.Page[webhook.Delivery], error) {
		req.Window = input.Made()
		return h.app.Deliveries(ctx, who, input.endpoint(), webhook.DeliveryFilter{
			Statuses: body.Words[webhook.DeliveryStatus](input.Status), Types: typesOf(input.Type),
		}, req)
	})
	httpx.Register(h.Router, h.own(http.MethodGet, "/deliveries/{delivery_id}", httpx.Operation{
		ID: "getWebhookDelivery", Summary: "Get a delivery",
		Description: "Returns a delivery with the body that is sent and its calls. It is an extra of this service.",
		Example:     body.One[WebhookDeliveryDetails]{Data: exampleDetails()},
	}), httpx.AnswerOne(deliveryDetailsOf, func(
		ctx context.Context, who caller.Caller, input *deliveryInput,
	) (app.Delivery, error) {
		return h.app.Delivery(ctx, who, input.endpoint(), webhook.DeliveryID(input.DeliveryID))
	}))
	httpx.Register(h.Router, h.own(http.MethodPost, "/deliveries/{delivery_id}/retry", httpx.Operation{
		ID: "retryWebhookDelivery", Summary: "Retry a delivery", Status: http.StatusAccepted,
		Description: "Sends the event again now, signed anew, to the present address. If the call fails, the pauses begin " +
			"anew. A disabled endpoint is 422 invalid_state. It is an extra of this service.",
		Errors: []int{http.StatusUnprocessableEntity}, Example: body.One[WebhookDelivery]{Data: exampleDelivery()},
	}), func(ctx context.Context, who caller.Caller, input *deliveryInput) (*acceptedOut[WebhookDelivery], error) {
		found, err := h.app.Retry(ctx, who, input.endpoint(), webhook.DeliveryID(input.DeliveryID))
		if err != nil {
			return nil, err
		}
		at := deliveriesOf(input.ID) + "/" + strconv.FormatInt(input.DeliveryID, 10)
		return &acceptedOut[WebhookDelivery]{Location: at, Body: body.One[WebhookDelivery]{Data: deliveryOf(found)}}, nil
	})
	httpx.Register(h.Router, h.own(http.MethodPost, "/replay", httpx.Operation{
		ID: "replayWebhookEvents", Summary: "Replay events", Status: http.StatusAccepted, Also: []int{http.StatusOK},
		Timeout: replayTimeout,
		Description: "Sends the wanted events of the last 30 days again: those with a failed delivery (failed), those " +
			"without a delivery, also from before the endpoint existed (missing), or all. With dry_run it counts " +
			"them, and answers 200. It is an extra of this service.\n\n" +
			"A disabled endpoint is 422 invalid_state, to before from 422 invalid_range, and a range with more than " +
			"10,000 events 422 limit_reached.",
		Errors: []int{http.StatusUnprocessableEntity},
		RequestExample: WebhookReplay{
			From: "2026-11-22T00:00:00Z", To: "2026-11-23T00:00:00Z", Which: body.Word[webhook.Which](webhook.ReplayFailed),
		},
		Example: body.One[WebhookReplayed]{Data: WebhookReplayed{Deliveries: 12}},
	}), func(ctx context.Context, who caller.Caller, input *replayInput) (*acceptedOut[WebhookReplayed], error) {
		found, err := h.app.Replay(ctx, who, input.endpoint(), input.Body.replay(input.DryRun))
		if err != nil {
			return nil, err
		}
		out := &acceptedOut[WebhookReplayed]{
			Location: deliveriesOf(input.ID), Body: body.One[WebhookReplayed]{Data: WebhookReplayed{found.Deliveries}},
		}
		if input.DryRun {
			out.Status = http.StatusOK
		}
		return out, nil
	})
}

// deliveriesOf returns the address of the deliveries of an endpoint.
func deliveriesOf(endpoint int64) string {
	return httpx.Prefix + endpointsPath + "/" + strconv.FormatInt(endpoint, 10) + "/deliveries"
}
