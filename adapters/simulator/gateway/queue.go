package gateway

import "net/http"

const (
	// QueueContentType names the content type of the queue's answers.
	QueueContentType  = "application/x-amz-json-1.0"
	queueErrorService = "com.amazonaws.sqs#"
)

// QueueError has a refusal of the queue: its code, and its name for older clients.
type QueueError struct {
	Status            int
	Code, Older, Text string
}

// RefuseQueue writes an error of the queue.
func RefuseQueue(w http.ResponseWriter, no *QueueError) {
	_, side := Blame(no.Status)
	w.Header().Set("X-Amzn-Query-Error", no.Older+";"+side)
	WriteAs(w, no.Status, QueueContentType, Object{"__type": queueErrorService + no.Code, "message": no.Text})
}
