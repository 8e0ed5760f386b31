package fault

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Postgres starts a proxy before a database and returns the address to use instead of the
// database's own.
func Postgres(t testing.TB, address string) (proxied string, s *Switch) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal("the address of the database cannot be read")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s = &Switch{}
	p := &proxy{server: u.Host, s: s, idle: map[string][]*backend{}}
	t.Cleanup(func() { _ = l.Close(); p.close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.pass(c)
		}
	}()
	u.Host = l.Addr().String()
	q := u.Query()
	q.Set("sslmode", "disable") // encrypted statements cannot be counted
	u.RawQuery = q.Encode()
	return u.String(), s
}

// proxy keeps connections to the server for the next client, after a rollback and a reset. Starting
// a server process takes longer than most calls, and every failing step would need a new process.
type proxy struct {
	server string
	s      *Switch

	mu     sync.Mutex
	closed bool
	// idle maps settings of the first client to unused connections.
	idle map[string][]*backend
}

// backend has a connection to the server.
type backend struct {
	conn net.Conn

	mu     sync.Mutex
	client net.Conn
	// greeting has the server's messages to the first client after the password; later clients get
	// them too. It is nil until it is complete.
	greeting []byte
	// owed counts the messages ReadyForQuery that are still to come.
	owed  int
	ready *sync.Cond
	gone  bool
}

// cancelRequest replaces the protocol version in a start message that asks to cancel a statement.
const cancelRequest = 80877102

// pass forwards one connection until either side or the switch ends it.
func (p *proxy) pass(client net.Conn) {
	defer func() { _ = client.Close() }()
	r := bufio.NewReader(client)
	start, err := message(r, 0) // the start has no type
	// A client that was cut off asks to cancel its statement. Its connection may serve another
	// client by then.
	if err != nil || binary.BigEndian.Uint32(start[4:]) == cancelRequest {
		return
	}
	b, err := p.take(start, client)
	if err != nil {
		return
	}
	if !p.requests(r, b) || !b.reset() || !p.keep(settings(start), b) {
		_ = b.conn.Close()
	}
}

// requests forwards a client's requests until the client ends or is cut off. It reports whether the
// server connection can be used again.
func (p *proxy) requests(r *bufio.Reader, b *backend) bool {
	for {
		kind, err := r.ReadByte()
		if err != nil || kind == 'X' {
			return true
		}
		m, err := message(r, kind)
		if err != nil {
			return true
		}
		lost := kind == 'Q' && strings.EqualFold(strings.TrimRight(string(m[5:]), "\x00"), "commit") && p.s.hitCommit()
		if lost {
			b.attach(nil)
		}
		// Messages that only prepare a statement fail together with it.
		if (kind == 'Q' || kind == 'E') && p.s.hit() {
			return true
		}
		if !b.ask(m) {
			return false
		}
		if lost {
			return true
		}
	}
}

// take connects a client to an unused connection with its settings, or to a new connection.
func (p *proxy) take(start []byte, client net.Conn) (*backend, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := settings(start)
	for kept := p.idle[key]; len(kept) > 0; kept = p.idle[key] {
		b := kept[len(kept)-1]
		p.idle[key] = kept[:len(kept)-1]
		if b.attach(client) {
			// If the client has left, its next request fails.
			_, _ = client.Write(b.greeting)
			return b, nil
		}
	}
	conn, err := net.Dial("tcp", p.server)
	if err != nil {
		return nil, err
	}
	b := &backend{conn: conn, client: client, owed: 1}
	b.ready = sync.NewCond(&b.mu)
	go b.answers()
	_, err = conn.Write(start)
	if err != nil {
		_ = conn.Close()
	}
	return b, err
}

// settings returns the settings of a start message, sorted, because clients send them in any order.
func settings(start []byte) string {
	words := strings.Split(string(start[8:]), "\x00")
	var pairs []string
	for i := 0; i+1 < len(words); i += 2 {
		pairs = append(pairs, words[i]+"="+words[i+1])
	}
	slices.Sort(pairs)
	return strings.Join(pairs, " ")
}

// keep makes a connection wait for the next client, unless the proxy is closed.
func (p *proxy) keep(key string, b *backend) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.idle[key] = append(p.idle[key], b)
	}
	return !p.closed
}

func (p *proxy) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, kept := range p.idle {
		for _, b := range kept {
			_ = b.conn.Close()
		}
	}
}

// answers forwards the messages of the server to the attached client.
func (b *backend) answers() {
	r := bufio.NewReader(b.conn)
	var greeting []byte
	for {
		kind, err := r.ReadByte()
		var m []byte
		if err == nil {
			m, err = message(r, kind)
		}
		b.mu.Lock()
		if err != nil {
			b.gone = true
			if b.client != nil {
				_ = b.client.Close()
			}
			b.ready.Broadcast()
			b.mu.Unlock()
			return
		}
		if b.greeting == nil && (kind != 'R' || accepted(m)) {
			greeting = append(greeting, m...)
		}
		if kind == 'Z' {
			if b.greeting == nil {
				b.greeting = greeting
			}
			b.owed--
			b.ready.Broadcast()
		}
		client := b.client
		b.mu.Unlock()
		if client != nil {
			_, _ = client.Write(m) // if the client has left, its next request fails
		}
	}
}

// accepted reports whether a message accepts the password.
func accepted(m []byte) bool { return binary.BigEndian.Uint32(m[5:]) == 0 }

// attach sends the server's messages to a client from now on; with nil it drops them. It reports
// whether the connection still exists.
func (b *backend) attach(client net.Conn) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.client = client
	return !b.gone
}

// ask sends a message to the server, and returns false if the connection has closed.
func (b *backend) ask(m []byte) bool {
	if m[0] == 'Q' || m[0] == 'S' {
		b.mu.Lock()
		b.owed++
		b.mu.Unlock()
	}
	_, err := b.conn.Write(m)
	return err == nil
}

// reset rolls back and discards the session of a client. It reports whether the connection can be
// used again.
func (b *backend) reset() bool {
	b.attach(nil)
	b.mu.Lock()
	known := b.greeting != nil
	b.mu.Unlock()
	if !known || !b.ask(query('S', "")) || !b.ask(query('Q', "ROLLBACK\x00")) || !b.ask(query('Q', "DISCARD ALL\x00")) {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.owed > 0 && !b.gone {
		b.ready.Wait()
	}
	return !b.gone
}

func query(kind byte, text string) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(text)+4)), text...)
}

// message reads one message after its kind; kind is 0 for a message without kind.
func message(r *bufio.Reader, kind byte) ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	var m []byte
	if kind != 0 {
		m = append(m, kind)
	}
	m = append(m, size[:]...)
	from := len(m)
	m = append(m, make([]byte, binary.BigEndian.Uint32(size[:])-4)...)
	_, err := io.ReadFull(r, m[from:])
	return m, err
}
