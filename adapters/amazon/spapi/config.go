package spapi

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
)

const (
	// answerCap bounds the read part of an answer, in bytes.
	answerCap = 8 << 20
	// errorCap bounds the read part of an error answer.
	errorCap = 256 << 10
	// budget bounds a call if the caller sets no deadline.
	budget = 15 * time.Second
)

// Config has the addresses and credentials for Amazon. The client only calls the hosts in it.
type Config struct {
	// TokenURL has the token endpoint of Login with Amazon.
	TokenURL string
	// ClientID identifies the application. If empty, every call answers that the upstream is
	// unavailable.
	ClientID string
	// ClientSecrets lists the secrets in the order of trial: the current secret and, during a
	// rotation, the previous secret.
	ClientSecrets []secret.Text
	// Endpoints has the base address of each region; it may have a path.
	Endpoints map[marketplace.Region]string
	// Version has the program's version, for the User-Agent header.
	Version string
	// Clock may be nil for the machine's clock.
	Clock Clock
	// Transport carries the requests; nil uses a transport that bounds connecting to 3 s.
	Transport http.RoundTripper
}

// endpoints has the checked addresses of a Config.
type endpoints struct {
	token   *url.URL
	regions map[marketplace.Region]*url.URL
}

func (c Config) endpoints() (endpoints, error) {
	var faults []error
	parse := func(name, address string) *url.URL {
		u, err := BaseURL(address)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
		return u
	}
	e := endpoints{token: parse("token address", c.TokenURL), regions: map[marketplace.Region]*url.URL{}}
	for _, r := range marketplace.Regions() {
		e.regions[r] = parse("endpoint "+string(r), c.Endpoints[r])
	}
	return e, errors.Join(faults...)
}

// BaseURL parses a base address. Plain http is accepted for the machine itself only, because
// tokens travel with every call.
func BaseURL(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("is not an address")
	case u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Opaque != "":
		return nil, errors.New("must be a plain address such as https://host")
	case u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())):
		return nil, errors.New("must start with https:// (http:// only on loopback)")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = ""
	return u, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || (ip != nil && ip.IsLoopback())
}

func (c Config) userAgent() string {
	version := c.Version
	if version == "" {
		version = "dev"
	}
	agent := fmt.Sprintf("SellingAssistant/%s (Language=Go/%s)", version, strings.TrimPrefix(runtime.Version(), "go"))
	return agent[:min(len(agent), 500)]
}

// httpClient follows no redirects: a redirect would carry the token to a host that is not
// configured.
func (c Config) httpClient() *http.Client {
	transport := c.Transport
	if transport == nil {
		transport = &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			TLSHandshakeTimeout:    3 * time.Second,
			ForceAttemptHTTP2:      true,
			MaxIdleConns:           256,
			MaxIdleConnsPerHost:    64,
			IdleConnTimeout:        60 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
		}
	}
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
