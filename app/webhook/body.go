package webhook

import (
	"encoding/json"
	"maps"
	"sync"

	"sellingassistant/domain/webhook"
)

// moment formats a time in UTC with microseconds, as the API does.
const moment = "2006-01-02T15:04:05.000000Z"

// maxBody bounds the body of a call, in bytes.
const maxBody = 64 << 10

// body has the body of a call. Users' programs read it, and the feed shows the same members.
// Members may be added, but no member may change.
type body struct {
	ID        webhook.EventID `json:"id"`
	Type      string          `json:"type"`
	Timestamp string          `json:"timestamp"`
	Data      bodyData        `json:"data"`
}

type bodyData struct {
	bodyPart
	Object  json.RawMessage `json:"object"`
	Changes []bodyPart      `json:"changes"`
}

type bodyPart struct {
	ID      *int64            `json:"id"`
	Version *int64            `json:"version"`
	Changed []string          `json:"changed"`
	Details map[string]string `json:"details"`
}

// Body encodes an event as calls send it: the same bytes each time.
func Body(e webhook.Event) ([]byte, error) {
	b := body{
		ID: e.ID, Type: string(e.Type), Timestamp: e.At.UTC().Format(moment),
		Data: bodyData{bodyPart: bodyPartOf(e.Data.Part), Object: e.Data.Object, Changes: []bodyPart{}},
	}
	for _, p := range e.Data.Changes {
		b.Data.Changes = append(b.Data.Changes, bodyPartOf(p))
	}
	text, err := json.Marshal(b)
	if err == nil && len(text) > maxBody {
		b.Data.Object = nil
		text, err = json.Marshal(b)
	}
	if err == nil && len(text) > maxBody {
		b.Data.Changed, b.Data.Details = []string{}, map[string]string{}
		text, err = json.Marshal(b)
	}
	return text, err
}

// bodyPartOf copies a change. Its lists and maps are never nil.
func bodyPartOf(p webhook.Part) bodyPart {
	b := bodyPart{
		ID: p.Record.Ptr(), Version: p.Version.Ptr(), Changed: append([]string{}, p.Changed...), Details: map[string]string{},
	}
	maps.Copy(b.Details, p.Details)
	return b
}

// Bodies remembers bodies of new events, so that an event is read and encoded once for all
// endpoints.
type Bodies struct {
	mu   sync.Mutex
	size int
	// fresh has the bodies since size reached mostBodies, old those before.
	fresh, old map[webhook.EventID][]byte
}

// mostBodies bounds half of the remembered bodies, in bytes.
const mostBodies = 4 << 20

// NewBodies returns an empty memory.
func NewBodies() *Bodies { return &Bodies{fresh: map[webhook.EventID][]byte{}} }

// known returns the body of an event, nil if it is not remembered.
func (b *Bodies) known(event webhook.EventID) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	if text, ok := b.fresh[event]; ok {
		return text
	}
	return b.old[event]
}

// of returns the body of an event.
func (b *Bodies) of(e webhook.Event) ([]byte, error) {
	if text := b.known(e.ID); text != nil {
		return text, nil
	}
	text, err := Body(e)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.size += len(text); b.size > mostBodies {
		b.old, b.fresh, b.size = b.fresh, map[webhook.EventID][]byte{}, len(text)
	}
	b.fresh[e.ID] = text
	return text, nil
}
