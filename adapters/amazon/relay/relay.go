package relay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/relay"
)

// Relay calls any operation of the table and returns the answer unchanged.
type Relay struct{ client *spapi.Client }

func New(c *spapi.Client) *Relay { return &Relay{c} }

// Call returns upstream_unavailable for an answer that is not JSON, truncated, or larger than the
// client reads.
func (r *Relay) Call(ctx context.Context, s account.Seller, req relay.Request) (relay.Answer, error) {
	op, ok := spapi.OperationByID(req.Operation)
	if !ok {
		return relay.Answer{}, fmt.Errorf("amazon: no operation %s", req.Operation)
	}
	answer, err := r.client.Do(ctx, spapi.Call{
		Operation: op,
		Seller:    s,
		Priority:  spapi.Interactive,
		Segments:  req.Segments,
		Query:     queryOf(op, req.Query),
		Body:      req.Body,
	})
	var e *spapi.Error
	if errors.As(err, &e) {
		return relay.Answer{}, &relay.Refused{Answer: refusal(op, e), Err: relayed(e, len(req.Body) > 0)}
	}
	if err != nil {
		return relay.Answer{}, err
	}
	return relay.Answer{
		Status: answer.Status, ContentType: answer.ContentType, RequestID: answer.RequestID,
		RateLimit: answer.RateLimit, Body: answer.Body,
	}, nil
}

// refusal returns the parts of a refusal that clients get unchanged. A 429 without a limit gets the
// published limit, because some clients wait by it. The text about a refused account is left out:
// it may ask for a new token, and a client of this service has no token to renew.
func refusal(op *spapi.Operation, e *spapi.Error) relay.Answer {
	came := relay.Answer{RequestID: e.RequestID, RateLimit: e.RateLimit}
	if e.Kind == spapi.Throttled {
		came.RateLimit = cmp.Or(came.RateLimit, strconv.FormatFloat(op.Rate.PerSecond, 'f', -1, 64))
	}
	if len(e.Body) > 0 && e.Kind != spapi.Forbidden && e.Kind != spapi.Misconfigured {
		came.Status, came.ContentType, came.Body = e.Status, e.ContentType, e.Body
	}
	return came
}

// queryOf builds the query of a call.
func queryOf(op *spapi.Operation, texts relay.Parameters) url.Values {
	query := make(url.Values, len(texts))
	for name, text := range texts {
		if (op == spapi.GetCompetitivePricing || op == spapi.GetPricing) && name == "Skus" {
			text = escapeSKUs(text)
		}
		query.Set(name, text)
	}
	return query
}

// escapeSKUs encodes a list of SKUs for operations that decode it twice.
func escapeSKUs(list string) string {
	skus := strings.Split(list, ",")
	for i, sku := range skus {
		skus[i] = spapi.EscapeSKU(sku)
	}
	return strings.Join(skus, ",")
}

// relayed returns the fault for callers of the relay. The caller wrote the request, so Amazon's
// messages about it are passed on, and a body that Amazon rejects is the caller's mistake. Messages
// about the application's own credentials are not passed on.
func relayed(e *spapi.Error, withBody bool) *fault.Error {
	f := e.Fault()
	switch {
	case withBody && e.Status == http.StatusRequestEntityTooLarge:
		f = fault.New(fault.TooLarge, fault.CodeTooLarge, "The marketplace does not take a body of this size.").Because(e)
	case withBody && e.Status == http.StatusUnsupportedMediaType:
		f = fault.New(fault.Unsupported, fault.CodeUnsupportedMediaType, "The marketplace does not take this body.").Because(e)
	}
	f.Errors = nil
	if e.Operation != "token" {
		f.Errors = e.Items(f.Code)
	}
	return f
}
