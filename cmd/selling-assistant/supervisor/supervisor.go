// Package supervisor reports the state of the process to systemd or a program like it.
package supervisor

import (
	"context"
	"fmt"
	"net"
	"os"
)

// The states.
const (
	Ready    = "READY=1"
	Stopping = "STOPPING=1"
)

// Report sends a state to the socket in NOTIFY_SOCKET. Without a supervisor it does nothing.
func Report(ctx context.Context, state string) error {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return nil
	}
	conn, err := new(net.Dialer).DialContext(ctx, "unixgram", socket)
	if err != nil {
		return fmt.Errorf("report to the supervisor: %w", err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.Write([]byte(state)); err != nil {
		return fmt.Errorf("report to the supervisor: %w", err)
	}
	return nil
}
