package blob_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/blob"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	ports "sellingassistant/ports/document"
)

// each runs a test on a folder and on a bucket; staging is where files arrive.
func each(t *testing.T, test func(t *testing.T, s blob.Store, staging string)) {
	t.Helper()
	for name, location := range map[string]func(*testing.T, string) string{
		"folder": func(_ *testing.T, dir string) string { return "file://" + dir },
		"bucket": func(t *testing.T, _ string) string { return bucket(t) + "&prefix=files/" },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			staging := filepath.Join(dir, "staging")
			location := location(t, dir)
			s, err := blob.Open(t.Context(), location, staging)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, s.Close()) })
			test(t, s, staging)
		})
	}
}

// bucket returns the address of an empty bucket in an object store of this process.
func bucket(t *testing.T) string {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	objects := s3mem.New()
	require.NoError(t, objects.CreateBucket("documents"))
	server := httptest.NewServer(gofakes3.New(objects).Server())
	t.Cleanup(server.Close)
	return "s3://documents?region=eu-west-1&use_path_style=true&endpoint=" + url.QueryEscape(server.URL)
}

func keep(t *testing.T, s blob.Store, content string) ports.Ref {
	t.Helper()
	staged, err := s.Stage(t.Context(), 7, strings.NewReader(content))
	require.NoError(t, err)
	require.NoError(t, staged.Keep(t.Context()))
	staged.Discard()
	return staged.Ref()
}

func read(t *testing.T, s blob.Store, ref ports.Ref, offset, length int64) string {
	t.Helper()
	r, err := s.Open(t.Context(), ref, offset, length)
	require.NoError(t, err)
	b, err := io.ReadAll(r)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	return string(b)
}

func empty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestStageKeepOpen(t *testing.T) {
	each(t, func(t *testing.T, s blob.Store, staging string) {
		content := strings.Repeat("0123456789", 20_000)
		staged, err := s.Stage(t.Context(), 7, iotest.HalfReader(strings.NewReader(content)))
		require.NoError(t, err)
		digest := sha256.Sum256([]byte(content))
		require.Equal(t, ports.Ref{Team: 7, Sum: document.Digest(hex.EncodeToString(digest[:]))}, staged.Ref())
		require.Equal(t, int64(200_000), staged.Size())

		ok, err := s.Exists(t.Context(), staged.Ref())
		require.NoError(t, err)
		require.False(t, ok, "staged is not stored")
		require.NoError(t, staged.Keep(t.Context()))
		staged.Discard()
		ok, err = s.Exists(t.Context(), staged.Ref())
		require.NoError(t, err)
		require.True(t, ok)
		empty(t, staging)

		require.Equal(t, content, read(t, s, staged.Ref(), 0, -1))
		require.Equal(t, "3456", read(t, s, staged.Ref(), 13, 4))
		require.Equal(t, "789", read(t, s, staged.Ref(), 199_997, -1))
		require.Equal(t, "89", read(t, s, staged.Ref(), 199_998, 50))
		require.Empty(t, read(t, s, staged.Ref(), 5, 0))

		other := staged.Ref()
		other.Team = 8
		_, err = s.Open(t.Context(), other, 0, -1)
		require.ErrorIs(t, err, ports.ErrNoBytes, "another team has nothing under the same digest")
		ok, err = s.Exists(t.Context(), other)
		require.NoError(t, err)
		require.False(t, ok)
	})
}

func TestKeepTwiceIsOnce(t *testing.T) {
	each(t, func(t *testing.T, s blob.Store, _ string) {
		a, b := keep(t, s, "same"), keep(t, s, "same")
		require.Equal(t, a, b)
		require.Equal(t, "same", read(t, s, a, 0, -1))
	})
}

func TestABrokenUploadLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, s blob.Store, staging string) {
		broken := errors.New("the line went dead")
		_, err := s.Stage(t.Context(), 7, io.MultiReader(bytes.NewReader(make([]byte, 1<<20)), iotest.ErrReader(broken)))
		require.Same(t, broken, err)
		empty(t, staging)

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = s.Stage(ctx, 7, strings.NewReader("x"))
		require.ErrorIs(t, err, context.Canceled)
		empty(t, staging)

		staged, err := s.Stage(t.Context(), 7, strings.NewReader("refused"))
		require.NoError(t, err)
		staged.Discard()
		empty(t, staging)
		ok, err := s.Exists(t.Context(), staged.Ref())
		require.NoError(t, err)
		require.False(t, ok)
	})
}

func TestOldAndDelete(t *testing.T) {
	each(t, func(t *testing.T, s blob.Store, staging string) {
		a, b := keep(t, s, "a"), keep(t, s, "b")
		old := func(before time.Time) []ports.Ref {
			var found []ports.Ref
			require.NoError(t, s.Old(t.Context(), before, func(r ports.Ref) error {
				found = append(found, r)
				return nil
			}))
			return found
		}
		future, past := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
		require.Empty(t, old(past))
		require.ElementsMatch(t, []ports.Ref{a, b}, old(future))
		boom := errors.New("boom")
		require.ErrorIs(t, s.Old(t.Context(), future, func(ports.Ref) error { return boom }), boom)

		require.NoError(t, s.Delete(t.Context(), a, past))
		require.Equal(t, "a", read(t, s, a, 0, -1), "kept since, so it stays")
		require.NoError(t, s.Delete(t.Context(), a, future))
		_, err := s.Open(t.Context(), a, 0, -1)
		require.ErrorIs(t, err, ports.ErrNoBytes)
		require.NoError(t, s.Delete(t.Context(), a, future), "an absent file is no error")
		require.Equal(t, []ports.Ref{b}, old(future))

		_, err = s.Stage(t.Context(), 7, strings.NewReader("left by a crash"))
		require.NoError(t, err)
		old(past)
		var all []ports.Ref
		require.NoError(t, s.All(t.Context(), func(r ports.Ref) error {
			all = append(all, r)
			return nil
		}))
		require.Equal(t, []ports.Ref{b}, all)
		require.ErrorIs(t, s.All(t.Context(), func(ports.Ref) error { return boom }), boom)
		entries, err := os.ReadDir(staging)
		require.NoError(t, err)
		require.Len(t, entries, 1)
		old(future)
		empty(t, staging)
	})
}

func TestReferencesThatAreNone(t *testing.T) {
	each(t, func(t *testing.T, s blob.Store, _ string) {
		for _, ref := range []ports.Ref{
			{}, {Team: 7}, {Team: 7, Sum: "../../../../etc/passwd"}, {Team: 0, Sum: document.Digest(strings.Repeat("a", 64))},
			{Team: 7, Sum: document.Digest(strings.Repeat("A", 64))},
		} {
			_, err := s.Open(t.Context(), ref, 0, -1)
			require.Error(t, err)
			require.NotErrorIs(t, err, ports.ErrNoBytes)
			_, err = s.Exists(t.Context(), ref)
			require.Error(t, err)
			require.Error(t, s.Delete(t.Context(), ref, time.Now()))
		}
	})
}

func TestAFolderIsPrivateAndHoldsNothingElse(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "files")
	s, err := blob.Open(t.Context(), dir, "")
	require.NoError(t, err)
	ref := keep(t, s, "x")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "note.txt"), nil, 0o600))
	var found []ports.Ref
	require.NoError(t, s.Old(t.Context(), time.Now().Add(time.Hour), func(r ports.Ref) error {
		found = append(found, r)
		return nil
	}))
	require.Equal(t, []ports.Ref{ref}, found)
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := e.Info()
		require.NoError(t, err)
		require.Zero(t, info.Mode().Perm()&0o077, path)
		return nil
	}))
	require.FileExists(t, filepath.Join(dir, "7", string(ref.Sum[:2]), string(ref.Sum)))
}

func TestAStorageThatCannotWriteIsUnavailable(t *testing.T) {
	dir := t.TempDir()
	s, err := blob.Open(t.Context(), dir, "")
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "staging")))
	_, err = s.Stage(t.Context(), 7, strings.NewReader("x"))
	require.True(t, fault.Is(err, fault.CodeStorageUnavailable), "%v", err)
}

// TestOneBucketHoldsSeveralStores lists more objects than a page has, beside objects of another
// prefix.
func TestOneBucketHoldsSeveralStores(t *testing.T) {
	at := bucket(t)
	ours, err := blob.Open(t.Context(), at+"&prefix=ours/", t.TempDir())
	require.NoError(t, err)
	theirs, err := blob.Open(t.Context(), at+"&prefix=theirs/", t.TempDir())
	require.NoError(t, err)
	ref := keep(t, theirs, "x")
	ok, err := ours.Exists(t.Context(), ref)
	require.NoError(t, err)
	require.False(t, ok)
	want := map[ports.Ref]bool{}
	for i := range 1001 {
		want[keep(t, ours, strconv.Itoa(i))] = true
	}
	found := map[ports.Ref]bool{}
	require.NoError(t, ours.Old(t.Context(), time.Now().Add(time.Hour), func(r ports.Ref) error {
		found[r] = true
		return nil
	}))
	require.Equal(t, want, found)
}

func TestABucketThatIsAwayIsUnavailable(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	t.Cleanup(server.Close)
	s, err := blob.Open(t.Context(), "s3://documents?region=eu-west-1&endpoint="+url.QueryEscape(server.URL), t.TempDir())
	require.NoError(t, err)
	ref := ports.Ref{Team: 7, Sum: document.Digest(strings.Repeat("a", 64))}
	staged, err := s.Stage(t.Context(), 7, strings.NewReader("x"))
	require.NoError(t, err)
	_, opened := s.Open(t.Context(), ref, 0, -1)
	_, looked := s.Exists(t.Context(), ref)
	for _, err := range []error{
		staged.Keep(t.Context()), opened, looked, s.Delete(t.Context(), ref, time.Now()),
		s.Old(t.Context(), time.Now(), func(ports.Ref) error { return nil }),
	} {
		require.True(t, fault.Is(err, fault.CodeStorageUnavailable), "%v", err)
	}
}

func TestOpenRefusesOtherAddresses(t *testing.T) {
	for _, bad := range []string{
		"http://example.com", "file://host/path", "ftp://x", "file://", "s3://", "s3://x?region=eu-west-1&regoin=x", "s3://x?use_path_style=perhaps",
	} {
		_, err := blob.Open(t.Context(), bad, t.TempDir())
		require.Error(t, err, bad)
	}
}

// TestASweepNeverTakesWhatIsKeptMeanwhile races the deletion of old bytes with an upload of the
// same bytes. The bytes are kept, whichever wins.
func TestASweepNeverTakesWhatIsKeptMeanwhile(t *testing.T) {
	dir := t.TempDir()
	s, err := blob.Open(t.Context(), dir, "")
	require.NoError(t, err)
	ref := keep(t, s, "same")
	path := filepath.Join(dir, "7", string(ref.Sum[:2]), string(ref.Sum))
	for range 300 {
		old := time.Now().Add(-48 * time.Hour)
		require.NoError(t, os.Chtimes(path, old, old))
		staged, err := s.Stage(t.Context(), 7, strings.NewReader("same"))
		require.NoError(t, err)
		done := make(chan error, 2)
		go func() { done <- s.Delete(t.Context(), ref, time.Now().Add(-24*time.Hour)) }()
		go func() { done <- staged.Keep(t.Context()) }()
		require.NoError(t, <-done)
		require.NoError(t, <-done)
		require.Equal(t, "same", read(t, s, ref, 0, -1))
	}
	empty(t, filepath.Join(dir, "staging"))
}
