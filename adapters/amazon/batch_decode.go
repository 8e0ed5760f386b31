package amazon

import (
	"encoding/json"
	"net/http"
	"time"
)

// wireEntry is an entry of a batch of the pricing operations.
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

// decodeEntries reads a batch. An entry that cannot be read is left out, so
// that its question counts as not answered.
func decodeEntries(body []byte) ([]wireEntry, error) {
	var answer struct {
		Responses []json.RawMessage `json:"responses"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Responses == nil {
		return nil, errNotJSON
	}
	var entries []wireEntry
	for _, raw := range answer.Responses {
		var e wireEntry
		if json.Unmarshal(raw, &e) == nil {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// failure is what an entry says went wrong, nil when nothing did. Like whole
// answers it is judged by its status; one without a status fails when it says
// so itself.
func (e *wireEntry) failure(o *Operation) *Error {
	problems := o.Problems(e.Body)
	status, err := e.Status.StatusCode.Int64()
	switch {
	case err != nil && len(problems) == 0:
		return nil
	case err != nil:
		return &Error{Kind: Unavailable, Operation: o.ID, Problems: problems}
	case status >= 200 && status < 300:
		return nil
	}
	return &Error{Kind: kindOf(int(min(max(status, 0), 999))), Operation: o.ID, Status: int(status), Problems: problems}
}

// unreadable is an entry of a good status without the content of one.
func unreadable(o *Operation) *Error {
	return &Error{Kind: Unavailable, Operation: o.ID, Status: http.StatusOK, cause: errNotJSON}
}

// momentOf is when an entry was made, as far as it says so, else when it was
// asked for: what happened in between may be missing in it.
func (e *wireEntry) momentOf(asked time.Time) time.Time {
	at, err := http.ParseTime(e.Headers.Date)
	if err != nil || at.Year() < 2000 || at.Year() >= 2200 {
		return asked
	}
	return at.UTC()
}

// byWord judges an entry that has a word in place of a status: nil for success
// and for words nobody knows, which may be kinds of success.
func byWord(o *Operation, word string, problems ...Problem) *Error {
	switch word {
	case "ClientError":
		return &Error{Kind: Rejected, Operation: o.ID, Problems: append(problems, Problem{Code: word})[:1]}
	case "ServerError", "ServiceError":
		return &Error{Kind: Unavailable, Operation: o.ID, Problems: problems}
	}
	return nil
}
