package telemetry_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"sellingassistant/adapters/telemetry"
)

// sink records the written text and the number of writes.
type sink struct {
	mu     sync.Mutex
	b      bytes.Buffer
	writes int
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	return s.b.Write(p)
}

func (s *sink) lines() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Split(strings.TrimSpace(s.b.String()), "\n")
}

func TestWarningTakesEarlierLinesAlong(t *testing.T) {
	t.Parallel()
	to := &sink{}
	log, end := telemetry.NewLog(to, zapcore.InfoLevel, false)
	log = log.With(zap.String("part", "x"))
	log.Debug("too quiet")
	log.Info("first")
	log.Info("second")
	log.Warn("third")
	lines := to.lines()
	require.Len(t, lines, 3, "all that was held back")
	for i, word := range []string{"first", "second", "third"} {
		require.Contains(t, lines[i], `"msg":"`+word+`"`)
		require.Contains(t, lines[i], `"part":"x"`)
		require.Regexp(t, `"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"`, lines[i])
	}
	require.NoError(t, end())
}

func TestReadableLines(t *testing.T) {
	t.Parallel()
	to := &sink{}
	log, end := telemetry.NewLog(to, zapcore.InfoLevel, true)
	log.Named("river").Debug("too quiet")
	log.Info("listening", zap.String("address", "http://127.0.0.1:8080"), zap.Int("jobs", 3))
	log.Named("river").Warn("slow")
	require.NoError(t, end())
	lines := to.lines()
	require.Len(t, lines, 2)
	require.Regexp(t, `^\d\d:\d\d:\d\d\.\d{3}  INFO  listening  {"address": "http://127\.0\.0\.1:8080", "jobs": 3}$`, lines[0])
	require.Regexp(t, `^\d\d:\d\d:\d\d\.\d{3}  WARN  river  slow$`, lines[1])
}

func TestPeopleReadTerminals(t *testing.T) {
	t.Parallel()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = terminal.Close() })
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = file.Close() })
	for format, want := range map[string][3]bool{"auto": {true, false, false}, "text": {true, true, true}, "json": {}} {
		require.Equal(t, want, [3]bool{
			telemetry.Readable(terminal, format), telemetry.Readable(file, format), telemetry.Readable(&bytes.Buffer{}, format),
		}, format)
	}
}

func TestEndWritesWhatIsLeft(t *testing.T) {
	t.Parallel()
	to := &sink{}
	log, end := telemetry.NewLog(to, zapcore.InfoLevel, false)
	for range 1000 {
		log.Info("call")
	}
	require.NoError(t, end())
	require.Len(t, to.lines(), 1000)
	require.Less(t, to.writes, 10, "lines go out together")
}

func TestLinesStayWholeUnderLoad(t *testing.T) {
	t.Parallel()
	to := &sink{}
	log, end := telemetry.NewLog(to, zapcore.InfoLevel, false)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 500 {
				if i%50 == 0 {
					log.Error("loud")
					continue
				}
				log.Info("call", zap.String("pad", strings.Repeat("p", i)))
			}
		})
	}
	all.Wait()
	require.NoError(t, end())
	lines := to.lines()
	require.Len(t, lines, 4000)
	for _, line := range lines {
		require.True(t, strings.HasPrefix(line, `{"level":`) && strings.HasSuffix(line, "}"), line)
	}
}
