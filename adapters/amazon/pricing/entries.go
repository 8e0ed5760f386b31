package pricing

import (
	"encoding/json"
	"net/http"
	"time"

	"sellingassistant/adapters/amazon/spapi"
)

// wireEntry decodes an entry of a batch of the pricing operations.
type wireEntry struct {
	Status struct {
		StatusCode json.Number `json:"statusCode"`
	} `json:"status"`
	Headers struct {
		Date string `json:"Date"`
	} `json:"headers"`
	Request json.RawMessage `json:"request"`
	Body    json.RawMessage `json:"body"`
}

// decodeEntries reads a batch.
func decodeEntries(body []byte) ([]wireEntry, error) {
	var answer struct {
		Responses []json.RawMessage `json:"responses"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Responses == nil {
		return nil, spapi.ErrNotJSON
	}
	return readable[wireEntry](answer.Responses), nil
}

// readable returns the rows that can be decoded. The question of an unreadable row counts as not
// answered.
func readable[W any](rows []json.RawMessage) []W {
	var list []W
	for _, raw := range rows {
		var w W
		if json.Unmarshal(raw, &w) == nil {
			list = append(list, w)
		}
	}
	return list
}

// failure returns the error of an entry, nil for a success. Like a whole answer it is judged by its
// status; an entry without a status fails if it contains errors.
func (e *wireEntry) failure(o *spapi.Operation) *spapi.Error {
	problems := o.Problems(e.Body)
	status, err := e.Status.StatusCode.Int64()
	switch {
	case err != nil && len(problems) == 0:
		return nil
	case err != nil:
		return &spapi.Error{Kind: spapi.Unavailable, Operation: o.ID, Problems: problems}
	case status >= 200 && status < 300:
		return nil
	}
	return &spapi.Error{Kind: spapi.KindOf(int(min(max(status, 0), 999))), Operation: o.ID, Status: int(status), Problems: problems}
}

// unreadable returns the error of an entry with a success status and unusable content.
func unreadable(o *spapi.Operation) *spapi.Error {
	return &spapi.Error{Kind: spapi.Unavailable, Operation: o.ID, Status: http.StatusOK, Cause: spapi.ErrNotJSON}
}

// momentOf returns the time an entry names for itself, else the time of the request: later changes
// may be missing in it.
func (e *wireEntry) momentOf(asked time.Time) time.Time {
	at, err := http.ParseTime(e.Headers.Date)
	if err != nil || at.Year() < 2000 || at.Year() >= 2200 {
		return asked
	}
	return at.UTC()
}

// byWord judges an entry that has a word instead of a status: nil for success and for unknown
// words, which may be kinds of success.
func byWord(o *spapi.Operation, word string, problems ...spapi.Problem) *spapi.Error {
	switch word {
	case "ClientError":
		return &spapi.Error{Kind: spapi.Rejected, Operation: o.ID, Problems: append(problems, spapi.Problem{Code: word})[:1]}
	case "ServerError", "ServiceError":
		return &spapi.Error{Kind: spapi.Unavailable, Operation: o.ID, Problems: problems}
	}
	return nil
}
