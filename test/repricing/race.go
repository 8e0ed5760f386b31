package repricing

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Workers counts the workers of Race.
const Workers = 20

// Race runs the workers at once; each must succeed.
func Race(t *testing.T, work func(n int) error) {
	t.Helper()
	var wait sync.WaitGroup
	start, errs := make(chan struct{}), make([]error, Workers)
	for n := range Workers {
		wait.Go(func() {
			<-start
			errs[n] = work(n)
		})
	}
	close(start)
	wait.Wait()
	require.NoError(t, errors.Join(errs...))
}
