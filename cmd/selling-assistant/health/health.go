// Package health asks the service of this machine whether it takes calls.
package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"

	"sellingassistant/config"
)

// Address returns the address of the service for a caller on the same machine. Other settings
// may be wrong or absent.
func Address(environ []string) (string, error) {
	all, _ := config.Check(environ, false)
	at := slices.IndexFunc(all, func(s config.Setting) bool { return s.Name == "SA_HTTP_ADDR" })
	host, port, err := net.SplitHostPort(all[at].Value)
	if err != nil || port == "0" {
		return "", errors.New("SA_HTTP_ADDR must be host:port, such as 127.0.0.1:8080")
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port), nil
}

// Ask returns the answer of a service that takes calls, else an error with its reason.
func Ask(ctx context.Context, address string) (map[string]any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/readyz", http.NoBody)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("the service does not answer: %w", err)
	}
	defer res.Body.Close()
	var answer map[string]any
	err = json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&answer)
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the service is not ready: %d %v", res.StatusCode, answer["detail"])
	}
	return answer, err
}
