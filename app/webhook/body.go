package webhook

import (
	"encoding/json"
	"maps"

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
