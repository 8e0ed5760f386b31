// Package carrier carries messages of the Model Context Protocol from standard streams to a running
// service.
package carrier

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"sellingassistant/domain/kernel/secret"
)

const (
	// carriedAtOnce bounds the messages on their way to the service.
	carriedAtOnce = 8
	// carriedWithin bounds the wait for an answer.
	carriedWithin = 3 * time.Minute
	// maxMessage bounds a message and an answer in bytes.
	maxMessage = 4 << 20
)

// Carrier carries messages to a service, and its answers back.
type Carrier struct {
	url string
	key secret.Text

	mu  sync.Mutex
	out io.Writer
	// edition has the edition of the protocol that client and service agreed on.
	edition string
}

// New returns a carrier to the address of a service. The answers are written to out.
func New(address string, key secret.Text, out io.Writer) *Carrier {
	return &Carrier{url: address, key: key, out: out}
}

// envelope has the parts of a message that the headers of its call repeat.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name string `json:"name"`
		Meta struct {
			Edition string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	} `json:"params"`
}

// Carry carries messages, a line each, until the input ends and all answers have come.
func (c *Carrier) Carry(ctx context.Context, input io.Reader) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, maxMessage)
	slots := make(chan struct{}, carriedAtOnce)
	var running sync.WaitGroup
	defer running.Wait()
	for lines.Scan() {
		message := bytes.Clone(bytes.TrimSpace(lines.Bytes()))
		if len(message) == 0 {
			continue
		}
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			c.message(ctx, message)
		})
	}
	return lines.Err()
}

// message carries a message and writes its answer. A refusal of the service becomes an error of
// the protocol.
func (c *Carrier) message(ctx context.Context, message []byte) {
	var e envelope
	_ = json.Unmarshal(message, &e) // the service refuses a malformed message
	answer, err := c.post(ctx, message, e)
	switch {
	case err == nil:
		c.agree(e, answer)
		c.write(answer)
	case len(e.ID) > 0:
		text, _ := json.Marshal(map[string]any{
			"jsonrpc": "2.0", "id": e.ID, "error": map[string]any{"code": -32603, "message": err.Error()},
		})
		c.write(text)
	}
}

// post sends a message. It returns an error with the sentence of the service for a refusal.
func (c *Carrier) post(ctx context.Context, message []byte, e envelope) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, carriedWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(message))
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-Api-Key", c.key.Reveal())
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	c.mu.Lock()
	edition := cmp.Or(e.Params.Meta.Edition, c.edition)
	c.mu.Unlock()
	for name, value := range map[string]string{
		"Mcp-Protocol-Version": edition, "Mcp-Method": e.Method, "Mcp-Name": e.Params.Name,
	} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	// A redirect would give the key to another host.
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("the service does not answer: %w", err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxMessage))
	if err != nil {
		return nil, fmt.Errorf("the answer of the service was cut off: %w", err)
	}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		text = eventOf(text)
	}
	var problem struct {
		Version string `json:"jsonrpc"`
		Detail  string `json:"detail"`
	}
	_ = json.Unmarshal(text, &problem)
	if res.StatusCode < http.StatusMultipleChoices || problem.Version != "" {
		return text, nil
	}
	return nil, errors.New(cmp.Or(problem.Detail, "the service answers "+res.Status))
}

// eventOf returns the message of the last event of a stream.
func eventOf(stream []byte) []byte {
	var last []byte
	for line := range bytes.Lines(stream) {
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			last = bytes.TrimSpace(data)
		}
	}
	return last
}

// agree keeps the edition of the protocol that the service names to an older client. The headers of
// later messages repeat it.
func (c *Carrier) agree(e envelope, answer []byte) {
	if e.Method != "initialize" {
		return
	}
	var agreed struct {
		Result struct {
			Edition string `json:"protocolVersion"`
		} `json:"result"`
	}
	if json.Unmarshal(answer, &agreed) == nil {
		c.mu.Lock()
		c.edition = agreed.Result.Edition
		c.mu.Unlock()
	}
}

// write writes an answer as a line. A message without an answer, such as a notification, writes
// nothing.
func (c *Carrier) write(answer []byte) {
	var line bytes.Buffer
	if json.Compact(&line, answer) != nil || line.Len() == 0 {
		return
	}
	line.WriteByte('\n')
	c.mu.Lock()
	defer c.mu.Unlock()
	_, _ = c.out.Write(line.Bytes()) // a client that left gets no answer
}
