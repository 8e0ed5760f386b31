package notices

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	ports "sellingassistant/ports/notification"
)

const (
	payloadVersion = "1.0"
	// fiveMinutes names the only aggregation period that Amazon offers for offer changes.
	fiveMinutes = "FiveMinutes"
	// destinationName names the queue among the application's destinations.
	destinationName = "selling-assistant"
)

// Subscriber creates and removes Amazon's notification subscriptions.
type Subscriber struct {
	client *spapi.Client
	arn    string
}

// NewSubscriber subscribes to the SQS queue with this ARN.
func NewSubscriber(c *spapi.Client, arn string) *Subscriber { return &Subscriber{c, arn} }

func (s *Subscriber) Destination(ctx context.Context, region marketplace.Region) (string, error) {
	if s.arn == "" {
		return "", fault.New(fault.Unavailable, fault.CodeServiceUnavailable,
			"The queue of the notifications is not known: SA_NOTIFICATIONS_URL is not set, or does not tell it and SA_NOTIFICATIONS_ARN is missing.")
	}
	found, err := s.destination(ctx, region)
	if err != nil || found != "" {
		return found, err
	}
	body, err := json.Marshal(map[string]any{
		"name": destinationName, "resourceSpecification": map[string]any{"sqs": map[string]string{"arn": s.arn}},
	})
	if err != nil {
		return "", err
	}
	made, err := spapi.Read(ctx, s.client, spapi.Call{
		Operation: spapi.CreateDestination, Seller: account.Seller{Region: region}, Priority: spapi.Jobs, Body: body,
	}, func(body []byte) (string, error) {
		var answer struct {
			Payload destination `json:"payload"`
		}
		if json.Unmarshal(body, &answer) != nil || answer.Payload.ID == "" {
			return "", spapi.ErrNotJSON
		}
		return answer.Payload.ID, nil
	})
	if spapi.Is(err, spapi.Conflict) { // another process created it first
		return s.destination(ctx, region)
	}
	return made, err
}

type destination struct {
	ID       string `json:"destinationId"`
	Resource struct {
		SQS struct {
			ARN string `json:"arn"`
		} `json:"sqs"`
	} `json:"resource"`
}

// destination returns the queue's destination id, or "".
func (s *Subscriber) destination(ctx context.Context, region marketplace.Region) (string, error) {
	return spapi.Read(ctx, s.client, spapi.Call{
		Operation: spapi.GetDestinations, Seller: account.Seller{Region: region}, Priority: spapi.Jobs,
	}, func(body []byte) (found string, err error) {
		var answer struct {
			Payload []destination `json:"payload"`
		}
		if json.Unmarshal(body, &answer) != nil {
			return "", spapi.ErrNotJSON
		}
		for _, d := range answer.Payload {
			if d.Resource.SQS.ARN == s.arn {
				found = d.ID
			}
		}
		return found, nil
	})
}

// subscription has Amazon's form of a subscription.
type subscription struct {
	ID            string     `json:"subscriptionId,omitempty"`
	Version       string     `json:"payloadVersion"`
	DestinationID string     `json:"destinationId"`
	Directive     *directive `json:"processingDirective,omitempty"`
}

type directive struct {
	Filter *eventFilter `json:"eventFilter,omitempty"`
}

type eventFilter struct {
	Type         notification.Type `json:"eventFilterType"`
	Marketplaces []marketplace.ID  `json:"marketplaceIds,omitempty"`
	Aggregation  *aggregation      `json:"aggregationSettings,omitempty"`
	OrderChanges []string          `json:"orderChangeTypes,omitempty"`
}

type aggregation struct {
	Period string `json:"aggregationTimePeriod"`
}

func (s subscription) remote() *ports.Remote {
	r := &ports.Remote{ID: s.ID, DestinationID: s.DestinationID}
	if s.Directive != nil && s.Directive.Filter != nil {
		f := s.Directive.Filter
		r.Marketplaces = slices.Sorted(slices.Values(f.Marketplaces))
		r.Aggregated = f.Aggregation != nil && f.Aggregation.Period == fiveMinutes
	}
	return r
}

// decodeSubscription reads a subscription from an answer.
func decodeSubscription(body []byte) (subscription, error) {
	var answer struct {
		Payload subscription `json:"payload"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Payload.ID == "" {
		return subscription{}, spapi.ErrNotJSON
	}
	return answer.Payload, nil
}

func (s *Subscriber) Find(ctx context.Context, a account.Seller, t notification.Type) (*ports.Remote, error) {
	found, err := spapi.Read(ctx, s.client, spapi.Call{
		Operation: spapi.GetSubscription, Seller: a, Priority: spapi.Jobs, Segments: map[string]string{"notificationType": string(t)},
		Query: url.Values{"payloadVersion": {payloadVersion}},
	}, decodeSubscription)
	if spapi.Is(err, spapi.Missing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return found.remote(), nil
}

// orderChanges lists all kinds of order changes: Amazon refuses an order subscription without them.
var orderChanges = []string{"OrderStatusChange", "BuyerRequestedChange"}

// Create filters offer changes by marketplace; orders name all their kinds of change.
func (s *Subscriber) Create(ctx context.Context, a account.Seller, t notification.Type, wanted ports.Remote) (*ports.Remote, error) {
	in := subscription{Version: payloadVersion, DestinationID: wanted.DestinationID}
	switch t {
	case notification.AnyOfferChanged:
		in.Directive = &directive{&eventFilter{Type: t, Marketplaces: wanted.Marketplaces}}
		if wanted.Aggregated {
			in.Directive.Filter.Aggregation = &aggregation{fiveMinutes}
		}
	case notification.OrderChanged:
		in.Directive = &directive{&eventFilter{Type: t, OrderChanges: orderChanges}}
	}
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	made, err := spapi.Read(ctx, s.client, spapi.Call{
		Operation: spapi.CreateSubscription, Seller: a, Priority: spapi.Jobs,
		Segments: map[string]string{"notificationType": string(t)}, Body: body,
	}, decodeSubscription)
	if spapi.Is(err, spapi.Conflict) { // it exists already
		found, lookup := s.Find(ctx, a, t)
		if lookup == nil && found == nil {
			lookup = err
		}
		return found, lookup
	}
	if err != nil {
		return nil, err
	}
	remote := made.remote()
	if made.Directive == nil { // the answer leaves the filter out: assume the requested filter
		remote.Aggregated, remote.Marketplaces = wanted.Aggregated, wanted.Marketplaces
	}
	return remote, nil
}

func (s *Subscriber) Delete(ctx context.Context, region marketplace.Region, t notification.Type, subscriptionID string) error {
	_, err := s.client.Do(ctx, spapi.Call{
		Operation: spapi.DeleteSubscriptionByID, Seller: account.Seller{Region: region}, Priority: spapi.Jobs,
		Segments: map[string]string{"notificationType": string(t), "subscriptionId": subscriptionID},
		Read:     func([]byte) error { return nil },
	})
	if spapi.Is(err, spapi.Missing) {
		return nil
	}
	return spapi.FaultOf(err)
}
