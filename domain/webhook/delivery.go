package webhook

import (
	"time"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// DeliveryID identifies a delivery; 0 before it is stored.
type DeliveryID int64

// DeliveryStatus names the state of a delivery.
type DeliveryStatus string

// The states: due; arrived; failed, and tried again later; not tried again.
const (
	Pending   DeliveryStatus = "pending"
	Succeeded DeliveryStatus = "succeeded"
	Failed    DeliveryStatus = "failed"
	GivenUp   DeliveryStatus = "given_up"
)

func (DeliveryStatus) Words() []DeliveryStatus {
	return []DeliveryStatus{Pending, Succeeded, Failed, GivenUp}
}

// Delivery brings one event to one endpoint.
type Delivery struct {
	ID       DeliveryID
	Team     id.Team
	Endpoint EndpointID
	Position Position
	Event    EventID
	Type     event.Type
	Status   DeliveryStatus
	// Attempts counts all calls, Step the calls since the delivery was made or retried by a user.
	Attempts, Step int64
	// NextAt has the time of the next call; unknown after the last one.
	NextAt    optional.Maybe[time.Time]
	CreatedAt time.Time
	// EndedAt has the time of the success, or of the call after which it was given up.
	EndedAt optional.Maybe[time.Time]
	// Body has the bytes of a message that is no event; nil for an event.
	Body []byte
}

// NewMessage returns a delivery of a message that was made at a time. It is due at once. If its
// endpoint is disabled, it is given up.
func NewMessage(to Endpoint, message EventID, body []byte, at, now time.Time) Delivery {
	d := Delivery{
		Team: to.Team, Endpoint: to.ID, Position: MessagePosition(at), Event: message, Type: AlertMessages, Status: Pending,
		NextAt: optional.Some(now), CreatedAt: at, Body: body,
	}
	if !to.Values.Enabled {
		d = d.Drop(now)
	}
	return d
}

// MessagePosition distinguishes the messages of an endpoint. It is below the positions of events.
func MessagePosition(at time.Time) Position { return Position(-at.UnixMicro()) }

// DeliveryFilter narrows the deliveries of an endpoint. Empty members do not narrow.
type DeliveryFilter struct {
	Statuses []DeliveryStatus
	Types    []event.Type
}

// NewDelivery returns a delivery of an event that is due at once.
func NewDelivery(to EndpointID, e Event, now time.Time) Delivery {
	return Delivery{
		Team: e.Team, Endpoint: to, Position: e.Position, Event: e.ID, Type: e.Type, Status: Pending,
		NextAt: optional.Some(now), CreatedAt: now,
	}
}

// Failure names the cause of a call without a usable answer.
type Failure string

// The causes: the address cannot be called; its name is unknown; it leads to a private network; its
// certificate is refused; nothing accepts the connection; the answer took too long; the connection
// broke; the answer has another status than 2xx.
const (
	BadAddress     Failure = "bad_address"
	UnknownName    Failure = "unknown_name"
	NotPublic      Failure = "not_public"
	BadCertificate Failure = "bad_certificate"
	Refused        Failure = "connection_refused"
	TimedOut       Failure = "timeout"
	Broken         Failure = "connection_broken"
	BadStatus      Failure = "bad_status"
)

func (Failure) Words() []Failure {
	return []Failure{BadAddress, UnknownName, NotPublic, BadCertificate, Refused, TimedOut, Broken, BadStatus}
}

// Attempt has the result of one call.
type Attempt struct {
	At   time.Time
	Took time.Duration
	// Status has the status of the answer, 0 without an answer.
	Status int64
	// Answer has the beginning of the answer's body, at most MaxAnswer bytes.
	Answer string
	// Failure stays unknown for a success.
	Failure optional.Maybe[Failure]
	// RetryAfter has the pause that the receiver asked for; 0 without one.
	RetryAfter time.Duration
}

// Made has a delivery after a call, and the call.
type Made struct {
	Delivery Delivery
	Attempt  Attempt
}

// Bounds of attempts.
const (
	// MaxAnswer bounds the part of an answer that is kept, in bytes.
	MaxAnswer = 4 << 10
	// KeptAttempts bounds the attempts of a delivery that are kept; older ones are dropped.
	KeptAttempts = 10
	// MaxRetryAfter bounds the pause that a receiver can ask for.
	MaxRetryAfter = time.Hour
	// Jitter bounds the random part of a pause, as a share of the pause.
	Jitter = 0.2
)

// Pauses has the time before each call, counted from the call before.
var Pauses = []time.Duration{
	0, 5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
}

// OK reports whether the receiver accepted the call.
func (a Attempt) OK() bool { return a.Status >= 200 && a.Status < 300 && !a.Failure.Known() }

// Gone reports whether the receiver refuses all further calls.
func (a Attempt) Gone() bool { return a.Status == 410 }

const (
	tooManyRequests    = 429
	serviceUnavailable = 503
)

// pause returns the time before the call that follows this attempt. chance lies from -1 to 1.
func (a Attempt) pause(step int64, chance float64) time.Duration {
	base := Pauses[step]
	out := base + time.Duration(float64(base)*Jitter*chance)
	if a.Status == tooManyRequests || a.Status == serviceUnavailable {
		out = max(out, min(a.RetryAfter, MaxRetryAfter))
	}
	return out
}

// After returns the delivery after a call. chance lies from -1 to 1 and spreads the next call.
func (d Delivery) After(a Attempt, chance float64) Delivery {
	d.Attempts, d.Step = d.Attempts+1, d.Step+1
	ended := a.At.Add(a.Took)
	d.NextAt = optional.None[time.Time]()
	switch {
	case a.OK():
		d.Status, d.EndedAt = Succeeded, optional.Some(ended)
	case a.Gone() || d.Step >= int64(len(Pauses)):
		d.Status, d.EndedAt = GivenUp, optional.Some(ended)
	default:
		d.Status, d.NextAt = Failed, optional.Some(ended.Add(a.pause(d.Step, chance)))
	}
	return d
}

// Again returns the delivery as a user retries it: due at once, with all its calls before it.
func (d Delivery) Again(now time.Time) Delivery {
	d.Status, d.Step = Pending, 0
	d.NextAt, d.EndedAt = optional.Some(now), optional.None[time.Time]()
	return d
}

// Drop returns the delivery as given up, because its endpoint is disabled.
func (d Delivery) Drop(now time.Time) Delivery {
	d.Status, d.NextAt, d.EndedAt = GivenUp, optional.None[time.Time](), optional.Some(now)
	return d
}

const (
	// failingFor and failingCalls disable an endpoint: only failures for so long, of at least so
	// many deliveries.
	failingFor   = 5 * 24 * time.Hour
	failingCalls = 5
)

// Heard returns the values after a call of a delivery, as it was before the call. off reports that
// the endpoint is disabled now.
func (v EndpointValues) Heard(d Delivery, a Attempt) (next EndpointValues, off bool) {
	at := a.At.Add(a.Took)
	if a.OK() {
		v.Progress = Progress{LastSuccessAt: optional.Some(at)}
		return v, false
	}
	since := v.Progress.FailingSince.Or(at)
	v.Progress.FailingSince = optional.Some(since)
	if d.Step == 0 {
		v.Progress.Failures++
	}
	switch {
	case !v.Enabled:
		return v, false
	case a.Gone():
		return v.Off(ForGone), true
	case at.Sub(since) >= failingFor && v.Progress.Failures >= failingCalls:
		return v.Off(ForFailing), true
	}
	return v, false
}
