// Package drain ends an HTTP server without losing a call that was sent to it.
package drain

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"go.uber.org/zap"
)

const (
	// handshakes bounds the wait for connections that are half open when the listener turns others
	// away.
	handshakes = 100 * time.Millisecond
	// firstBytes bounds the wait for a new connection that sends nothing.
	firstBytes = time.Second
)

// Server serves HTTP on a socket. It knows the connections that may have a call under way.
// http.Server knows them too, but its Shutdown drops every request that it reads from then on.
type Server struct {
	http     *http.Server
	listener net.Listener
	log      *zap.Logger

	mu   sync.Mutex
	busy map[net.Conn]time.Time // time of opening, zero once it has sent data
}

// Listen opens a socket at an address. It turns off multipath TCP, Go's default, because such a
// socket takes no filter (see turnAway).
func Listen(address string) (net.Listener, error) {
	var c net.ListenConfig
	c.SetMultipathTCP(false)
	return c.Listen(context.Background(), "tcp", address)
}

// New returns a server that does not serve yet.
func New(h *http.Server, l net.Listener, log *zap.Logger) *Server {
	s := &Server{http: h, listener: l, log: log, busy: map[net.Conn]time.Time{}}
	h.ConnState = s.note
	return s
}

// Serve serves until the server is drained, or returns its error.
func (s *Server) Serve() error {
	err := s.http.Serve(s.listener)
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func (s *Server) note(conn net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch state {
	case http.StateNew:
		s.busy[conn] = time.Now()
	case http.StateActive:
		s.busy[conn] = time.Time{}
	default:
		delete(s.busy, conn)
	}
}

func (s *Server) atRest() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, since := range s.busy {
		if since.IsZero() || time.Since(since) < firstBytes {
			return false
		}
	}
	return true
}

// Drain accepts no more connections, lets every call on open ones be answered, and ends the server.
// The handler must close a connection with each answer from then on. If ctx ends first, calls are
// cut.
func (s *Server) Drain(ctx context.Context) error {
	if err := turnAway(s.listener); err != nil {
		s.log.Info("new connections are not turned away before the listener closes", zap.Error(err))
	}
	Wait(ctx, handshakes)
	// A busy program may accept connections later.
	for unaccepted(s.listener) > 0 && ctx.Err() == nil {
		Wait(ctx, time.Millisecond)
	}
	err := s.listener.Close()
	for busy := true; busy; busy = !s.atRest() && ctx.Err() == nil {
		Wait(ctx, 5*time.Millisecond)
	}
	// Shutdown closes the listener a second time unless Serve has noticed the first.
	if end := s.http.Shutdown(ctx); !errors.Is(end, net.ErrClosed) {
		err = errors.Join(err, end)
	}
	return err
}

// Wait waits for d, unless ctx ends first.
func Wait(ctx context.Context, d time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-ctx.Done()
}
