package document_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/document"
	"sellingassistant/ports/jobs"
)

// errRead ends each reading of lasting.
var errRead = errors.New("read")

// lasting lets each reading last for a time.
type lasting time.Duration

func (l lasting) InTx(context.Context, func(context.Context) error) error {
	time.Sleep(time.Duration(l))
	return errRead
}

// A job waits a twentieth of a second for its turn, so a file that is read within that does not
// send the next one away for a second.
func TestShortFilesFollowEachOtherAtOnce(t *testing.T) {
	second := func(t *testing.T, first time.Duration) (err error) {
		synctest.Test(t, func(t *testing.T) {
			r := app.NewReader(app.ReaderParts{Tx: lasting(first)})
			job := jobs.Job{Args: []byte(`{"document":7}`)}
			ended := make(chan error, 1)
			go func() { ended <- r.Read(t.Context(), job) }()
			synctest.Wait()
			err = r.Read(t.Context(), job)
			require.ErrorIs(t, <-ended, errRead)
		})
		return err
	}
	require.ErrorIs(t, second(t, 49*time.Millisecond), errRead)
	after, later := jobs.IsLater(second(t, 51*time.Millisecond))
	require.True(t, later)
	require.Equal(t, time.Second, after)
}
