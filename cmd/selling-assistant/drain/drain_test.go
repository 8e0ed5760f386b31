package drain_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/cmd/selling-assistant/drain"
)

const request = "GET / HTTP/1.1\r\nHost: service\r\n\r\n"

// serving is a server whose answers are held back until held is closed.
func serving(t *testing.T) (s *drain.Server, address string, running chan struct{}, held chan struct{}) {
	t.Helper()
	running, held = make(chan struct{}, 10), make(chan struct{})
	l, err := drain.Listen("127.0.0.1:0")
	require.NoError(t, err)
	s = drain.New(&http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		running <- struct{}{}
		<-held
		w.Header().Set("Connection", "close")
	})}, l, zap.NewNop())
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	t.Cleanup(func() { require.NoError(t, <-served) })
	return s, l.Addr().String(), running, held
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// A call that comes on an open connection after the stop began is answered, while
// another one is still running.
func TestDrainAnswersWhatComesOnOpenConnections(t *testing.T) {
	s, address, running, held := serving(t)
	first, second := dial(t, address), dial(t, address)
	_, err := io.WriteString(first, request)
	require.NoError(t, err)
	<-running
	drained := make(chan error, 1)
	go func() { drained <- s.Drain(t.Context()) }()
	// New connections are turned away once it has begun.
	for {
		c, err := net.DialTimeout("tcp", address, 50*time.Millisecond)
		if err != nil {
			break
		}
		require.NoError(t, c.Close())
	}
	_, err = io.WriteString(second, request)
	require.NoError(t, err)
	<-running
	close(held)
	for _, c := range []net.Conn{first, second} {
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, res.StatusCode)
		require.True(t, res.Close)
		require.NoError(t, res.Body.Close())
	}
	require.NoError(t, <-drained)
}

// slow is a listener that accepts a connection long after the kernel has made it.
type slow struct{ *net.TCPListener }

func (l slow) Accept() (net.Conn, error) {
	<-time.After(3 * time.Second / 10)
	return l.TCPListener.Accept()
}

func TestDrainAnswersWhatIsAcceptedLate(t *testing.T) {
	l, err := drain.Listen("127.0.0.1:0")
	require.NoError(t, err)
	s := drain.New(&http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
	})}, slow{l.(*net.TCPListener)}, zap.NewNop())
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	c := dial(t, l.Addr().String())
	_, err = io.WriteString(c, request)
	require.NoError(t, err)
	require.NoError(t, s.Drain(t.Context()))
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.NoError(t, res.Body.Close())
	require.NoError(t, <-served)
}

func TestDrainCutsWhatTakesTooLong(t *testing.T) {
	s, address, running, held := serving(t)
	defer close(held)
	_, err := io.WriteString(dial(t, address), request)
	require.NoError(t, err)
	<-running
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, s.Drain(ctx), context.DeadlineExceeded)
}

// late is a listener of which Serve notices that it is closed when it is closed again.
type late struct {
	net.Listener
	closes chan struct{}
}

func (l late) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.closes
		<-l.closes
	}
	return c, err
}

func (l late) Close() error {
	l.closes <- struct{}{}
	return l.Listener.Close()
}

func TestDrainWhileServeHasNotNoticed(t *testing.T) {
	l, err := drain.Listen("127.0.0.1:0")
	require.NoError(t, err)
	s := drain.New(&http.Server{ReadHeaderTimeout: time.Minute}, late{l, make(chan struct{}, 2)}, zap.NewNop())
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	c := dial(t, l.Addr().String())
	_, err = io.WriteString(c, "GET / HTTP/1.0\r\n\r\n")
	require.NoError(t, err)
	_, err = io.ReadAll(c)
	require.NoError(t, err)
	require.NoError(t, s.Drain(t.Context()))
	require.NoError(t, <-served)
}
