package simulator

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
)

const (
	queuePath = "/queue/"
	// QueueAccessKey is the access key id whoever reads the queue signs with.
	// Signatures themselves are not checked.
	QueueAccessKey = "AKIASIMULATOR0000000"
	// DefaultQueue is the name of the queue that exists unless the Config names others.
	DefaultQueue = "notifications"

	// Signatures are not checked.
	queueSecret = "simulator"

	queueTarget   = "AmazonSQS."
	maxQueueBatch = 10
	maxQueueBody  = 1 << 20
	maxLongPoll   = 20 * time.Second
	// pollStep is how often, in real time, a long poll lets the world go on.
	pollStep = 250 * time.Millisecond

	standardHiding    = 30 * time.Second
	maxHiding         = 12 * time.Hour
	queueContentType  = "application/x-amz-json-1.0"
	queueErrorService = "com.amazonaws.sqs#"
)

// ARN is the name of a queue for createDestination.
func ARN(queue string) string { return "arn:aws:sqs:us-east-1:000000000000:" + queue }

// queueCall is the body of every call of the queue: the members of all of them.
type queueCall struct {
	QueueURL          string `json:"QueueUrl"`
	MaxMessages       *int   `json:"MaxNumberOfMessages"`
	WaitSeconds       int    `json:"WaitTimeSeconds"`
	VisibilityTimeout *int   `json:"VisibilityTimeout"`
	ReceiptHandle     string `json:"ReceiptHandle"`
	Entries           []struct {
		ID                string `json:"Id"`
		ReceiptHandle     string `json:"ReceiptHandle"`
		VisibilityTimeout *int   `json:"VisibilityTimeout"`
	} `json:"Entries"`
}

// queueError is a refusal of the queue: its code, and the name older clients
// know it by.
type queueError struct {
	status            int
	code, older, text string
}

func invalidQueueCall(text string) *queueError {
	return &queueError{http.StatusBadRequest, "InvalidParameterValue", "InvalidParameterValue", text}
}

// serveQueue speaks the queue service's JSON protocol. The name of the queue is
// the last part of its address, as in the service itself, so that a client may
// call the address or its root.
func (m *Marketplace) serveQueue(w http.ResponseWriter, r *http.Request) {
	n := m.next()
	action, _ := strings.CutPrefix(r.Header.Get("X-Amz-Target"), queueTarget)
	rec := &recorder{ResponseWriter: w}
	if _, ok := queueActions[action]; ok {
		rec.count = func(status int) { m.count(action, status) }
	}
	defer rec.end()
	rec.Header().Set("X-Amzn-Requestid", m.requestID(n))
	if rec.count != nil {
		if f := m.fault(action, ""); f != nil && m.fail(rec, r, f, shapeQueue) {
			return
		}
	}
	answer, no := m.queueAnswer(action, r)
	if no != nil {
		refuseQueue(rec, no)
		return
	}
	writeAs(rec, http.StatusOK, queueContentType, answer)
}

var queueActions = map[string]func(*Marketplace, *http.Request, *queue, *queueCall) (any, *queueError){
	"ReceiveMessage":               (*Marketplace).receiveMessages,
	"DeleteMessage":                (*Marketplace).deleteMessage,
	"DeleteMessageBatch":           (*Marketplace).deleteMessages,
	"ChangeMessageVisibility":      (*Marketplace).changeVisibility,
	"ChangeMessageVisibilityBatch": (*Marketplace).changeVisibilities,
}

func (m *Marketplace) queueAnswer(action string, r *http.Request) (any, *queueError) {
	do, ok := queueActions[action]
	if !ok {
		return nil, &queueError{http.StatusBadRequest, "UnknownOperationException", "InvalidAction", "The action is not known."}
	}
	credential, signed := strings.CutPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=")
	switch key, _, _ := strings.Cut(credential, "/"); {
	case !signed:
		return nil, &queueError{http.StatusForbidden, "MissingAuthenticationToken", "MissingAuthenticationToken", "The request is not signed."}
	case key != QueueAccessKey:
		return nil, &queueError{http.StatusForbidden, "InvalidClientTokenId", "InvalidClientTokenId", "The security token is not valid."}
	}
	var c queueCall
	body, err := io.ReadAll(io.LimitReader(r.Body, maxQueueBody))
	if err != nil || json.Unmarshal(body, &c) != nil {
		return nil, &queueError{http.StatusBadRequest, "SerializationException", "MalformedInput", "The body is not the JSON of the action."}
	}
	q, ok := m.queues[path.Base(c.QueueURL)]
	if !ok {
		return nil, &queueError{http.StatusBadRequest, "QueueDoesNotExist", "AWS.SimpleQueueService.NonExistentQueue", "The queue does not exist."}
	}
	return do(m, r, q, &c)
}

func refuseQueue(w http.ResponseWriter, no *queueError) {
	side := "Sender"
	if no.status >= http.StatusInternalServerError {
		side = "Receiver"
	}
	w.Header().Set("X-Amzn-Query-Error", no.older+";"+side)
	writeAs(w, no.status, queueContentType, map[string]string{"__type": queueErrorService + no.code, "message": no.text})
}

// queueMessageBody is a message as it is sent.
type queueMessageBody struct {
	MessageID     string            `json:"MessageId"`
	ReceiptHandle string            `json:"ReceiptHandle"`
	MD5OfBody     string            `json:"MD5OfBody"`
	Body          string            `json:"Body"`
	Attributes    map[string]string `json:"Attributes"`
}

// receiveMessages waits for messages in real time, because what the wait tries
// is the client; what becomes visible meanwhile follows the simulated clock.
func (m *Marketplace) receiveMessages(r *http.Request, q *queue, c *queueCall) (any, *queueError) {
	limit, hiding := 1, standardHiding
	if c.MaxMessages != nil {
		limit = *c.MaxMessages
	}
	if c.VisibilityTimeout != nil {
		hiding = time.Duration(*c.VisibilityTimeout) * time.Second
	}
	wait := time.Duration(c.WaitSeconds) * time.Second
	switch {
	case limit < 1 || limit > maxQueueBatch:
		return nil, invalidQueueCall("MaxNumberOfMessages must be 1 to 10.")
	case wait < 0 || wait > maxLongPoll:
		return nil, invalidQueueCall("WaitTimeSeconds must be 0 to 20.")
	case hiding < 0 || hiding > maxHiding:
		return nil, invalidQueueCall("VisibilityTimeout must be 0 to 43200.")
	}
	all := m.awaitMessages(r, q, limit, wait, hiding)
	if len(all) == 0 {
		return struct{}{}, nil
	}
	bodies := make([]queueMessageBody, len(all))
	for i, one := range all {
		sum := md5.Sum([]byte(one.body)) //nolint:gosec // the protocol's check of bodies
		bodies[i] = queueMessageBody{one.id, one.receipt, hex.EncodeToString(sum[:]), one.body, map[string]string{
			"SenderId":                         "AIDASIMULATOR",
			"SentTimestamp":                    strconv.FormatInt(one.sent.UnixMilli(), 10),
			"ApproximateReceiveCount":          strconv.Itoa(one.receives),
			"ApproximateFirstReceiveTimestamp": strconv.FormatInt(one.first.UnixMilli(), 10),
		}}
	}
	return map[string]any{"Messages": bodies}, nil
}

func (m *Marketplace) awaitMessages(r *http.Request, q *queue, limit int, wait, hiding time.Duration) []received {
	deadline := time.Now().Add(wait)
	for {
		m.Advance()
		m.flood(q, limit)
		at, waiting, arrived := q.next()
		if all := q.receive(m.cfg.Clock.Now(), limit, hiding); len(all) > 0 {
			return all
		}
		left := time.Until(deadline)
		if left <= 0 || r.Context().Err() != nil {
			return nil
		}
		if !waiting {
			at = m.cfg.Clock.Now().Add(maxHiding)
		}
		pause, changed := m.cfg.Clock.until(at, min(left, pollStep))
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

func (m *Marketplace) deleteMessage(_ *http.Request, q *queue, c *queueCall) (any, *queueError) {
	if no := q.remove(c.ReceiptHandle); no != "" {
		return nil, &queueError{http.StatusBadRequest, string(no), string(no), "The receipt handle is not valid."}
	}
	return struct{}{}, nil
}

func (m *Marketplace) changeVisibility(_ *http.Request, q *queue, c *queueCall) (any, *queueError) {
	d, ok := hidingOf(c.VisibilityTimeout)
	if !ok {
		return nil, invalidQueueCall("VisibilityTimeout must be 0 to 43200.")
	}
	if no := q.hide(c.ReceiptHandle, m.cfg.Clock.Now(), d); no != "" {
		return nil, &queueError{http.StatusBadRequest, string(no), "AWS.SimpleQueueService." + string(no), "The message cannot be changed."}
	}
	return struct{}{}, nil
}

// entriesAnswer tells of every entry whether it worked.
type entriesAnswer struct {
	Successful []map[string]string `json:"Successful"`
	Failed     []batchFault        `json:"Failed"`
}

type batchFault struct {
	ID          string `json:"Id"`
	Code        string `json:"Code"`
	Message     string `json:"Message"`
	SenderFault bool   `json:"SenderFault"`
}

func (m *Marketplace) deleteMessages(_ *http.Request, q *queue, c *queueCall) (any, *queueError) {
	return eachEntry(c, func(i int) queueFault { return q.remove(c.Entries[i].ReceiptHandle) })
}

func (m *Marketplace) changeVisibilities(_ *http.Request, q *queue, c *queueCall) (any, *queueError) {
	now := m.cfg.Clock.Now()
	return eachEntry(c, func(i int) queueFault {
		d, ok := hidingOf(c.Entries[i].VisibilityTimeout)
		if !ok {
			return "InvalidParameterValue"
		}
		return q.hide(c.Entries[i].ReceiptHandle, now, d)
	})
}

func hidingOf(seconds *int) (time.Duration, bool) {
	if seconds == nil {
		return 0, false
	}
	d := time.Duration(*seconds) * time.Second
	return d, d >= 0 && d <= maxHiding
}

// eachEntry does something with each entry of a batch call.
func eachEntry(c *queueCall, do func(i int) queueFault) (any, *queueError) {
	batch := func(code, text string) *queueError {
		return &queueError{http.StatusBadRequest, code, "AWS.SimpleQueueService." + code, text}
	}
	switch {
	case len(c.Entries) == 0:
		return nil, batch("EmptyBatchRequest", "The batch has no entries.")
	case len(c.Entries) > maxQueueBatch:
		return nil, batch("TooManyEntriesInBatchRequest", "A batch has at most 10 entries.")
	}
	seen := map[string]bool{}
	for _, e := range c.Entries {
		if seen[e.ID] {
			return nil, batch("BatchEntryIdsNotDistinct", "Two entries have the same id.")
		}
		seen[e.ID] = true
	}
	answer := entriesAnswer{Successful: []map[string]string{}, Failed: []batchFault{}}
	for i, e := range c.Entries {
		if no := do(i); no != "" {
			answer.Failed = append(answer.Failed, batchFault{e.ID, string(no), "The entry was refused.", true})
		} else {
			answer.Successful = append(answer.Successful, map[string]string{"Id": e.ID})
		}
	}
	return answer, nil
}
