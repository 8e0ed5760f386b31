package pdf

import (
	"context"
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	ports "sellingassistant/ports/document"
)

// TestCompiledCodeIsLetGo keeps the compiled code while a reading runs, and for ten idle minutes.
func TestCompiledCodeIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := New(t.TempDir(), 2)
		kept := func() bool {
			synctest.Wait()
			r.mu.Lock()
			defer r.mu.Unlock()
			return r.compiled != nil
		}
		require.False(t, kept())
		first, done := r.code()
		second, last := r.code()
		require.Same(t, first, second)
		done()
		time.Sleep(time.Hour)
		require.True(t, kept())
		last()
		time.Sleep(10*time.Minute - 1)
		require.True(t, kept())
		_, done = r.code() // the next reading begins the ten minutes anew
		done()
		time.Sleep(10*time.Minute - 1)
		require.True(t, kept())
		time.Sleep(time.Nanosecond)
		require.False(t, kept())
	})
}

// TestAParserServesTheNextReading keeps a parser after a good reading, and no other.
func TestAParserServesTheNextReading(t *testing.T) {
	const blank = "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n" +
		"2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n" +
		"3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"
	r := New(UserFolder(), 2)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	read := func(ctx context.Context, file string) error {
		paper, err := r.Read(ctx, []byte(file), ports.PDFLimits)
		if err == nil {
			require.Len(t, paper.Pages, 1)
		}
		return err
	}
	require.NoError(t, read(t.Context(), blank))
	first := r.ready
	require.NotNil(t, first)
	require.NoError(t, read(t.Context(), blank))
	require.Same(t, first, r.ready)
	require.Error(t, read(t.Context(), "no PDF"))
	require.Nil(t, r.ready)
	require.NoError(t, read(t.Context(), blank))
	require.NotSame(t, first, r.ready)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, read(over, blank), context.Canceled)
	require.NoError(t, read(t.Context(), blank))
}

// TestCompilingKeepsTheHeapSmall lowers the growth of the heap, and leaves a lower one as it is.
func TestCompilingKeepsTheHeapSmall(t *testing.T) {
	usual := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(usual) })
	for before, during := range map[int]int{400: 50, 100: 50, -1: 50, 30: 30} {
		debug.SetGCPercent(before)
		done := collectOften()
		require.Equal(t, during, debug.SetGCPercent(during), before)
		done()
		require.Equal(t, before, debug.SetGCPercent(before))
	}
}
