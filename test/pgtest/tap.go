package pgtest

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// Tap sits between the program and Postgres. It counts the statements, and the bytes that the
// database sends.
type Tap struct {
	mu    sync.Mutex
	count int
	bytes int64
}

// counted forwards the bytes that the database sends.
type counted struct {
	tap *Tap
	to  io.Writer
}

func (c counted) Write(b []byte) (int, error) {
	c.tap.mu.Lock()
	c.tap.bytes += int64(len(b))
	c.tap.mu.Unlock()
	return c.to.Write(b)
}

// Received returns how many bytes the database sends while fn runs.
func (p *Tap) Received(fn func()) int64 {
	p.mu.Lock()
	before := p.bytes
	p.mu.Unlock()
	fn()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes - before
}

func (p *Tap) executed(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count += n
}

// During returns how many statements fn runs on Postgres, including BEGIN and COMMIT.
func (p *Tap) During(fn func()) int {
	p.mu.Lock()
	before := p.count
	p.mu.Unlock()
	fn()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count - before
}

// Listen forwards connections to the database and returns its URL through the tap.
func (p *Tap) Listen(t testing.TB, target string) string {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	server := u.Host
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			upstream, err := net.Dial("tcp", server)
			if err != nil {
				_ = client.Close()
				continue
			}
			go func() {
				_, _ = io.Copy(counted{p, client}, upstream)
				_ = client.Close()
			}()
			go func() {
				p.forward(upstream, bufio.NewReader(client))
				_ = upstream.Close()
			}()
		}
	}()
	u.Host = l.Addr().String()
	q := u.Query()
	q.Set("sslmode", "disable")
	u.RawQuery = q.Encode()
	return u.String()
}

// forward passes the client's messages on. The first has no kind; the others begin with a byte for
// the kind and four bytes for the length.
func (p *Tap) forward(to io.Writer, from *bufio.Reader) {
	for head := 4; ; head = 5 {
		peek, err := from.Peek(head)
		if err != nil {
			return
		}
		size := int64(head-4) + int64(binary.BigEndian.Uint32(peek[head-4:]))
		// Q is a statement as text, E runs a prepared statement.
		if head == 5 && (peek[0] == 'Q' || peek[0] == 'E') {
			p.executed(1)
		}
		if _, err := io.CopyN(to, from, size); err != nil {
			return
		}
	}
}
