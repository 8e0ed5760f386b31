package supervisor_test

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/cmd/selling-assistant/supervisor"
)

func TestReport(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	require.NoError(t, supervisor.Report(t.Context(), supervisor.Ready), "no supervisor")

	dir, err := os.MkdirTemp("", "sa-notify-") // the path of a socket is short
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	path := filepath.Join(dir, "socket")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	for _, state := range []string{supervisor.Ready, supervisor.Stopping} {
		require.NoError(t, supervisor.Report(t.Context(), state))
		b := make([]byte, 100)
		n, err := l.Read(b)
		require.NoError(t, err)
		require.Equal(t, state, string(b[:n]))
	}

	t.Setenv("NOTIFY_SOCKET", filepath.Join(dir, "absent"))
	require.ErrorContains(t, supervisor.Report(t.Context(), supervisor.Ready), "report to the supervisor")
}
