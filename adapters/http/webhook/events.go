package webhook

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
)

const group = "webhooks"

var eventSorts = records.Sortable{Fields: []string{"created_at", "id"}, Default: "created_at"}

type listEventsInput struct {
	records.ListInput
	records.MadeInput
	Type []eventPattern `query:"type" maxItems:"50" doc:"Any of these types, such as repricer.*."`
	Wait int            `query:"wait" minimum:"0" maximum:"25" doc:"Seconds to wait for an event."`
}

type eventInput struct {
	EventID eventID `path:"event_id" doc:"The event's id." example:"evt_01kas3b7m0h8w2x5q9d4t6v1n3"`
}

// eventID takes the id of an event.
type eventID string

// Schema describes its form.
func (eventID) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: "^evt_[0-9a-z]{26}$", PatternDescription: "evt_ and 26 letters or digits",
	}
}

type eventTypesOut struct{ Body body.List[EventType] }

// waitTimeout leaves time for the answer after the longest wait.
const waitTimeout = 40 * time.Second

// EventRoutes registers the operations of events.
func EventRoutes(feed *app.Feed) httpx.Routes {
	return func(r *httpx.Router) {
		types := body.Each(feed.Types(), typeOf)
		httpx.Register(r, httpx.Operation{
			ID: "listEventTypes", Method: http.MethodGet, Path: "/event-types", Group: group, Beta: true,
			Summary: "List types of events",
			Description: "Lists all types of events with an example of each. The list is complete and has one page. It is an " +
				"extra of this service.",
			Example: body.List[EventType]{Data: types[:1], Meta: body.ListMeta{Limit: len(types)}},
		}, func(context.Context, caller.Caller, *httpx.None) (*eventTypesOut, error) {
			return &eventTypesOut{body.List[EventType]{Data: types, Meta: body.ListMeta{Limit: len(types)}}}, nil
		})
		for _, k := range feed.Types() {
			httpx.Publish[WebhookEvent](r, httpx.Call{
				Name: string(k.Type), ID: "receive" + camel(k.Type), Group: group, Description: k.Description,
				Example: exampleOf(k),
			})
		}
		// A feed has no tables: with wait it has no last page.
		httpx.Register(r, httpx.Operation{
			ID: "listEvents", Method: http.MethodGet, Path: "/events", Group: group, Beta: true,
			Summary: "List events", Timeout: waitTimeout,
			Description: "Lists the team's events of the last 30 days in the order of their commits, for programs that " +
				"cannot be called. Endpoints get the same events. Sort fields: created_at, id; both are the order of " +
				"the commits. It is an extra of this service.\n\n" +
				"With wait, a call without an event is answered as soon as there is one, or after so many seconds, " +
				"and next_cursor leads on even from the last event. Store it, and begin the next call there. Events of " +
				"frequent types are here only while an endpoint wants them.",
			Example: body.List[WebhookEvent]{
				Data: []WebhookEvent{exampleEvent()}, Meta: body.ListMeta{Limit: page.DefaultLimit},
			},
		}, func(ctx context.Context, who caller.Caller, input *listEventsInput) (*records.ListOut[WebhookEvent], error) {
			req, err := input.Page(ctx, eventSorts)
			if err != nil {
				return nil, err
			}
			made := input.Made()
			found, err := feed.List(ctx, who, webhook.EventFilter{
				Types: typesOf(input.Type), From: made.CreatedFrom, To: made.CreatedTo,
			}, req, time.Duration(input.Wait)*time.Second)
			if err != nil {
				return nil, err
			}
			return records.ListOf(ctx, found, req, eventOf), nil
		})
		httpx.Register(r, httpx.Operation{
			ID: "getEvent", Method: http.MethodGet, Path: "/events/{event_id}", Group: group, Beta: true, Noun: "event",
			Summary: "Get an event", Description: "Returns an event of the last 30 days. It is an extra of this service.",
			Errors: []int{http.StatusNotFound}, Example: body.One[WebhookEvent]{Data: exampleEvent()},
		}, httpx.AnswerOne(eventOf, func(ctx context.Context, who caller.Caller, input *eventInput) (webhook.Event, error) {
			return feed.Get(ctx, who, webhook.EventID(input.EventID))
		}))
	}
}
