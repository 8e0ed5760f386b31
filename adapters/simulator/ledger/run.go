package ledger

import (
	"bytes"
	"compress/gzip"
	"errors"
	"maps"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/gateway"
)

const maxFeedMessages = 25_000

// feedFile decodes an uploaded feed.
type feedFile struct {
	Header struct {
		SellerID string `json:"sellerId"`
		Version  string `json:"version"`
	} `json:"header"`
	Messages []feedMessage `json:"messages"`
}

// feedMessage decodes one submission of a feed.
type feedMessage struct {
	ID           int        `json:"messageId"`
	SKU          string     `json:"sku"`
	Operation    string     `json:"operationType"`
	ProductType  string     `json:"productType"`
	Requirements string     `json:"requirements"`
	Attributes   attributes `json:"attributes"`
	Patches      []patch    `json:"patches"`
}

// feedIssue has a message's issue in the result.
type feedIssue struct {
	MessageID      int      `json:"messageId"`
	Code           string   `json:"code"`
	Severity       string   `json:"severity"`
	Message        string   `json:"message"`
	AttributeNames []string `json:"attributeNames,omitempty"`
}

func (led *Ledger) startFeed(f *feed, at time.Time) []ListingChange {
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	if f.status == feedQueued {
		f.status, f.started = feedRunning, at
	}
	return nil
}

// isRunning returns false for a feed that was cancelled. A running feed cannot be cancelled.
func (led *Ledger) isRunning(f *feed) bool {
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	return f.status == feedRunning
}

// finishFeed applies every valid message and writes the result.
func (led *Ledger) finishFeed(f *feed, at time.Time) []ListingChange {
	if !led.isRunning(f) {
		return nil
	}
	file, ok := f.read()
	status, result := feedFatal, (*feedDocument)(nil)
	var changes []ListingChange
	if ok {
		status = feedDone
		issues := []feedIssue{}
		bad := 0
		for _, message := range file.Messages {
			found := led.runMessage(f, message, at, &changes)
			if len(found) > 0 {
				bad++
			}
			issues = append(issues, found...)
		}
		result = led.feedResult(f, len(file.Messages), bad, issues)
	}
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	f.status, f.ended = status, at
	if result != nil {
		f.result = result.id
		led.book.feeds.documents[result.id] = result
	}
	return append(changes, ListingChange{
		Kind: FeedFinished, At: at, Seller: f.seller.ID, FeedID: f.id, FeedType: f.kind, FeedStatus: status, ResultDocument: f.result,
	})
}

// read decodes the document of a feed. It returns false if the document as a whole is invalid.
func (f *feed) read() (feedFile, bool) {
	var file feedFile
	if err := gateway.Decode(f.document.body, &file); err != nil && !errors.Is(err, gateway.ErrTrailing) || file.Header.SellerID != f.seller.ID || file.Header.Version != "2.0" {
		return file, false
	}
	seen := map[int]bool{}
	for _, message := range file.Messages {
		if message.ID < 1 || seen[message.ID] {
			return file, false
		}
		seen[message.ID] = true
	}
	return file, len(seen) > 0 && len(seen) <= maxFeedMessages
}

// runMessage applies one message, or returns its issues.
func (led *Ledger) runMessage(f *feed, message feedMessage, at time.Time, changes *[]ListingChange) []feedIssue {
	s, words := message.submission(f)
	var issues []issue
	if words != "" {
		issues = []issue{wrong(codeInvalid, invalidAttribute, words)}
	} else {
		issues = led.judge(s)
	}
	if len(issues) == 0 && !f.ignored {
		*changes = append(*changes, led.apply(s, at)...)
	}
	var feedIssues []feedIssue
	for _, i := range issues {
		feedIssues = append(feedIssues, feedIssue{message.ID, i.Code, i.Severity, i.Message, i.AttributeNames})
	}
	return feedIssues
}

// submission converts the message, or returns the error in its form.
func (message feedMessage) submission(f *feed) (s submission, wrong string) {
	s = submission{seller: f.seller, sku: message.SKU, shops: f.shops, productType: message.ProductType}
	switch message.Operation {
	case "PATCH":
		s.verb, s.patches = verbPatch, message.Patches
	case "PARTIAL_UPDATE":
		s.verb = verbPatch
		for _, name := range slices.Sorted(maps.Keys(message.Attributes)) {
			s.patches = append(s.patches, patch{Op: "replace", Path: "/attributes/" + name, Value: message.Attributes[name]})
		}
	case "UPDATE":
		s.verb, s.requirements, s.attributes = verbPut, message.Requirements, message.Attributes
	case "DELETE":
		s.verb = verbDelete
	default:
		return s, "'operationType' has an unknown value."
	}
	switch {
	case s.sku == "":
		return s, "'sku' is required."
	case s.verb == verbDelete:
		return s, ""
	case !productTypeName.MatchString(s.productType):
		return s, "'productType' is required and must be the name of a product type."
	case s.verb == verbPatch:
		return s, checkPatches(s.patches)
	}
	return s, ""
}

// feedResult writes the results of the messages. It compresses about half of the reports.
func (led *Ledger) feedResult(f *feed, messages, bad int, issues []feedIssue) *feedDocument {
	body := gateway.Encoded(gateway.Object{
		"header": gateway.Object{"sellerId": f.seller.ID, "version": "2.0", "feedId": f.id},
		"issues": issues,
		"summary": gateway.Object{
			"errors": len(issues), "warnings": 0, "messagesProcessed": messages, "messagesAccepted": messages - bad, "messagesInvalid": bad,
		},
	})
	d := &feedDocument{
		id: led.feedDocumentID(f.seller, "result", f.id), seller: f.seller.ID, contentType: "application/json; charset=UTF-8", body: body, result: true,
	}
	if led.world.Hash("gzip", f.id)%2 == 0 {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(body) // into memory
		_ = w.Close()
		d.body, d.compression = b.Bytes(), "GZIP"
	}
	return d
}
