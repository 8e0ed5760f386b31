package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"time"
)

// patience limits the wait for an answer.
const patience = 30 * time.Second

// client makes one call after the other over a connection.
type client struct {
	*shared
	random *rand.Rand
	conn   net.Conn
	in     *bufio.Reader
	out    []byte // the request
	body   []byte // of the answer

	took     []time.Duration
	compared int64
	err      error
}

func newClient(s *shared, n uint64) *client {
	return &client{shared: s, random: rand.New(rand.NewPCG(s.plan.Seed, n)), in: bufio.NewReaderSize(nil, 64<<10)}
}

func (c *client) run() {
	if c.conn, c.err = net.Dial("tcp", c.plan.Address); c.err != nil {
		return
	}
	defer c.conn.Close()
	c.in.Reset(c.conn)
	for start := time.Now(); start.Before(c.end) && !c.stop.Load(); {
		if c.err = c.call(); c.err != nil {
			c.stop.Store(true)
			return
		}
		now := time.Now()
		c.took = append(c.took, now.Sub(start))
		start = now
	}
}

func (c *client) call() error {
	check := c.request()
	if err := c.conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := c.conn.Write(c.out); err != nil {
		return err
	}
	status, err := c.answer()
	if err != nil {
		return fmt.Errorf("read an answer: %w", err)
	}
	if status != 200 {
		return fmt.Errorf("status %d: %.300s", status, c.body)
	}
	if check == nil {
		return nil
	}
	c.compared++
	return check(c.body)
}

var (
	statusLine = []byte("HTTP/1.1 ")
	length     = []byte("content-length:")
	errForm    = errors.New("the answer is not HTTP/1.1 with a length")
)

// answer reads an answer and returns its status. The body is valid until the next call.
func (c *client) answer() (int, error) {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	rest, ok := bytes.CutPrefix(line, statusLine)
	if !ok || len(rest) < 3 {
		return 0, errForm
	}
	status, err := strconv.Atoi(string(rest[:3]))
	if err != nil {
		return 0, errForm
	}
	size := -1
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 {
			break
		}
		if len(line) > len(length) && bytes.EqualFold(line[:len(length)], length) {
			if size, err = strconv.Atoi(string(bytes.TrimSpace(line[len(length):]))); err != nil {
				return 0, errForm
			}
		}
	}
	if size < 0 {
		return 0, errForm
	}
	if cap(c.body) < size {
		c.body = make([]byte, size)
	}
	c.body = c.body[:size]
	_, err = io.ReadFull(c.in, c.body)
	return status, err
}
