package pdf

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
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
