package simulator

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/keepa"
	"sellingassistant/adapters/simulator/mailbox"
	"sellingassistant/domain/kernel/marketplace"
)

// Addresses lists the addresses of a marketplace that serves its Handler below a base address such
// as http://127.0.0.1:9000.
type Addresses struct {
	TokenURL  string                        `json:"token_url"`
	Endpoints map[marketplace.Region]string `json:"endpoints"`
	// SellerCentralURL has the page on which sellers grant access.
	SellerCentralURL string `json:"seller_central_url"`
	// QueueURL has the address of DefaultQueue, QueueARN its name.
	QueueURL string `json:"queue_url"`
	QueueARN string `json:"queue_arn"`
	// KeepaURL has the address of the price history provider.
	KeepaURL string `json:"keepa_url"`
}

// NotificationsURL returns the address of DefaultQueue with an access key in it.
func (a Addresses) NotificationsURL() string {
	scheme, rest, _ := strings.Cut(a.QueueURL, "://")
	return scheme + "://" + mailbox.QueueAccessKey + ":" + mailbox.QueueSecret + "@" + rest
}

// AddressesAt returns the addresses of a Handler served at base.
func AddressesAt(base string) Addresses {
	a := Addresses{
		TokenURL: base + gateway.TokenPath, Endpoints: map[marketplace.Region]string{}, SellerCentralURL: base,
		QueueURL: base + mailbox.QueuePath + mailbox.DefaultQueue, QueueARN: mailbox.ARN(mailbox.DefaultQueue), KeepaURL: base + keepa.Path,
	}
	for _, r := range marketplace.Regions() {
		a.Endpoints[r] = base + "/" + string(r)
	}
	return a
}

// Server serves a marketplace on its listeners.
type Server struct {
	Addresses
	// ControlURL has the address of the control listener; empty without it.
	ControlURL string

	servers []*http.Server
}

// Listen serves the marketplace on addr. It serves the control interface on control unless that is
// empty, and on loopback only.
func (m *Marketplace) Listen(addr, control string) (*Server, error) {
	s := &Server{}
	base, err := s.listen(addr, m.Handler(), false)
	if err != nil {
		return nil, err
	}
	s.Addresses = AddressesAt(base)
	if control == "" {
		return s, nil
	}
	if s.ControlURL, err = s.listen(control, m.Control(), true); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Server) listen(addr string, h http.Handler, loopback bool) (string, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return "", err
	}
	if at, ok := l.Addr().(*net.TCPAddr); loopback && (!ok || !at.IP.IsLoopback()) {
		return "", errors.Join(errors.New("the control interface must listen on a loopback address"), l.Close())
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
	s.servers = append(s.servers, server)
	go func() { _ = server.Serve(l) }() // ends with Close
	return "http://" + l.Addr().String(), nil
}

// Close ends the listeners and all running calls.
func (s *Server) Close() error {
	var faults []error
	for _, server := range s.servers {
		// Idle connections end in order; a stalled call is cut off.
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		if server.Shutdown(ctx) != nil {
			faults = append(faults, server.Close())
		}
		cancel()
	}
	return errors.Join(faults...)
}
