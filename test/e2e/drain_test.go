package e2e_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/tier"
)

const (
	keptConnections = 32
	// callsPerStop counts the answered calls before a server is asked to stop.
	callsPerStop = 5000
)

// pressure calls a server over kept connections, until it refuses them.
type pressure struct {
	address  string
	requests []string
	answered atomic.Int64
	renewed  atomic.Int64 // connections after the first

	all  sync.WaitGroup
	mu   sync.Mutex
	lost []string
}

func (l *pressure) start() {
	for i := range keptConnections {
		l.all.Go(func() {
			for n := i; ; {
				conn, err := net.Dial("tcp", l.address)
				if err != nil {
					return // the server takes no connection
				}
				n = l.keep(conn, n)
				_ = conn.Close()
				l.renewed.Add(1)
			}
		})
	}
}

// keep calls over a connection until an answer closes it, or a call is not answered.
func (l *pressure) keep(conn net.Conn, n int) int {
	in := bufio.NewReader(conn)
	for on := 0; ; on++ {
		n++
		closes, err := exchange(conn, in, l.requests[n%len(l.requests)])
		if err != nil {
			l.mu.Lock()
			l.lost = append(l.lost, fmt.Sprintf("call %d of its connection: %v", on+1, err))
			l.mu.Unlock()
			return n
		}
		l.answered.Add(1)
		if closes {
			return n
		}
	}
}

// exchange sends a request once and reads its whole answer. Unlike the transport of net/http it
// never repeats an unanswered request.
func exchange(conn net.Conn, in *bufio.Reader, request string) (closes bool, err error) {
	if _, err := io.WriteString(conn, request); err != nil {
		return false, fmt.Errorf("send: %w", err)
	}
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		return false, fmt.Errorf("read: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%d %s", res.StatusCode, text)
	}
	return res.Close, err
}

// raw writes a call as it is sent.
func raw(x call, key string) string {
	return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: service\r\nX-Api-Key: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		x.method, x.path, key, len(x.body), x.body)
}

// TestNoCallIsCutByAStop stops a server under load: every call that was sent is answered.
func TestNoCallIsCutByAStop(t *testing.T) {
	stops := tier.Of(1, 10)
	each(t, func(t *testing.T, p *place) {
		p.set("SA_RATE_LIMITS", "default=100000000")
		team := p.team("Acme")
		answered, renewed := int64(0), int64(0)
		var rows []string
		for stop := range stops {
			s := p.serve()
			if rows == nil {
				rows = makeRows(t, s.client(team.key), "DRAIN", 10)
			}
			l := &pressure{address: strings.TrimPrefix(s.url, "http://"), requests: []string{
				raw(call{method: "GET", path: productsPath + "?limit=5"}, team.key),
				raw(call{method: "GET", path: "/api/v1/account"}, team.key),
				raw(call{method: "PATCH", path: productsPath, body: `{"ids":[` + joined(rows) + `],"limits":{"min_price":` + jsonInt(5+stop) + `}}`}, team.key),
				raw(call{method: "GET", path: productsPath + "/" + rows[0]}, team.key),
			}}
			l.start()
			poll(t, "the load", func() bool { return l.answered.Load() >= callsPerStop })
			s.terminate()
			l.all.Wait()
			require.Equal(t, 0, s.wait(), s.log)
			require.Empty(t, l.lost, "calls without an answer, of %d with one, at stop %d", l.answered.Load(), stop)
			answered += l.answered.Load()
			renewed += l.renewed.Load() - keptConnections
		}
		t.Logf("%d calls answered over %d stops, %d connections renewed", answered, stops, renewed)
	})
}
