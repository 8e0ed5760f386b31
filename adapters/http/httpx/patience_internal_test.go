package httpx

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

type patienceKey struct{}

func TestPatienceIsLikeAnyDeadline(t *testing.T) {
	for name, waits := range map[string]func(ctx context.Context){
		"nobody waits":  func(context.Context) {},
		"somebody does": func(ctx context.Context) { _ = ctx.Done() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				parent := context.WithValue(t.Context(), patienceKey{}, 7)
				p := newPatience(parent, time.Second)
				waits(p)
				at, ok := p.Deadline()
				require.True(t, ok)
				require.Equal(t, time.Second, time.Until(at))
				require.NoError(t, p.Err())
				require.Equal(t, 7, p.Value(patienceKey{}))
				child, cancel := context.WithCancel(p)
				defer cancel()
				time.Sleep(time.Second)
				synctest.Wait()
				<-p.Done()
				<-child.Done()
				require.ErrorIs(t, p.Err(), context.DeadlineExceeded)
				require.ErrorIs(t, child.Err(), context.DeadlineExceeded)
				require.ErrorIs(t, context.Cause(p), context.DeadlineExceeded)
				p.end()
				require.ErrorIs(t, p.Err(), context.DeadlineExceeded)
			})
			synctest.Test(t, func(t *testing.T) {
				p := newPatience(t.Context(), time.Second)
				waits(p)
				p.end()
				require.ErrorIs(t, p.Err(), context.Canceled)
				<-p.Done()
			})
			synctest.Test(t, func(t *testing.T) {
				parent, cancel := context.WithTimeout(t.Context(), time.Millisecond)
				p := newPatience(parent, time.Hour)
				waits(p)
				at, _ := p.Deadline()
				require.Equal(t, time.Millisecond, time.Until(at))
				cancel()
				require.ErrorIs(t, p.Err(), context.Canceled)
				<-p.Done()
				p.end()
			})
		})
	}
}
