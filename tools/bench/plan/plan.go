// Package plan is what the parts of the measurement tell each other: the
// program that measures, the load generator and the floor program.
package plan

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// Op is an operation that is measured.
type Op string

// The operations.
const (
	// Get reads one document by its id.
	Get Op = "get"
	// List reads the first page of 50 documents of a team.
	List Op = "list"
	// Bulk changes the price limits of 100 repricer rows.
	Bulk Op = "bulk"
	// Relay passes the read of a listing on to the marketplace.
	Relay Op = "relay"
)

// Ops are all operations.
var Ops = []Op{Get, List, Bulk, Relay}

// Connections is how many clients call at once, each over its own connection.
func (o Op) Connections() int {
	switch o {
	case Get:
		return 16
	case List, Relay:
		return 8
	}
	return 4
}

const (
	// Prefix is where the operations begin.
	Prefix = "/api/v1"
	// DocumentsPath is a collection below Prefix.
	DocumentsPath = "/documents"
	// ProductsPath is the other one.
	ProductsPath = "/sa/repricer/products"
	// RelayPrefix stands before the marketplace's own path.
	RelayPrefix = "/sp-api"
	// Page is how many documents a list asks for.
	Page = 50
	// BulkRows is how many rows a bulk call names.
	BulkRows = 100
	// KeyHeader carries the API key.
	KeyHeader = "X-Api-Key"
)

// HangingPath reads a catalogue item, which the marketplace of the measurement
// never answers.
func HangingPath(n int) string {
	return fmt.Sprintf("%s/catalog/2022-04-01/items/B0HANG%04d?marketplaceId=ATVPDKIKX0DER", RelayPrefix, n)
}

// Team is a team's key and the records it can reach.
type Team struct {
	ID  int64  `json:"id"`
	Key string `json:"key"`
	// Seller is the team's seller account, connected in all regions.
	Seller    string  `json:"seller"`
	Documents []int64 `json:"documents"`
	Products  []int64 `json:"products"`
}

// Floor is the configuration of the floor program. It is read from its
// standard input, so that keys stand in no list of processes.
type Floor struct {
	// Database is postgres://… or the path of a SQLite file.
	Database string `json:"database"`
	Postgres bool   `json:"postgres"`
	Teams    []Team `json:"teams"`
	// Upstream is host:port of what stands in for the marketplace.
	Upstream string `json:"upstream"`
}

// Load is an order to the load generator, read from its standard input.
type Load struct {
	// Address is host:port of the program under load.
	Address     string  `json:"address"`
	Op          Op      `json:"op"`
	Connections int     `json:"connections"`
	Seconds     float64 `json:"seconds"`
	Seed        uint64  `json:"seed"`
	// FirstPrice is the price of the first bulk call, in hundredths. Each call
	// takes the next one, so that every call changes every row.
	FirstPrice int64  `json:"first_price"`
	Teams      []Team `json:"teams"`
	// Expected holds answers by path, in the form of Neutral; who meets one of
	// the paths compares.
	Expected map[string]string `json:"expected"`
}

// Result is what the load generator writes to its standard output.
type Result struct {
	Requests int64   `json:"requests"`
	Seconds  float64 `json:"seconds"`
	// Compared counts the answers whose whole body was looked at.
	Compared int64 `json:"compared"`
	// Prices is how many prices the bulk calls have used up.
	Prices int64 `json:"prices"`
	P50    int64 `json:"p50_micros"`
	P99    int64 `json:"p99_micros"`
	// Failure is the first answer that was wrong, "" for none.
	Failure string `json:"failure"`
}

var differing = map[Op]*regexp.Regexp{
	// A cursor is made with a secret.
	List: regexp.MustCompile(`"next_cursor":"[^"]+"`),
	// The same row is changed and queued by both programs in turn.
	Bulk: regexp.MustCompile(`"version":\d+|"updated_at":"[^"]+"|"next_due_at":"[^"]+"`),
}

// Neutral blanks the values in an answer that the two programs may give
// differently, and nothing else.
func Neutral(op Op, body []byte) []byte {
	body = bytes.TrimSpace(body)
	if r := differing[op]; r != nil {
		return r.ReplaceAllFunc(body, func(member []byte) []byte {
			name, _, _ := bytes.Cut(member, []byte(":"))
			return append(bytes.Clone(name), ":…"...)
		})
	}
	return body
}

// Domains are the marketplaces that relayed calls are about, one in each
// region, since the marketplace counts calls by region.
var Domains = []string{"amazon.com", "amazon.de", "amazon.co.jp"}

// RelayPath is the read of a listing; calls with different numbers are
// different calls.
func RelayPath(t *Team, number int64, domain string) string {
	return RelayPrefix + "/listings/2021-08-01/items/" + t.Seller + "/MUG-" + strconv.FormatInt(number, 10) + "?domain=" + domain
}

// MinPrice is the lowest price all bulk calls set.
const MinPrice = "5.25"

// Price writes hundredths as an amount.
func Price(hundredths int64) string { return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100) }

// BulkBody is the request that sets the limits of rows.
func BulkBody(ids []int64, maxHundredths int64) []byte {
	b := []byte(`{"ids":[`)
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	b = append(b, `],"limits":{"min_price":`+MinPrice+`,"max_price":`...)
	b = append(b, Price(maxHundredths)...)
	return append(b, "}}"...)
}
