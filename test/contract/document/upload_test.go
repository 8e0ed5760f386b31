package document_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	memory "sellingassistant/adapters/memory/record"
	app "sellingassistant/app/document"
	"sellingassistant/domain/document"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/event"
	"sellingassistant/test/reported"
)

func TestUploadStoresBytesAndRow(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.known.targets = []document.Target{{Kind: document.TargetSupplier, ID: 5}}
		up, err := w.send(t.Context(), w.app, us, `C:\in\prices.csv`, []byte("a,b\n1,2\n"), func(upload *app.Upload) {
			upload.Type, upload.Notes, upload.ReferenceNumber = ptr(document.PriceList), ptr("n"), ptr("r")
			upload.Targets = []document.Target{{Kind: document.TargetSupplier, ID: 5}, {Kind: document.TargetSupplier, ID: 5}}
		})
		require.NoError(t, err)
		require.False(t, up.Existing)
		s := up.Document.Snapshot()
		require.Equal(t, "prices.csv", s.OriginalName)
		require.Equal(t, document.CSV, s.Media)
		require.Equal(t, int64(8), s.FileSize)
		require.Equal(t, document.Uploaded, s.Status)
		require.Len(t, s.Targets, 1)
		found, err := w.app.Get(t.Context(), us, s.ID)
		require.NoError(t, err)
		require.Equal(t, s, found.Snapshot())
		require.Len(t, w.files(t), 1)
		require.Equal(t, int64(8), w.stored(t))
		bytes, err := w.app.StoredBytes(t.Context(), us)
		require.NoError(t, err)
		require.Equal(t, int64(8), bytes)
		_, err = w.app.Get(t.Context(), others, s.ID)
		require.Equal(t, fault.Missing(), err)
	})
}

func TestUploadRefusalsLeaveNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		type attempt struct {
			name    string
			content io.Reader
			edit    func(*app.Upload)
			code    fault.Code
			pointer string
		}
		small := w.appWith(fixedQuota(100).Bytes)
		for label, c := range map[string]attempt{
			"empty":          {"a.pdf", strings.NewReader(""), nil, fault.CodeEmptyFile, ""},
			"too large":      {"a.pdf", io.LimitReader(zeros{}, document.MaxFileSize+1), nil, fault.CodeFileTooLarge, ""},
			"endless":        {"a.pdf", zeros{}, nil, fault.CodeFileTooLarge, ""},
			"other kind":     {"a.gif", strings.NewReader("GIF89a\x01\x00"), nil, fault.CodeUnsupportedMediaType, "/file"},
			"old workbook":   {"a.xls", strings.NewReader("text"), nil, fault.CodeUnsupportedMediaType, "/file"},
			"page":           {"a.txt", strings.NewReader("<html><script>"), nil, fault.CodeUnsupportedMediaType, "/file"},
			"program":        {"a.pdf", strings.NewReader("MZ\x90\x00\x03\x00"), nil, fault.CodeUnsupportedMediaType, "/file"},
			"contradiction":  {"a.png", strings.NewReader("%PDF-1.4\n"), nil, fault.CodeMediaTypeMismatch, "/file"},
			"storage limit":  {"a.txt", strings.NewReader(strings.Repeat("x", 101)), nil, fault.CodeStorageLimit, ""},
			"unknown target": {"a.txt", strings.NewReader("x"), func(u *app.Upload) { u.Targets = []document.Target{{Kind: document.TargetSKU, ID: 1}} }, fault.CodeNotFound, "/targets/0"},
			"second target": {"a.txt", strings.NewReader("x"), func(u *app.Upload) {
				u.Targets = []document.Target{{Kind: document.TargetSKU, ID: 9}, {Kind: document.TargetSKU, ID: 1}}
			}, fault.CodeNotFound, "/targets/1"},
			"control in notes": {"a.txt", strings.NewReader("x"), func(u *app.Upload) { u.Notes = ptr("\x01") }, fault.CodeValidationFailed, "/notes"},
		} {
			t.Run(label, func(t *testing.T) {
				w.known.targets = []document.Target{{Kind: document.TargetSKU, ID: 9}}
				err := func() error {
					file, err := small.Receive(t.Context(), us, app.File{Name: c.name, Content: c.content})
					if err != nil {
						return err
					}
					defer file.Discard()
					upload := app.Upload{File: file}
					if c.edit != nil {
						c.edit(&upload)
					}
					return small.Keep(t.Context(), us, upload)
				}()
				f := refusal(t, err, c.code)
				require.Equal(t, c.pointer, f.Pointer)
				require.Empty(t, w.files(t))
				require.Empty(t, w.rows(t))
				require.Zero(t, w.stored(t))
			})
		}
	})
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

func TestTheLargestFileIsAccepted(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docs := w.appWith(fixedQuota(document.MaxFileSize).Bytes)
		content := append([]byte("%PDF-1.4\n"), make([]byte, document.MaxFileSize-9)...)
		up, err := w.send(t.Context(), docs, us, "big.pdf", content, nil)
		require.NoError(t, err)
		require.Equal(t, document.MaxFileSize, up.Document.Snapshot().FileSize)
	})
}

// No store is asked before the file has arrived, so a single store is enough.
func TestAnUploadBrokenAtEveryMiBLeavesNothing(t *testing.T) {
	w := newWorld(t, memory.New(), nil)
	dead := errors.New("connection reset")
	for mib := range int64(26) {
		r := io.MultiReader(io.LimitReader(zeros{}, mib<<20), iotest.ErrReader(dead))
		_, err := w.app.Receive(t.Context(), us, app.File{Name: "a.pdf", Content: r})
		require.ErrorIs(t, err, dead)
		require.Empty(t, w.files(t))
	}
	require.Empty(t, w.rows(t))
}

func TestDuplicates(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		send := func(choice app.Duplicates) (app.Uploaded, error) {
			return w.send(t.Context(), w.app, us, "a.txt", []byte("same"), func(u *app.Upload) { u.OnDuplicate = choice })
		}
		first, err := send("")
		require.NoError(t, err)
		for _, choice := range []app.Duplicates{"", app.Reject} {
			_, err = send(choice)
			f := refusal(t, err, fault.CodeDuplicateDocument)
			require.Equal(t, fault.Conflict, f.Kind)
			require.Equal(t, map[string]any{"existing_id": int64(first.Document.ID())}, f.Details)
		}
		same, err := send(app.ReturnExisting)
		require.NoError(t, err)
		require.True(t, same.Existing)
		require.Equal(t, first.Document.Snapshot(), same.Document.Snapshot())
		second, err := send(app.Allow)
		require.NoError(t, err)
		require.False(t, second.Existing)
		require.NotEqual(t, first.Document.ID(), second.Document.ID())
		require.Equal(t, int64(8), w.stored(t))
		require.Len(t, w.files(t), 1)

		_, err = w.send(t.Context(), w.app, others, "a.txt", []byte("same"), nil)
		require.NoError(t, err, "another team's bytes are no duplicate")
		require.NoError(t, w.app.Delete(t.Context(), us, first.Document.ID(), nil))
		require.NoError(t, w.app.Delete(t.Context(), us, second.Document.ID(), nil))
		require.Zero(t, w.stored(t))
		third, err := send(app.Reject)
		require.NoError(t, err, "deleted bytes are no duplicate")
		require.NotEqual(t, first.Document.ID(), third.Document.ID())
	})
}

func TestOfManyEqualUploadsOneIsStored(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for round := range 5 {
			for _, choice := range []app.Duplicates{app.Reject, app.ReturnExisting, app.Allow} {
				const senders = 8
				content := fmt.Appendf(nil, "round %d %s", round, choice)
				var wg sync.WaitGroup
				ups, errs := make([]app.Uploaded, senders), make([]error, senders)
				start := make(chan struct{})
				for i := range senders {
					wg.Go(func() {
						<-start
						ups[i], errs[i] = w.send(t.Context(), w.app, us, "a.txt", content, func(upload *app.Upload) { upload.OnDuplicate = choice })
					})
				}
				close(start)
				wg.Wait()
				made, found, refused := 0, 0, 0
				for i := range senders {
					switch {
					case errs[i] != nil:
						code(t, errs[i], fault.CodeDuplicateDocument)
						refused++
					case ups[i].Existing:
						found++
					default:
						made++
					}
				}
				want := map[app.Duplicates][3]int{app.Reject: {1, 0, 7}, app.ReturnExisting: {1, 7, 0}, app.Allow: {8, 0, 0}}[choice]
				require.Equal(t, want, [3]int{made, found, refused}, choice)
			}
		}
		var sum int64
		for _, s := range w.rows(t) {
			sum += s.FileSize
		}
		require.Equal(t, sum, w.stored(t))
	})
}

func TestStorageLimitHoldsUnderARace(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		docs := w.appWith(fixedQuota(35).Bytes)
		var wg sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wg.Go(func() { _, errs[i] = w.send(t.Context(), docs, us, "a.txt", fmt.Appendf(nil, "ten bytes%d", i), nil) })
		}
		wg.Wait()
		stored := 0
		for _, err := range errs {
			if err == nil {
				stored++
				continue
			}
			code(t, err, fault.CodeStorageLimit)
		}
		require.Equal(t, 3, stored)
		require.Equal(t, int64(30), w.stored(t))
	})
}

func TestUploadsAreReported(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		log := &reported.Log{}
		docs := w.app.Reporting(log)
		up, err := w.send(t.Context(), docs, us, "prices.csv", []byte("a,b\n1,2\n"), nil)
		require.NoError(t, err)
		require.Equal(t, []event.Event{{
			Team: us.Team, Type: kernel.DocumentUploaded, Record: optional.Some(int64(up.Document.Snapshot().ID)),
			Version: optional.Some[int64](1),
		}}, log.Take())
		_, err = w.send(t.Context(), docs, us, "again.csv", []byte("a,b\n1,2\n"), func(upload *app.Upload) { upload.OnDuplicate = app.ReturnExisting })
		require.NoError(t, err)
		require.Empty(t, log.Take(), "it was there before")
	})
}
