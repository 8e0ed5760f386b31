package mailbox

import (
	"crypto/md5" //nolint:gosec // the protocol's check of bodies
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/gateway"
)

const (
	// QueuePath begins the paths of the queues.
	QueuePath = "/queue/"
	// QueueAccessKey has the access key id that readers of the queue sign with. Signatures
	// themselves are not checked.
	QueueAccessKey = "AKIASIMULATOR0000000"
	// DefaultQueue names the only queue.
	DefaultQueue = "notifications"

	// QueueSecret has a secret key for readers. Signatures are not checked.
	QueueSecret = "simulator"

	queueTarget   = "AmazonSQS."
	maxQueueBatch = 10
	maxQueueBody  = 1 << 20
	maxLongPoll   = 20 * time.Second
	// pollStep has the interval, in real time, at which a long poll advances the simulation.
	pollStep = 250 * time.Millisecond

	standardHiding   = 30 * time.Second
	maxHiding        = 12 * time.Hour
	olderQueueCode   = "AWS.SimpleQueueService."
	invalidParameter = "InvalidParameterValue"
)

// ARN returns the name of a queue for createDestination.
func ARN(queue string) string { return "arn:aws:sqs:us-east-1:000000000000:" + queue }

// queueCall decodes the body of any call of the queue: it has the members of all of them.
type queueCall struct {
	QueueURL          string       `json:"QueueUrl"`
	MaxMessages       *int         `json:"MaxNumberOfMessages"`
	WaitSeconds       int          `json:"WaitTimeSeconds"`
	VisibilityTimeout *int         `json:"VisibilityTimeout"`
	ReceiptHandle     string       `json:"ReceiptHandle"`
	Entries           []queueEntry `json:"Entries"`
}

type queueEntry struct {
	ID                string `json:"Id"`
	ReceiptHandle     string `json:"ReceiptHandle"`
	VisibilityTimeout *int   `json:"VisibilityTimeout"`
}

// refuseQueueIf ends an invalid call of the queue; older has the prefix that older clients expect
// before the code.
func refuseQueueIf(wrong bool, older, code, text string) {
	if wrong {
		panic(&gateway.QueueError{Status: http.StatusBadRequest, Code: code, Older: older + code, Text: text})
	}
}

const badTimeout = "VisibilityTimeout must be 0 to 43200."

// serveQueue speaks the queue service's JSON protocol. The last part of its address names the
// queue, as in the service itself, so a client may call the address or its root.
func (m *Mailbox) serveQueue(w http.ResponseWriter, r *http.Request) {
	n := m.gateway.Next()
	action, _ := strings.CutPrefix(r.Header.Get("X-Amz-Target"), queueTarget)
	_, known := queueActions[action]
	counted := action
	if !known {
		counted = ""
	}
	rec := m.gateway.Record(w, counted)
	defer rec.End()
	rec.Header().Set("X-Amzn-Requestid", m.gateway.RequestID(n))
	if known {
		if f := m.gateway.Fault(action, ""); f != nil && m.gateway.Fail(rec, r, f, gateway.ShapeQueue) {
			return
		}
	}
	answer, trouble := gateway.Attempt(func() any { return m.queueAnswer(action, r) })
	if no, refused := trouble.(*gateway.QueueError); refused {
		gateway.RefuseQueue(rec, no)
		return
	}
	gateway.WriteAs(rec, http.StatusOK, gateway.QueueContentType, answer)
}

var queueActions = map[string]func(*Mailbox, *http.Request, *queue, *queueCall) any{
	"ReceiveMessage":               (*Mailbox).receiveMessages,
	"DeleteMessage":                (*Mailbox).deleteMessage,
	"DeleteMessageBatch":           (*Mailbox).deleteMessages,
	"ChangeMessageVisibility":      (*Mailbox).changeVisibility,
	"ChangeMessageVisibilityBatch": (*Mailbox).changeVisibilities,
}

func (m *Mailbox) queueAnswer(action string, r *http.Request) any {
	do, ok := queueActions[action]
	if !ok {
		panic(&gateway.QueueError{Status: http.StatusBadRequest, Code: "UnknownOperationException", Older: "InvalidAction", Text: "The action is not known."})
	}
	credential, signed := strings.CutPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=")
	switch key, _, _ := strings.Cut(credential, "/"); {
	case !signed:
		panic(&gateway.QueueError{Status: http.StatusForbidden, Code: "MissingAuthenticationToken", Older: "MissingAuthenticationToken", Text: "The request is not signed."})
	case key != QueueAccessKey:
		panic(&gateway.QueueError{Status: http.StatusForbidden, Code: "InvalidClientTokenId", Older: "InvalidClientTokenId", Text: "The security token is not valid."})
	}
	var c queueCall
	body, err := io.ReadAll(io.LimitReader(r.Body, maxQueueBody))
	if err != nil || json.Unmarshal(body, &c) != nil {
		panic(&gateway.QueueError{Status: http.StatusBadRequest, Code: "SerializationException", Older: "MalformedInput", Text: "The body is not the JSON of the action."})
	}
	if path.Base(c.QueueURL) != DefaultQueue {
		panic(&gateway.QueueError{Status: http.StatusBadRequest, Code: "QueueDoesNotExist", Older: olderQueueCode + "NonExistentQueue", Text: "The queue does not exist."})
	}
	return do(m, r, m.queue, &c)
}

// receiveMessages waits for messages in real time, because the wait tests the client. The
// visibility of messages follows the simulated clock meanwhile.
func (m *Mailbox) receiveMessages(r *http.Request, q *queue, c *queueCall) any {
	limit, hiding := 1, standardHiding
	if c.MaxMessages != nil {
		limit = *c.MaxMessages
	}
	wait := time.Duration(c.WaitSeconds) * time.Second
	refuseQueueIf(limit < 1 || limit > maxQueueBatch, "", invalidParameter, "MaxNumberOfMessages must be 1 to 10.")
	refuseQueueIf(wait < 0 || wait > maxLongPoll, "", invalidParameter, "WaitTimeSeconds must be 0 to 20.")
	if c.VisibilityTimeout != nil {
		var ok bool
		hiding, ok = hidingOf(c.VisibilityTimeout)
		refuseQueueIf(!ok, "", invalidParameter, badTimeout)
	}
	messages := []gateway.Object{}
	for _, one := range m.awaitMessages(r, q, limit, wait, hiding) {
		sum := md5.Sum([]byte(one.body)) //nolint:gosec // the protocol's check of bodies
		messages = append(messages, gateway.Object{
			"MessageId": one.id, "ReceiptHandle": one.receipt, "MD5OfBody": hex.EncodeToString(sum[:]), "Body": one.body,
			"Attributes": gateway.Object{
				"SenderId":                         "AIDASIMULATOR",
				"SentTimestamp":                    strconv.FormatInt(one.sent.UnixMilli(), 10),
				"ApproximateReceiveCount":          strconv.Itoa(one.receives),
				"ApproximateFirstReceiveTimestamp": strconv.FormatInt(one.first.UnixMilli(), 10),
			},
		})
	}
	if len(messages) == 0 {
		return gateway.Object{}
	}
	return gateway.Object{"Messages": messages}
}

func (m *Mailbox) awaitMessages(r *http.Request, q *queue, limit int, wait, hiding time.Duration) []received {
	deadline := time.Now().Add(wait)
	for {
		m.floor.Advance()
		m.flood(q, limit)
		at, waiting, arrived := q.next()
		if all := q.receive(m.world.Clock.Now(), limit, hiding); len(all) > 0 {
			return all
		}
		left := time.Until(deadline)
		if left <= 0 || r.Context().Err() != nil {
			return nil
		}
		if !waiting {
			at = m.world.Clock.Now().Add(maxHiding)
		}
		pause, changed := m.world.Clock.Until(at, min(left, pollStep))
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-arrived:
		case <-changed:
		case <-r.Context().Done():
		}
		timer.Stop()
	}
}

func (m *Mailbox) deleteMessage(_ *http.Request, q *queue, c *queueCall) any {
	no := q.remove(c.ReceiptHandle)
	refuseQueueIf(no != "", "", string(no), "The receipt handle is not valid.")
	return gateway.Object{}
}

func (m *Mailbox) changeVisibility(_ *http.Request, q *queue, c *queueCall) any {
	d, ok := hidingOf(c.VisibilityTimeout)
	refuseQueueIf(!ok, "", invalidParameter, badTimeout)
	no := q.hide(c.ReceiptHandle, m.world.Clock.Now(), d)
	refuseQueueIf(no != "", olderQueueCode, string(no), "The message cannot be changed.")
	return gateway.Object{}
}

func (m *Mailbox) deleteMessages(_ *http.Request, q *queue, c *queueCall) any {
	return c.each(func(e queueEntry) queueFault { return q.remove(e.ReceiptHandle) })
}

func (m *Mailbox) changeVisibilities(_ *http.Request, q *queue, c *queueCall) any {
	now := m.world.Clock.Now()
	return c.each(func(e queueEntry) queueFault {
		d, ok := hidingOf(e.VisibilityTimeout)
		if !ok {
			return invalidParameter
		}
		return q.hide(e.ReceiptHandle, now, d)
	})
}

func hidingOf(seconds *int) (time.Duration, bool) {
	if seconds == nil {
		return 0, false
	}
	d := time.Duration(*seconds) * time.Second
	return d, d >= 0 && d <= maxHiding
}

// each applies do to each entry of a batch call, and returns the successful and the failed entries.
func (c *queueCall) each(do func(e queueEntry) queueFault) any {
	refuse := func(wrong bool, code, text string) { refuseQueueIf(wrong, olderQueueCode, code, text) }
	refuse(len(c.Entries) == 0, "EmptyBatchRequest", "The batch has no entries.")
	refuse(len(c.Entries) > maxQueueBatch, "TooManyEntriesInBatchRequest", "A batch has at most 10 entries.")
	seen := map[string]bool{}
	for _, e := range c.Entries {
		refuse(seen[e.ID], "BatchEntryIdsNotDistinct", "Two entries have the same id.")
		seen[e.ID] = true
	}
	successful, failed := []gateway.Object{}, []gateway.Object{}
	for _, e := range c.Entries {
		if no := do(e); no != "" {
			failed = append(failed, gateway.Object{"Id": e.ID, "Code": no, "Message": "The entry was refused.", "SenderFault": true})
		} else {
			successful = append(successful, gateway.Object{"Id": e.ID})
		}
	}
	return gateway.Object{"Successful": successful, "Failed": failed}
}
