package fault

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// Postgres starts a proxy before a database and returns the address to use in
// place of its own.
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
	t.Cleanup(func() { _ = l.Close() })
	s = &Switch{}
	server := u.Host
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go pass(c, server, s)
		}
	}()
	u.Host = l.Addr().String()
	q := u.Query()
	q.Set("sslmode", "disable") // what is encrypted cannot be counted
	u.RawQuery = q.Encode()
	return u.String(), s
}

// pass carries one connection until either side ends it or the switch does.
func pass(client net.Conn, address string, s *Switch) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	var mute atomic.Bool
	go func() {
		defer func() { _ = client.Close() }()
		b := make([]byte, 64<<10)
		for {
			n, err := server.Read(b)
			if err != nil || mute.Load() {
				return
			}
			if _, err := client.Write(b[:n]); err != nil {
				return
			}
		}
	}()
	r := bufio.NewReader(client)
	if forward(r, server, 0) != nil { // the start has no type
		return
	}
	for {
		kind, err := r.ReadByte()
		if err != nil {
			return
		}
		switch kind {
		case 'Q', 'E': // query, execute: what only prepares them fails with them
			if kind == 'Q' && isCommit(r) {
				if s.hitCommit() {
					mute.Store(true)
				}
			}
			if s.hit() {
				return
			}
		}
		if forward(r, server, kind) != nil {
			return
		}
	}
}

// isCommit looks at a query without taking it.
func isCommit(r *bufio.Reader) bool {
	b, err := r.Peek(4 + len("commit"))
	return err == nil && strings.EqualFold(string(b[4:]), "commit")
}

// forward copies one message; a kind of 0 is none.
func forward(r *bufio.Reader, to io.Writer, kind byte) error {
	var head [5]byte
	if _, err := io.ReadFull(r, head[1:]); err != nil {
		return err
	}
	head[0] = kind
	from := 0
	if kind == 0 {
		from = 1
	}
	if _, err := to.Write(head[from:]); err != nil {
		return err
	}
	_, err := io.CopyN(to, r, int64(binary.BigEndian.Uint32(head[1:]))-4)
	return err
}
