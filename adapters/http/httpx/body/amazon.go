package body

import (
	"net/http"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// amazonCodes maps statuses of refusals to Amazon's error codes.
var amazonCodes = map[int]string{
	http.StatusBadRequest: "InvalidInput", http.StatusForbidden: "Unauthorized", http.StatusNotFound: "NotFound",
	http.StatusMethodNotAllowed: "MethodNotAllowed", http.StatusConflict: "Conflict",
	http.StatusRequestEntityTooLarge: "RequestTooLarge", http.StatusUnsupportedMediaType: "UnsupportedMediaType",
	http.StatusUnprocessableEntity: "InvalidInput", http.StatusTooManyRequests: "QuotaExceeded",
	http.StatusInternalServerError: "InternalFailure", http.StatusServiceUnavailable: "ServiceUnavailable",
}

// AmazonError has one entry of a refusal in Amazon's format.
type AmazonError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Details string `json:"details"`
}

// Amazon writes a refusal for clients that were made for Amazon's own interface. It has an entry
// for each fault and always at least one, because those clients recognise a refusal by its entries.
// Messages of Amazon about an account it refuses are left out, since they make a client request new
// tokens without end.
func (p *Problem) Amazon() []byte {
	code := amazonCodes[p.Status]
	if code == "" {
		code = amazonCodes[http.StatusBadRequest]
	}
	items := p.Errors
	if p.Code == string(fault.CodeIntegrationNeedsAttention) {
		items = nil
	}
	var list []AmazonError
	for _, item := range items {
		message := item.Message
		if !strings.HasSuffix(message, ".") { // a whole sentence already names the member
			message = strings.TrimSpace(item.Parameter + item.Pointer + " " + message)
		}
		list = append(list, AmazonError{code, message, item.Code})
	}
	if len(list) == 0 {
		list = []AmazonError{{code, p.Message, p.Code}}
	}
	out, _ := JSON(map[string]any{"errors": list}) // texts always encode
	return out
}

// Forwarded has a refusal of another service. Clients made for that service's interface get it byte
// for byte; other clients get the problem of Err, as all do if Body is empty.
type Forwarded struct {
	Status      int
	ContentType string
	Body        []byte
	// RequestID and RateLimit have the headers of Amazon with these names, for all clients; "" sends
	// no header.
	RequestID, RateLimit string
	Err                  error
}

func (e *Forwarded) Error() string { return e.Err.Error() }

// Unwrap returns the refusal in the program's own words.
func (e *Forwarded) Unwrap() error { return e.Err }
