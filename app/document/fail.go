package document

import (
	"context"
	"errors"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/fault"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/jobs"
)

// failed ends a run that read nothing. After an error that may pass, it leaves the document to the
// next run. A run that ended without an order counts as a lost worker for the next run.
func (c *claimed) failed(ctx context.Context, err error) error {
	var unread *ports.ReadError
	switch {
	case errors.As(err, &unread):
		return c.fail(ctx, unread.Code)
	case errors.Is(err, ports.ErrNoBytes):
		return c.end(ctx, func(_ context.Context, doc *document.Document, now time.Time) error { return doc.LoseBytes(now) })
	}
	late, cancelled := errors.Is(ctx.Err(), context.DeadlineExceeded), c.job.Cancelled()
	if ctx.Err() != nil {
		var done context.CancelFunc
		ctx, done = context.WithTimeout(context.WithoutCancel(ctx), endWithin)
		defer done()
	}
	switch {
	case cancelled: // the job ends as cancelled, by the error
		c.job = jobs.Job{}
		return errors.Join(err, c.fail(ctx, document.ParserTimeout))
	case late:
		return c.fail(ctx, document.ParserTimeout)
	}
	if retryable(err) {
		return errors.Join(err, c.release(ctx))
	}
	return err
}

// retryable reports that the run failed by no fault of the file: a storage that is away, or a
// process that stops.
func retryable(err error) bool {
	e, ok := fault.As(err)
	return ok && e.Kind == fault.Unavailable || errors.Is(err, context.Canceled)
}

func (c *claimed) fail(ctx context.Context, code document.FailureCode) error {
	return c.end(ctx, func(_ context.Context, doc *document.Document, now time.Time) error {
		return doc.Fail(c.ticket, code, document.LastReading{
			Method: string(reading.None), ParserVersion: parserVersion, StartedAt: c.started, FinishedAt: now, Problems: []string{},
		}, now)
	})
}

// release returns the document and the job, for another run.
func (c *claimed) release(ctx context.Context) error {
	c.job = jobs.Job{}
	return c.end(ctx, func(_ context.Context, doc *document.Document, now time.Time) error {
		return doc.Release(c.ticket, now)
	})
}
