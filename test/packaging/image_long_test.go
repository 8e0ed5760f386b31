//go:build long

package packaging

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// user owns the data in the image.
const user = 65532

// TestImage builds the image and starts it. It is only part of make test-long, because the script
// of that installs buildah, the program is compiled once more, and the layers take 300 MB.
func TestImage(t *testing.T) {
	_, err := exec.LookPath("buildah")
	require.NoError(t, err, "the image is built by buildah: apt-get install buildah, as scripts/test.sh -long does")
	require.Zero(t, os.Geteuid(), "the image is started by root, who can give the program another root and user")
	const name = "localhost/selling-assistant-test"
	before := strings.Fields(buildah(t, "images", "--all", "--quiet"))
	t.Cleanup(func() {
		for _, image := range strings.Fields(buildah(t, "images", "--all", "--quiet")) {
			if !slices.Contains(before, image) {
				buildah(t, "rmi", "--force", image)
			}
		}
	})
	command := exec.CommandContext(t.Context(), "scripts/image.sh", name)
	command.Dir = root
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	requireConfig(t, buildah(t, "inspect", "--type", "image", name))
	container := buildah(t, "from", "--pull-never", name)
	t.Cleanup(func() { buildah(t, "rm", container) })
	files := buildah(t, "mount", container)
	requireFiles(t, files)
	requireServes(t, files)
}

// buildah runs buildah and returns its output.
func buildah(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command("buildah", args...)
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	require.NoError(t, err, "buildah %v: %s", args, said.String())
	return strings.TrimSpace(string(out))
}

func requireConfig(t *testing.T, inspected string) {
	t.Helper()
	var image struct {
		Docker struct {
			Config struct {
				User, StopSignal string
				Env, Entrypoint  []string
				Cmd              []string
				Volumes          map[string]any
				ExposedPorts     map[string]any
				Labels           map[string]string
				Healthcheck      struct{ Test []string }
			} `json:"config"`
		}
	}
	require.NoError(t, json.Unmarshal([]byte(inspected), &image))
	c := image.Docker.Config
	require.Equal(t, "65532:65532", c.User)
	require.Equal(t, []string{"/selling-assistant"}, c.Entrypoint)
	require.Equal(t, []string{"serve", "--migrate"}, c.Cmd)
	require.Equal(t, []string{"CMD", "/selling-assistant", "health"}, c.Healthcheck.Test)
	require.Contains(t, c.Volumes, "/data")
	require.Contains(t, c.ExposedPorts, "8080/tcp")
	require.Contains(t, c.Env, "SA_DATA_DIR=/data")
	require.Equal(t, "Apache-2.0", c.Labels["org.opencontainers.image.licenses"])
	require.Equal(t, "SIGTERM", c.StopSignal)
}

// requireFiles allows the program, the certificate authorities and licences, and folders of the
// user. So there is no shell.
func requireFiles(t *testing.T, top string) {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		if d.IsDir() || strings.HasPrefix(path, top+"/licenses/") {
			return nil
		}
		found = append(found, strings.TrimPrefix(path, top))
		return nil
	}))
	slices.Sort(found)
	require.Equal(t, []string{"/etc/ssl/certs/ca-certificates.crt", "/selling-assistant"}, found)
	program, err := os.Stat(top + "/selling-assistant")
	require.NoError(t, err)
	require.Less(t, program.Size(), int64(88_000_000), "docs/measurements.md says what weighs")
	require.FileExists(t, top+"/licenses/LICENSE")
	authorities, err := os.ReadFile(top + "/etc/ssl/certs/ca-certificates.crt")
	require.NoError(t, err)
	require.Greater(t, bytes.Count(authorities, []byte("BEGIN CERTIFICATE")), 50)
	for _, folder := range []string{"/data", "/backups", "/tmp"} {
		info, err := os.Stat(top + folder)
		require.NoError(t, err)
		stat, ok := info.Sys().(*syscall.Stat_t)
		require.True(t, ok)
		require.Equal(t, []uint32{user, user}, []uint32{stat.Uid, stat.Gid}, folder)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm(), folder)
	}
}

// requireServes starts the demo in the file system of the image, as its user.
func requireServes(t *testing.T, top string) {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := free.Addr().String()
	require.NoError(t, free.Close())
	within := func(args ...string) *exec.Cmd {
		command := exec.Command("/selling-assistant", args...)
		command.Dir = "/"
		command.Env = []string{"SA_DATA_DIR=/data", "SA_HTTP_ADDR=" + address, "SA_METRICS_ADDR=127.0.0.1:0", "SA_LOG_FORMAT=json"}
		command.SysProcAttr = &syscall.SysProcAttr{Chroot: top, Credential: &syscall.Credential{Uid: user, Gid: user}}
		return command
	}
	service := within("serve", "--demo", "--json")
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = log.Close() })
	service.Stderr = log
	out, err := service.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, service.Start())
	t.Cleanup(func() { _ = service.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		said, _ := os.ReadFile(log.Name())
		require.NoError(t, err, "%s", said)
	}
	require.Contains(t, line, `"base_url":"http://`+address+`"`)

	health, err := within("health", "--json").CombinedOutput()
	require.NoError(t, err, "%s", health)
	require.Contains(t, string(health), `"status":"ready"`)
	backup, err := within("backup", "--demo", "--to", "/backups/first").CombinedOutput()
	require.NoError(t, err, "%s", backup)
	verified, err := within("verify", "--from", "/backups/first").CombinedOutput()
	require.NoError(t, err, "%s", verified)

	require.NoError(t, service.Process.Signal(syscall.SIGTERM))
	ended := make(chan error, 1)
	go func() { ended <- service.Wait() }()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		require.FailNow(t, "the service does not stop")
	}
}
