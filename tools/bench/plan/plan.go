// Package plan has the types that the parts of the measurement exchange: the measuring program, the
// load generator and the floor program.
package plan

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// Op names an operation to measure.
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

// Ops lists all operations.
var Ops = []Op{Get, List, Bulk, Relay}

// Connections returns the number of clients that call at once, each over its own connection.
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
	// Prefix begins the paths of all operations.
	Prefix = "/api/v1"
	// DocumentsPath names the collection of documents below Prefix.
	DocumentsPath = "/documents"
	// ProductsPath names the collection of repricer rows below Prefix.
	ProductsPath = "/sa/repricer/products"
	// RelayPrefix precedes the marketplace's own path.
	RelayPrefix = "/sp-api"
	// Page sets the documents of a list.
	Page = 50
	// BulkRows sets the rows of a bulk call.
	BulkRows = 100
	// KeyHeader carries the API key.
	KeyHeader = "X-Api-Key"
)

// HangingPath reads a catalogue item, which the simulated marketplace never answers.
func HangingPath(n int) string {
	return fmt.Sprintf("%s/catalog/2022-04-01/items/B0HANG%04d?marketplaceId=ATVPDKIKX0DER", RelayPrefix, n)
}

// Team has a team's key and the records it can reach.
type Team struct {
	ID  int64  `json:"id"`
	Key string `json:"key"`
	// Seller names the team's seller account, connected in all regions.
	Seller    string  `json:"seller"`
	Documents []int64 `json:"documents"`
	Products  []int64 `json:"products"`
}

// Floor configures the floor program, which reads it from standard input, so that keys do not
// appear in the list of processes.
type Floor struct {
	// Database has the form postgres://…, or the path of a SQLite file.
	Database string `json:"database"`
	Postgres bool   `json:"postgres"`
	Teams    []Team `json:"teams"`
	// Upstream has host:port of the simulated marketplace.
	Upstream string `json:"upstream"`
}

// Load configures the load generator, which reads it from standard input.
type Load struct {
	// Address has host:port of the program under load.
	Address     string  `json:"address"`
	Op          Op      `json:"op"`
	Connections int     `json:"connections"`
	Seconds     float64 `json:"seconds"`
	Seed        uint64  `json:"seed"`
	// FirstPrice sets the price of the first bulk call, in hundredths. Each call takes the next
	// price, so that every call changes every row.
	FirstPrice int64  `json:"first_price"`
	Teams      []Team `json:"teams"`
	// Expected maps paths to answers in the form of Neutral. A client that reads such a path
	// compares the answer.
	Expected map[string]string `json:"expected"`
}

// Result has the output of the load generator.
type Result struct {
	Requests int64   `json:"requests"`
	Seconds  float64 `json:"seconds"`
	// Compared counts the answers with a checked body.
	Compared int64 `json:"compared"`
	// Prices counts the prices that the bulk calls have used.
	Prices int64 `json:"prices"`
	P50    int64 `json:"p50_micros"`
	P99    int64 `json:"p99_micros"`
	// Failure describes the first wrong answer, "" without failures.
	Failure string `json:"failure"`
}

var differing = map[Op]*regexp.Regexp{
	// A cursor depends on a secret.
	List: regexp.MustCompile(`"next_cursor":"[^"]+"`),
	// Both programs change and queue the same row in turn.
	Bulk: regexp.MustCompile(`"version":\d+|"updated_at":"[^"]+"|"next_due_at":"[^"]+"`),
}

// Neutral blanks only the values in an answer that the two programs may give differently.
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

// Domains lists marketplaces for relayed calls, one per region, since the marketplace counts calls
// by region.
var Domains = []string{"amazon.com", "amazon.de", "amazon.co.jp"}

// RelayPath returns the path to read a listing. Different numbers make different calls.
func RelayPath(t *Team, number int64, domain string) string {
	return RelayPrefix + "/listings/2021-08-01/items/" + t.Seller + "/MUG-" + strconv.FormatInt(number, 10) + "?domain=" + domain
}

// MinPrice sets the lower price limit of all bulk calls.
const MinPrice = "5.25"

// Price writes hundredths as an amount.
func Price(hundredths int64) string { return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100) }

// BulkBody returns the request that sets the limits of rows.
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
