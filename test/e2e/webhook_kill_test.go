package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// listener is a user's program. It keeps the ids of the events that it got, by record.
type listener struct {
	mu   sync.Mutex
	got  map[int64]map[string]int
	last int
}

func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		ID   string `json:"id"`
		Data struct {
			ID int64 `json:"id"`
		} `json:"data"`
	}
	if json.NewDecoder(r.Body).Decode(&body) != nil || body.ID != r.Header.Get("webhook-id") {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.got[body.Data.ID] == nil {
		l.got[body.Data.ID] = map[string]int{}
	}
	l.got[body.Data.ID][body.ID]++
	l.last++
}

func (l *listener) calls() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// TestKilledWhileEventsAreDelivered kills the server while records are made and their events are
// delivered. Each record that the server acknowledged reaches the receiver. What comes again has the
// same id.
func TestKilledWhileEventsAreDelivered(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		p.set("SA_RATE_LIMITS", "default=100000000", "SA_LOG_LEVEL", "error", "SA_WEBHOOK_LOCAL", "true")
		team := p.team("Acme")
		hears := &listener{got: map[int64]map[string]int{}}
		receiver := httptest.NewServer(hears)
		t.Cleanup(receiver.Close)
		s := p.serve()
		s.client(team.key).want(201, "POST", "/api/v1/webhook-endpoints",
			`{"url":"`+receiver.URL+`/hook","event_types":["inventory_product.created"]}`)
		var made []int64
		for round := range kills.events {
			before := hears.calls()
			for range 5 + 3*round {
				a := s.client(team.key).do(call{
					method: "POST", path: "/api/v1/inventory-products", body: fmt.Sprintf(`{"title":"Mug %d"}`, len(made)),
				})
				require.Equal(t, 201, a.status, a.body)
				var answer struct {
					Data struct {
						ID int64 `json:"id"`
					} `json:"data"`
				}
				require.NoError(t, json.Unmarshal([]byte(a.body), &answer))
				made = append(made, answer.Data.ID)
			}
			if round%2 == 1 { // else before the first call
				poll(t, "a call", func() bool { return hears.calls() > before })
			}
			s.kill()
			s = p.serve()
		}
		poll(t, "all events", func() bool {
			hears.mu.Lock()
			defer hears.mu.Unlock()
			return len(hears.got) == len(made)
		})
		s.stop()
		hears.mu.Lock()
		defer hears.mu.Unlock()
		for _, record := range made {
			require.Len(t, hears.got[record], 1, "record %d: one event, and one id in all of its calls", record)
		}
	})
}
