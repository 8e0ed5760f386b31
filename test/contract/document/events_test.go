package document_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/document"
	domain "sellingassistant/domain/document"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/event"
	"sellingassistant/test/reported"
)

// TestEndsOfReadingsAreReported reads files in each way that a reading can end.
func TestEndsOfReadingsAreReported(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.heard = &reported.Log{}
		requireEvent := func(kind kernel.Type, docID domain.ID, before, after string, version int64) {
			t.Helper()
			require.Equal(t, []event.Event{{
				Team: team, Type: kind, Record: optional.Some(int64(docID)), Version: optional.Some(version),
				Changed: []string{"status"}, Details: map[string]string{"status_before": before, "status": after},
			}}, w.heard.Take())
		}
		docID := w.uploaded(t, "a.csv", table, nil)
		require.NoError(t, w.work(t, nil))
		requireEvent(kernel.DocumentReady, docID, "processing", "ready", 3)

		docID = w.uploaded(t, "b.csv", table+"\n", nil)
		require.NoError(t, w.work(t, unread{err: &ports.ReadError{Code: domain.OverLimits}}))
		requireEvent(kernel.DocumentFailed, docID, "processing", "failed", 3)

		docID = w.uploaded(t, "c.csv", table+"\n\n", nil)
		for range 3 {
			require.Error(t, w.work(t, unread{err: errors.New("gone without a word")}))
			require.Empty(t, w.heard.Take(), "it is read again")
		}
		require.NoError(t, w.work(t, nil))
		requireEvent(kernel.DocumentFailed, docID, "processing", "failed", w.seen(t, docID).Version)

		docID = w.uploaded(t, "d.csv", table+"\n\n\n", nil)
		r, _ := w.reader(t, nil)
		for range 3 {
			require.Error(t, w.work(t, unread{err: errors.New("gone without a word")}))
			w.clock.move(domain.Lease + time.Second)
			require.Empty(t, w.heard.Take())
			require.NoError(t, r.Recover(t.Context()))
		}
		requireEvent(kernel.DocumentFailed, docID, "processing", "failed", w.seen(t, docID).Version)
	})
}

// TestAMissingFileIsReported removes a stored file before it is read.
func TestAMissingFileIsReported(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		log := &reported.Log{}
		docs := w.app.Reporting(log)
		up, err := w.send(t.Context(), w.app, us, "a.pdf", []byte("%PDF-1.4\n"), nil)
		require.NoError(t, err)
		link, err := docs.Download(t.Context(), us, app.Download{ID: up.Document.ID()})
		require.NoError(t, err)
		shared, err := docs.Linked(t.Context(), link.Token)
		require.NoError(t, err)
		for _, path := range w.files(t) {
			require.NoError(t, os.Remove(path))
		}
		for range 2 {
			require.Error(t, docs.Check(t.Context(), shared))
		}
		require.Equal(t, []event.Event{{
			Team: team, Type: kernel.DocumentFailed, Record: optional.Some(int64(up.Document.ID())), Version: optional.Some[int64](2),
			Changed: []string{"status"}, Details: map[string]string{"status_before": "uploaded", "status": "failed"},
		}}, log.Take(), "once")
	})
}
