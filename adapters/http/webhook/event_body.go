package webhook

import (
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/webhook"
)

// WebhookEvent shows an event: the body of a call, letter by letter the same members.
type WebhookEvent struct {
	ID        string           `json:"id" doc:"Identifier of the event; the header webhook-id of calls."`
	Type      string           `json:"type" doc:"One of GET /event-types. More may come."`
	Timestamp body.Time        `json:"timestamp" doc:"When the change committed."`
	Data      WebhookEventData `json:"data" doc:"The record and its change."`
}

// WebhookEventData describes the subject of an event.
type WebhookEventData struct {
	ID      *int64            `json:"id" doc:"Identifier of the record, or null."`
	Version *int64            `json:"version" doc:"Version of the record after the change, or null."`
	Changed []string          `json:"changed" doc:"Names of the changed members."`
	Details map[string]string `json:"details" doc:"Further facts, such as status_before."`
	Object  *SentBody         `json:"object" doc:"The record as its GET shows it, at the commit; null: read it."`
	Changes []WebhookChange   `json:"changes" doc:"The changes of a frequent type, at most 100; else empty."`
}

// WebhookChange describes one change of an event that gathers many.
type WebhookChange struct {
	ID      *int64            `json:"id" doc:"Identifier of the record, or null."`
	Version *int64            `json:"version" doc:"Version of the record after the change, or null."`
	Changed []string          `json:"changed" doc:"Names of the changed members."`
	Details map[string]string `json:"details" doc:"Further facts, such as price_before."`
}

// EventType describes a type of event.
type EventType struct {
	Type        string       `json:"type" doc:"Name of the type: the kind of record, a dot, and the change."`
	Description string       `json:"description" doc:"When it happens."`
	Frequent    bool         `json:"frequent" doc:"Whether it is stored only while wanted."`
	Since       string       `json:"since" doc:"Version of the service that added it."`
	Sample      WebhookEvent `json:"sample" doc:"An event of the type, with made-up values."`
}

// eventPattern takes a type of events, noun.* or *.
type eventPattern string

// patterns lists all patterns.
var patterns = func() []eventPattern {
	all := []eventPattern{"*"}
	for _, t := range words.Of[event.Type]() {
		if group := eventPattern(t.Noun() + ".*"); !slices.Contains(all, group) {
			all = append(all, group)
		}
		all = append(all, eventPattern(t))
	}
	return all
}()

// Schema lists all patterns.
func (eventPattern) Schema(huma.Registry) *huma.Schema { return body.Enum(patterns) }

// typesOf returns the types that patterns of a filter choose; nil without a pattern.
func typesOf(list []eventPattern) []event.Type {
	if len(list) == 0 {
		return nil
	}
	return webhook.Matching(body.Words[webhook.Pattern](list))
}

func eventOf(e webhook.Event) WebhookEvent {
	out := WebhookEvent{
		ID: string(e.ID), Type: string(e.Type), Timestamp: body.TimeOf(e.At), Data: WebhookEventData{
			ID: e.Data.Record.Ptr(), Version: e.Data.Version.Ptr(), Changed: body.Words[string](e.Data.Changed),
			Details: detailsOf(e.Data.Details), Changes: body.Each(e.Data.Changes, changeOf),
		},
	}
	if e.Data.Object != nil {
		out.Data.Object = new(SentBody(e.Data.Object))
	}
	return out
}

func changeOf(p webhook.Part) WebhookChange {
	return WebhookChange{
		ID: p.Record.Ptr(), Version: p.Version.Ptr(), Changed: body.Words[string](p.Changed), Details: detailsOf(p.Details),
	}
}

// detailsOf returns a copy that is never nil.
func detailsOf(d map[string]string) map[string]string {
	out := make(map[string]string, len(d))
	maps.Copy(out, d)
	return out
}

// exampleEventID names an event of the examples.
const exampleEventID = "evt_01kas3b7m0h8w2x5q9d4t6v1n3"

func exampleOf(k webhook.Kind) WebhookEvent {
	out := eventOf(webhook.Event{ID: exampleEventID, Type: k.Type, Data: k.Example})
	out.Timestamp = "2026-11-23T12:00:00.000000Z"
	return out
}

func exampleEvent() WebhookEvent {
	k, _ := webhook.KindOf(event.PurchaseOrderStatusChanged)
	return exampleOf(k)
}

// camel writes a type as a name of generated code: sku.updated becomes SkuUpdated.
func camel(t event.Type) string {
	var out strings.Builder
	for _, word := range strings.FieldsFunc(string(t), func(r rune) bool { return r == '.' || r == '_' }) {
		out.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return out.String()
}

func typeOf(k webhook.Kind) EventType {
	return EventType{string(k.Type), k.Description, k.Frequent, k.Since, exampleOf(k)}
}
