package document_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/document"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/document"
)

// files lists the files of the storage, with staged files.
func (w *world) files(t *testing.T) []string {
	t.Helper()
	found := []string{}
	require.NoError(t, filepath.WalkDir(w.dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			found = append(found, path)
		}
		return err
	}))
	return found
}

func (w *world) stored(t *testing.T) int64 {
	t.Helper()
	n, err := w.usage.Stored(t.Context(), team)
	require.NoError(t, err)
	return n
}

func (w *world) rows(t *testing.T) []document.Snapshot {
	t.Helper()
	p, err := w.docs.List(t.Context(), team, document.Filter{}, page.Request{Limit: 200, Order: order("created_at")})
	require.NoError(t, err)
	var out []document.Snapshot
	for _, d := range p.Items {
		out = append(out, d.Snapshot())
	}
	return out
}

// refusal returns the fault of an error, which must have this code.
func refusal(t *testing.T, err error, want fault.Code) *fault.Error {
	t.Helper()
	f, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, want, f.Code, "%v", err)
	return f
}

func code(t *testing.T, err error, want fault.Code) {
	t.Helper()
	require.NotNil(t, refusal(t, err, want))
}

func TestUpdate(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		d := w.insert(t, fresh(t, team, 1, t0))
		w.clock.move(time.Minute)
		text := func(v *string) document.Text { return document.Text{Set: true, Value: v} }
		update := func(update app.Update) (*document.Document, error) {
			update.ID = d.ID()
			return w.app.Update(t.Context(), us, update)
		}
		got, err := update(app.Update{Changes: document.Changes{Notes: text(ptr("n"))}, IfMatch: ptr(int64(1))})
		require.NoError(t, err)
		require.Equal(t, int64(2), got.Version())
		require.Equal(t, t0.Add(time.Minute), got.Snapshot().UpdatedAt)
		got, err = update(app.Update{Changes: document.Changes{Notes: text(ptr("n"))}})
		require.NoError(t, err)
		require.Equal(t, int64(2), got.Version(), "nothing changed, no new version")
		_, err = update(app.Update{IfMatch: ptr(int64(1))})
		require.Equal(t, fault.StaleVersion(), err)

		_, err = update(app.Update{Changes: document.Changes{Targets: &[]document.Target{{Kind: document.TargetSKU, ID: 1}}}})
		f := refusal(t, err, fault.CodeNotFound)
		require.Equal(t, fault.Rule, f.Kind)
		require.Equal(t, "/targets/0", f.Pointer)
		w.known.targets = []document.Target{{Kind: document.TargetSKU, ID: 1}}
		_, err = update(app.Update{Changes: document.Changes{Targets: &[]document.Target{{Kind: document.TargetSKU, ID: 1}}}})
		require.NoError(t, err)
		w.known.targets = nil
		_, err = update(app.Update{Changes: document.Changes{Notes: text(nil), Targets: &[]document.Target{{Kind: document.TargetSKU, ID: 1}}}})
		require.NoError(t, err, "a target that was there may stay")

		_, err = update(app.Update{Changes: document.Changes{Notes: text(ptr("lost"))}, Status: ptr(document.Applied)})
		f = refusal(t, err, fault.CodeInvalidTransition)
		require.Equal(t, []document.Status{}, f.Details["allowed"])
		now, err := w.app.Get(t.Context(), us, d.ID())
		require.NoError(t, err)
		require.Nil(t, now.Snapshot().Notes, "a refused update changes nothing")

		w.change(t, team, d.ID(), state(func(s *document.Snapshot) { s.Status = document.Ready }))
		got, err = update(app.Update{Status: ptr(document.Applied)})
		require.NoError(t, err)
		require.Equal(t, w.clock.Now(), *got.Snapshot().AppliedAt)
		_, err = w.app.Update(t.Context(), others, app.Update{ID: d.ID()})
		require.Equal(t, fault.Missing(), err)
	})
}

// TestDeletedTargets reads a document while its target is deleted and restored. The document keeps
// it, and a read stores nothing.
func TestDeletedTargets(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		sku := document.Target{Kind: document.TargetSKU, ID: 1}
		gone := document.Target{Kind: document.TargetSKU, ID: 1, Deleted: true}
		w.known.targets = []document.Target{sku, {Kind: document.TargetListing, ID: 1}}
		up, err := w.send(t.Context(), w.app, us, "a.txt", []byte("abc"), func(u *app.Upload) {
			u.Targets = []document.Target{sku, {Kind: document.TargetListing, ID: 1}}
		})
		require.NoError(t, err)
		targets := func(d *document.Document, err error) []document.Target {
			t.Helper()
			require.NoError(t, err)
			require.Equal(t, int64(1), d.Version())
			return d.Snapshot().Targets
		}
		w.known.targets = w.known.targets[1:]
		want := []document.Target{gone, {Kind: document.TargetListing, ID: 1}}
		require.Equal(t, want, targets(w.app.Get(t.Context(), us, up.Document.ID())))
		require.Equal(t, want, targets(w.app.Update(t.Context(), us, app.Update{ID: up.Document.ID(),
			Changes: document.Changes{Targets: &[]document.Target{sku, {Kind: document.TargetListing, ID: 1}}}})))
		again, err := w.send(t.Context(), w.app, us, "a.txt", []byte("abc"), func(u *app.Upload) { u.OnDuplicate = app.ReturnExisting })
		require.Equal(t, want, targets(again.Document, err))
		list, err := w.app.List(t.Context(), us, document.Filter{TargetKinds: []document.TargetKind{document.TargetSKU}, TargetIDs: []int64{1}},
			page.Request{Limit: 10})
		require.NoError(t, err)
		require.Equal(t, want, targets(list.Items[0], nil))

		w.known.targets = append(w.known.targets, sku)
		require.Equal(t, []document.Target{sku, {Kind: document.TargetListing, ID: 1}}, targets(w.app.Get(t.Context(), us, up.Document.ID())))
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		up, err := w.send(t.Context(), w.app, us, "a.txt", []byte("abc"), nil)
		require.NoError(t, err)
		docID := up.Document.ID()
		require.Equal(t, fault.Missing(), w.app.Delete(t.Context(), others, docID, nil))
		require.Equal(t, fault.StaleVersion(), w.app.Delete(t.Context(), us, docID, ptr(int64(9))))
		w.change(t, team, docID, state(processing)) // a document goes also while it is read
		w.change(t, team, docID, state(failed(document.Unreadable)))
		require.NoError(t, w.app.Delete(t.Context(), us, docID, ptr(int64(3))))
		require.Equal(t, fault.Missing(), w.app.Delete(t.Context(), us, docID, nil))
		require.Zero(t, w.stored(t))
	})
}

func TestDeleteMany(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		var ids []document.ID
		for n := range 3 {
			up, err := w.send(t.Context(), w.app, us, "a.txt", fmt.Appendf(nil, "file %d", n), nil)
			require.NoError(t, err)
			ids = append(ids, up.Document.ID())
		}
		theirs := w.insert(t, fresh(t, foreign, 1, t0)).ID()
		w.change(t, team, ids[1], state(processing))
		many := edit.Many[document.ID]{IDs: []document.ID{ids[2], 1 << 60, ids[1], ids[2], theirs, ids[0]}, DryRun: true}
		check := func(rows []edit.Result[document.ID]) {
			codes := []fault.Code{}
			for i, r := range rows {
				require.Equal(t, many.IDs[i], r.ID)
				if r.Err == nil {
					codes = append(codes, "")
				} else {
					codes = append(codes, r.Err.Code)
				}
			}
			require.Equal(t, []fault.Code{"", fault.CodeNotFound, "", "", fault.CodeNotFound, ""}, codes)
			require.Equal(t, rows[1].Err, rows[4].Err, "foreign sounds like absent")
		}
		rows, err := w.app.DeleteMany(t.Context(), us, many)
		require.NoError(t, err)
		check(rows)
		require.Len(t, w.rows(t), 3, "a dry run writes nothing")
		require.Equal(t, int64(18), w.stored(t))
		many.DryRun = false
		rows, err = w.app.DeleteMany(t.Context(), us, many)
		require.NoError(t, err)
		check(rows)
		require.Empty(t, w.rows(t))
		require.Zero(t, w.stored(t))
		_, err = w.docs.Find(t.Context(), foreign, theirs)
		require.NoError(t, err)
	})
}

func TestLinks(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		up, err := w.send(t.Context(), w.app, us, "a.pdf", []byte("%PDF-1.4\nhello"), nil)
		require.NoError(t, err)
		docID := up.Document.ID()
		link, err := w.app.Download(t.Context(), us, app.Download{ID: docID, Inline: true})
		require.NoError(t, err)
		require.Equal(t, t0.Add(300*time.Second).Truncate(time.Second), link.Expires)
		_, err = w.app.Download(t.Context(), others, app.Download{ID: docID})
		require.Equal(t, fault.Missing(), err)

		shared, err := w.app.Linked(t.Context(), link.Token)
		require.NoError(t, err)
		require.True(t, shared.Inline)
		r, err := w.app.Open(t.Context(), shared, 9, 5)
		require.NoError(t, err)
		b, err := io.ReadAll(r)
		require.NoError(t, err)
		require.NoError(t, r.Close())
		require.Equal(t, "hello", string(b))

		foreignDoc := w.insert(t, fresh(t, foreign, 77, t0))
		parts := strings.Split(link.Token, ".")
		for _, other := range []string{fmt.Sprint(foreignDoc.ID()), "1152921504606846976"} {
			_, err = w.app.Linked(t.Context(), strings.Join(append([]string{other}, parts[1:]...), "."))
			require.Equal(t, refusal(t, err, fault.CodeLinkInvalid).Kind, fault.Forbidden)
		}
		// Nor does a link that names the other team reach its document.
		seal, err := base64.RawURLEncoding.DecodeString(parts[4])
		require.NoError(t, err)
		binary.BigEndian.PutUint64(seal, uint64(foreign))
		forged := append([]string{fmt.Sprint(foreignDoc.ID())}, parts[1:4]...)
		_, err = w.app.Linked(t.Context(), strings.Join(append(forged, base64.RawURLEncoding.EncodeToString(seal)), "."))
		code(t, err, fault.CodeLinkInvalid)
		_, err = w.app.Linked(t.Context(), "nonsense")
		code(t, err, fault.CodeLinkInvalid)

		w.clock.move(299 * time.Second)
		_, err = w.app.Linked(t.Context(), link.Token)
		require.NoError(t, err)
		w.clock.move(time.Second)
		_, err = w.app.Linked(t.Context(), link.Token)
		code(t, err, fault.CodeLinkExpired)

		link, err = w.app.Download(t.Context(), us, app.Download{ID: docID, Life: 30 * time.Second})
		require.NoError(t, err)
		require.NoError(t, w.app.Delete(t.Context(), us, docID, nil))
		_, err = w.app.Linked(t.Context(), link.Token)
		require.Equal(t, fault.Missing(), err)
	})
}

func TestMissingBytesAreNoted(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		up, err := w.send(t.Context(), w.app, us, "a.pdf", []byte("%PDF-1.4\n"), nil)
		require.NoError(t, err)
		link, err := w.app.Download(t.Context(), us, app.Download{ID: up.Document.ID()})
		require.NoError(t, err)
		shared, err := w.app.Linked(t.Context(), link.Token)
		require.NoError(t, err)
		require.NoError(t, w.app.Check(t.Context(), shared))
		for _, path := range w.files(t) {
			require.NoError(t, os.Remove(path))
		}
		for range 2 {
			_, err = w.app.Open(t.Context(), shared, 0, -1)
			require.Equal(t, fault.Unavailable, refusal(t, err, fault.CodeStorageUnavailable).Kind)
			code(t, w.app.Check(t.Context(), shared), fault.CodeStorageUnavailable)
		}
		now, err := w.app.Get(t.Context(), us, up.Document.ID())
		require.NoError(t, err)
		require.Equal(t, document.Failed, now.Snapshot().Status)
		require.Equal(t, document.StorageMissing, *now.Snapshot().Failure)
		require.Equal(t, int64(2), now.Version(), "noted once")
	})
}

func TestSweep(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		// The files on disk carry the machine's time, so the clock starts there.
		w.clock.now = time.Now().UTC().Truncate(time.Microsecond)
		live, err := w.send(t.Context(), w.app, us, "live.txt", []byte("live"), nil)
		require.NoError(t, err)
		gone, err := w.send(t.Context(), w.app, us, "gone.txt", []byte("gone"), nil)
		require.NoError(t, err)
		theirs, err := w.send(t.Context(), w.app, others, "live.txt", []byte("theirs"), nil)
		require.NoError(t, err)
		orphan, err := w.app.Receive(t.Context(), us, app.File{Name: "a.txt", Content: bytes.NewReader([]byte("orphan"))})
		require.NoError(t, err)
		require.NoError(t, w.app.Keep(t.Context(), us, app.Upload{File: orphan}))
		_, err = w.app.Receive(t.Context(), us, app.File{Name: "a.txt", Content: bytes.NewReader([]byte("left by a crash"))})
		require.NoError(t, err)
		require.NoError(t, w.app.Delete(t.Context(), us, gone.Document.ID(), nil))
		require.Len(t, w.files(t), 5)

		sweep := func(want int, left int) {
			t.Helper()
			n, err := w.app.Sweep(t.Context())
			require.NoError(t, err)
			require.Equal(t, want, n)
			require.Len(t, w.files(t), left)
		}
		sweep(0, 5)
		w.clock.move(25 * time.Hour)
		sweep(1, 3)
		w.clock.move(28 * 24 * time.Hour)
		sweep(0, 3)
		w.clock.move(24 * time.Hour)
		sweep(1, 2)
		for _, who := range []document.Snapshot{live.Document.Snapshot(), theirs.Document.Snapshot()} {
			ok, err := w.blobs.Exists(t.Context(), ports.Ref{Team: who.Team, Sum: who.SHA256})
			require.NoError(t, err)
			require.True(t, ok)
		}
	})
}

func TestAStoreThatFailsChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		boom := fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "away")
		for at := 1; ; at++ {
			failing := &failing{Documents: w.docs, at: at, err: boom}
			docs := *w
			docs.docs = failing
			a := docs.appWith(fixedQuota(1 << 20).Bytes)
			_, err := w.send(t.Context(), a, us, "a.txt", []byte("fault at call n"), nil)
			if failing.calls < at {
				require.NoError(t, err)
				require.Len(t, w.rows(t), 1)
				require.Greater(t, at, 3)
				break
			}
			require.ErrorIs(t, err, boom)
			require.Empty(t, w.rows(t))
			require.Zero(t, w.stored(t))
		}
	})
}

// failing gives an error instead of doing call number at.
type failing struct {
	ports.Documents
	calls, at int
	err       error
}

func (f *failing) next() error {
	if f.calls++; f.calls == f.at {
		return f.err
	}
	return nil
}

func (f *failing) SameBytes(ctx context.Context, team id.Team, sum document.Digest) (document.ID, error) {
	if err := f.next(); err != nil {
		return 0, err
	}
	return f.Documents.SameBytes(ctx, team, sum)
}

func (f *failing) Insert(ctx context.Context, d *document.Document) (*document.Document, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	stored, err := f.Documents.Insert(ctx, d)
	if err == nil {
		// Once more after the write.
		err = f.next()
	}
	return stored, err
}
