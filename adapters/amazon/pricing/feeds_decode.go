package pricing

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"

	sendingports "sellingassistant/ports/repricer/sending"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/marketplace"
)

// feedDocument has the address to upload a feed document to or download it from.
type feedDocument struct {
	id, address string
	zipped      bool
}

// decodeFeedDocument reads createFeedDocument and getFeedDocument. An unknown compression is an
// error.
func decodeFeedDocument(body []byte) (feedDocument, error) {
	var answer struct {
		ID          string `json:"feedDocumentId"`
		URL         string `json:"url"`
		Compression string `json:"compressionAlgorithm"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.ID == "" || answer.URL == "" || answer.Compression != "" && answer.Compression != "GZIP" {
		return feedDocument{}, spapi.ErrNotJSON
	}
	return feedDocument{answer.ID, answer.URL, answer.Compression == "GZIP"}, nil
}

type wireFeed struct {
	FeedID               string   `json:"feedId"`
	MarketplaceIDs       []string `json:"marketplaceIds"`
	ProcessingStatus     string   `json:"processingStatus"`
	ResultFeedDocumentID string   `json:"resultFeedDocumentId"`
}

// decodeFeed reads getFeed and createFeed. A feed without its id is an error.
func decodeFeed(body []byte) (sendingports.FeedState, error) {
	var w wireFeed
	if json.Unmarshal(body, &w) != nil || !spapi.IsName(w.FeedID, 200) {
		return sendingports.FeedState{}, spapi.ErrNotJSON
	}
	return w.state(), nil
}

// decodeFeeds reads a page of getFeeds. An unreadable feed is an error, because it must not look
// like a missing feed.
func decodeFeeds(body []byte) ([]sendingports.FeedState, error) {
	var answer struct {
		Feeds []wireFeed `json:"feeds"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Feeds == nil {
		return nil, spapi.ErrNotJSON
	}
	states := make([]sendingports.FeedState, len(answer.Feeds))
	for n, w := range answer.Feeds {
		if !spapi.IsName(w.FeedID, 200) {
			return nil, spapi.ErrNotJSON
		}
		states[n] = w.state()
	}
	return states, nil
}

// feedStatuses maps the known statuses; Amazon may add more.
var feedStatuses = map[string]sendingports.FeedStatus{
	"IN_QUEUE": sendingports.FeedQueued, "IN_PROGRESS": sendingports.FeedRunning, "DONE": sendingports.FeedDone,
	"CANCELLED": sendingports.FeedCancelled, "FATAL": sendingports.FeedFailed,
}

func (w wireFeed) state() sendingports.FeedState {
	s := sendingports.FeedState{
		ID: sendingports.FeedID(w.FeedID), Status: feedStatuses[w.ProcessingStatus],
		Result: spapi.Clean(w.ResultFeedDocumentID),
	}
	if s.Status == "" {
		s.Status = sendingports.FeedOther
	}
	for _, id := range w.MarketplaceIDs {
		s.Marketplaces = append(s.Marketplaces, marketplace.ID(spapi.Clean(id)))
	}
	return s
}

const (
	// reportCap bounds an unpacked report, and maxReportIssues its issues: a feed has 25,000
	// messages.
	reportCap       = 32 << 20
	maxReportIssues = 100_000
)

// read decodes a report as a stream.
func (d feedDocument) read(report *sendingports.FeedReport) func(io.Reader, bool) error {
	return func(body io.Reader, unpacked bool) error {
		if d.zipped && !unpacked {
			unzipped, err := gzip.NewReader(body)
			if err != nil {
				return spapi.ErrNotJSON
			}
			body = unzipped
		}
		left := &io.LimitedReader{R: body, N: reportCap + 1}
		var err error
		*report, err = decodeReport(filling{left})
		if left.N == 0 {
			return spapi.ErrTooBig
		}
		return err
	}
}

// filling reads until the buffer is full. With small reads the JSON decoder rescans its buffer
// each time, which takes minutes for one long value.
type filling struct{ r io.Reader }

func (f filling) Read(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var more int
		more, err = f.r.Read(p[n:])
		n += more
	}
	return n, err
}

// wireFeedIssue decodes an issue of a message in a report.
type wireFeedIssue struct {
	MessageID json.Number `json:"messageId"`
	Code      string      `json:"code"`
	Severity  string      `json:"severity"`
	Message   string      `json:"message"`
}

// reportReader decodes a report as a stream.
type reportReader struct {
	d      *json.Decoder
	report sendingports.FeedReport
	issues int
	told   bool
}

// decodeReport reads the report of a listings feed, issue by issue, because there may be many. A
// report without issues and summary is an error.
func decodeReport(r io.Reader) (sendingports.FeedReport, error) {
	s := reportReader{d: json.NewDecoder(r), report: sendingports.FeedReport{Issues: map[int64][]sendingports.PriceIssue{}}}
	err := eachMember(s.d, s.member)
	if errors.Is(err, spapi.ErrTooBig) {
		return sendingports.FeedReport{}, err
	}
	if err == nil {
		_, err = s.d.Token()
	}
	if !errors.Is(err, io.EOF) || !s.told {
		return sendingports.FeedReport{}, spapi.ErrNotJSON
	}
	return s.report, nil
}

func (s *reportReader) member(name string) error {
	switch name {
	case "issues":
		s.told = true
		return eachRow(s.d, func() error {
			var w wireFeedIssue
			if s.d.Decode(&w) != nil {
				return spapi.ErrNotJSON
			}
			return s.add(w)
		})
	case "summary":
		var w struct {
			Processed json.Number `json:"messagesProcessed"`
		}
		s.told = true
		if s.d.Decode(&w) != nil {
			return spapi.ErrNotJSON
		}
		s.report.Processed = countOf(w.Processed)
		return nil
	}
	var skipped json.RawMessage
	if s.d.Decode(&skipped) != nil {
		return spapi.ErrNotJSON
	}
	return nil
}

// add keeps an issue. Without a severity it counts as an error: accepted prices are read back
// anyway, rejected prices are not.
func (s *reportReader) add(w wireFeedIssue) error {
	number, err := w.MessageID.Int64()
	if w.MessageID == "" {
		number, err = 0, nil
	}
	if err != nil || number < 0 {
		return spapi.ErrNotJSON
	}
	if s.issues++; s.issues > maxReportIssues {
		return spapi.ErrTooBig
	}
	s.report.Issues[number] = append(s.report.Issues[number], sendingports.PriceIssue{
		Code: spapi.Clean(w.Code), Severity: spapi.Clean(cmp.Or(w.Severity, sendingports.SeverityError)), Message: spapi.Clean(w.Message),
	})
	return nil
}

// eachMember reads an object member by member; read consumes the value.
func eachMember(d *json.Decoder, read func(name string) error) error {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return spapi.ErrNotJSON
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return spapi.ErrNotJSON
		}
		if err := read(name.(string)); err != nil {
			return err
		}
	}
	return closes(d)
}

// eachRow reads a list row by row; read consumes the row. null is an empty list.
func eachRow(d *json.Decoder, read func() error) error {
	switch t, err := d.Token(); {
	case err != nil:
		return spapi.ErrNotJSON
	case t == nil:
		return nil
	case t != json.Delim('['):
		return spapi.ErrNotJSON
	}
	for d.More() {
		if err := read(); err != nil {
			return err
		}
	}
	return closes(d)
}

// closes consumes the closing bracket, which a truncated document lacks.
func closes(d *json.Decoder) error {
	if _, err := d.Token(); err != nil {
		return spapi.ErrNotJSON
	}
	return nil
}
