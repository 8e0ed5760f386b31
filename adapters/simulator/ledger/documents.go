package ledger

import (
	"crypto/subtle"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

const (
	feedDocumentPath = "/feed-documents/"
	// feedAddressLife bounds the use of a document's address.
	feedAddressLife = 5 * time.Minute
	maxFeedDocument = 64 << 20
)

// feedDocument has a file that is uploaded, or the result of a feed.
type feedDocument struct {
	id, seller, contentType string
	body                    []byte
	result                  bool
	compression             string // GZIP, or ""
}

func (led *Ledger) feedDocumentID(s *world.Seller, parts ...any) string {
	return "amzn1.tortuga.4." + string(s.Region) + "." + led.world.Dashed(append([]any{"feed document", s.ID}, parts...)...) + ".TSIM"
}

func (led *Ledger) createFeedDocument(c *gateway.Call) any {
	var entry struct {
		ContentType string `json:"contentType"`
	}
	c.JSON(&entry)
	_, _, err := mime.ParseMediaType(entry.ContentType)
	c.WrongIf(err != nil, "'contentType' is required and must be a media type.")
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	d := &feedDocument{
		id: led.feedDocumentID(c.Seller(), "input", len(led.book.feeds.documents)), seller: c.Token.Seller, contentType: entry.ContentType,
	}
	led.book.feeds.documents[d.id] = d
	return gateway.Object{"feedDocumentId": d.id, "url": led.feedAddress(c, http.MethodPut, d.id)}
}

// feedAddress returns the address to upload or download a document without a token.
func (led *Ledger) feedAddress(c *gateway.Call, method, id string) string {
	until := strconv.FormatInt(led.world.Clock.Now().Add(feedAddressLife).Unix(), 10)
	query := url.Values{"expires": {until}, "signature": {led.feedSignature(method, id, until)}}
	return c.Address + feedDocumentPath + id + "?" + query.Encode()
}

func (led *Ledger) feedSignature(method, id, until string) string {
	return led.world.Opaque("feed address", method, id, until)
}

func (led *Ledger) answerFeedDocument(c *gateway.Call) any {
	c.Yes("enableContentEncodingUrlHeader")
	d, ok := led.feedDocument(c.Path("feedDocumentId"))
	if !ok || d.seller != c.Token.Seller {
		panic(gateway.NotFound("The feed document does not exist."))
	}
	answer := gateway.Object{"feedDocumentId": d.id, "url": led.feedAddress(c, http.MethodGet, d.id)}
	if d.compression != "" {
		answer["compressionAlgorithm"] = d.compression
	}
	return answer
}

// serveFeedDocument serves the store of documents, which knows only its own addresses.
func (led *Ledger) serveFeedDocument(w http.ResponseWriter, r *http.Request) {
	led.Settle()
	rec := led.gateway.Record(w, gateway.FeedDocumentOperation)
	defer rec.End()
	d, ok := led.feedDocument(r.PathValue("id"))
	if f := led.gateway.Fault(gateway.FeedDocumentOperation, d.seller); f != nil && led.gateway.Fail(rec, r, f, gateway.ShapeErrors) {
		return
	}
	query := r.URL.Query()
	until, err := strconv.ParseInt(query.Get("expires"), 10, 64)
	signature := led.feedSignature(r.Method, d.id, query.Get("expires"))
	switch {
	case !ok, err != nil, subtle.ConstantTimeCompare([]byte(signature), []byte(query.Get("signature"))) != 1:
		storeRefuses(rec, http.StatusForbidden, "SignatureDoesNotMatch")
	case led.world.Clock.Now().After(time.Unix(until, 0)):
		storeRefuses(rec, http.StatusForbidden, "AccessDenied")
	case r.Method == http.MethodPut:
		led.upload(rec, r, d)
	default:
		rec.Header().Set("Content-Type", d.contentType)
		rec.Header().Set("Content-Length", strconv.Itoa(len(d.body)))
		rec.WriteHeader(http.StatusOK)
		_, _ = rec.Write(d.body)
	}
}

// feedDocument returns a copy of a document.
func (led *Ledger) feedDocument(id string) (feedDocument, bool) {
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	d, ok := led.book.feeds.documents[id]
	if !ok {
		return feedDocument{id: id}, false
	}
	return *d, true
}

func (led *Ledger) upload(w http.ResponseWriter, r *http.Request, d feedDocument) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxFeedDocument+1))
	switch {
	case err != nil:
		storeRefuses(w, http.StatusBadRequest, "IncompleteBody")
	case len(body) > maxFeedDocument:
		storeRefuses(w, http.StatusBadRequest, "EntityTooLarge")
	case r.Header.Get("Content-Type") != d.contentType:
		storeRefuses(w, http.StatusForbidden, "SignatureDoesNotMatch")
	default:
		led.book.mu.Lock()
		if kept := led.book.feeds.documents[d.id]; kept != nil {
			kept.body = body
		}
		led.book.mu.Unlock()
		w.WriteHeader(http.StatusOK)
	}
}

// storeRefuses answers an error in the store's own form.
func storeRefuses(w http.ResponseWriter, status int, code string) {
	gateway.Page(w, status, "application/xml", fmt.Sprintf("<?xml version=\"1.0\"?>\n<Error><Code>%s</Code><Message>%s</Message></Error>", code, code))
}
