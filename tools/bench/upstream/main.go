// Command upstream simulates the marketplace to measure the cost of relaying a call. It gives every
// caller a token, and answers every other call with the same body after a pause. It reports a
// hundred times the real limit. It never answers reads of the catalogue.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "upstream:", err)
		os.Exit(1)
	}
}

// run serves until its standard input ends, which happens when the program that started it ends.
func run() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if _, err := fmt.Println(l.Addr()); err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- http.Serve(l, http.HandlerFunc(answer)) }()
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		failed <- err
	}()
	return <-failed
}

// listing has an answer of about two kilobytes.
var listing = []byte(`{"sku":"MUG-RED","summaries":[` + strings.TrimSuffix(strings.Repeat(
	`{"marketplaceId":"ATVPDKIKX0DER","asin":"B0SIM000A1","productType":"MUG","conditionType":"new_new","status":["BUYABLE","DISCOVERABLE"],`+
		`"itemName":"Mug, red, 330 ml","createdDate":"2026-01-01T00:00:00Z","lastUpdatedDate":"2026-11-01T00:00:00Z"},`, 8), ",") + `]}`)

var token = []byte(`{"access_token":"Atza|bench","token_type":"bearer","expires_in":3600}`)

// thinks sets the pause before an answer: the time of a quick answer of the real marketplace.
// Without it the measurement would show only the programs' own work, and the CPU time in the table
// shows that better.
const thinks = 20 * time.Millisecond

func answer(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/catalog/") {
		<-r.Context().Done()
		return
	}
	body := listing
	if r.Method == http.MethodPost {
		body = token
	}
	time.Sleep(thinks)
	h := w.Header()
	h["Content-Type"] = []string{"application/json"}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	h["X-Amzn-Requestid"] = []string{"1e6f0c0a-7d2c-4f0e-9a51-2f6a0d3a9b11"}
	h["X-Amzn-Ratelimit-Limit"] = []string{"500.0"}
	_, _ = w.Write(body) // a client that is gone gets no error
}
