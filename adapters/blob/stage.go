package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// stagedName has the pattern of temporary files.
const stagedName = "upload-*"

// arrival has a temporary file that has been written, hashed and synced.
type arrival struct {
	path string
	ref  ports.Ref
	size int64
	keep func(ctx context.Context, a *arrival) error
}

func (a *arrival) Ref() ports.Ref { return a.ref }
func (a *arrival) Size() int64    { return a.size }

func (a *arrival) Bytes() ([]byte, error) {
	content, err := os.ReadFile(a.path)
	if err != nil {
		return nil, away(err)
	}
	return content, nil
}

func (a *arrival) Keep(ctx context.Context) error { return a.keep(ctx, a) }

// Discard ignores errors: the sweep removes the file later.
func (a *arrival) Discard() { _ = os.Remove(a.path) }

// stage writes r to a new file in dir.
func stage(ctx context.Context, dir string, team id.Team, r io.Reader, keep func(context.Context, *arrival) error) (ports.Staged, error) {
	f, err := os.CreateTemp(dir, stagedName)
	if err != nil {
		return nil, away(err)
	}
	a := &arrival{path: f.Name(), keep: keep}
	src, sum := &source{r: r, ended: ctx.Err}, sha256.New()
	a.size, err = io.Copy(io.MultiWriter(f, sum), src)
	switch {
	case src.err != nil:
		err = src.err
	case err != nil:
		err = away(err)
	default:
		if err = f.Sync(); err != nil {
			err = away(err)
		}
	}
	if e := f.Close(); e != nil && err == nil {
		err = away(e)
	}
	if err != nil {
		a.Discard()
		return nil, err
	}
	a.ref = ports.Ref{Team: team, Sum: document.Digest(hex.EncodeToString(sum.Sum(nil)))}
	return a, nil
}

// source separates the errors of the sender from the errors of the disk.
type source struct {
	r io.Reader
	// ended returns the reason to stop reading, nil to continue.
	ended func() error
	err   error
}

func (s *source) Read(b []byte) (int, error) {
	if err := s.ended(); err != nil {
		s.err = err
		return 0, err
	}
	n, err := s.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// cleanStaging removes temporary files that a crash left over.
func cleanStaging(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return away(err)
	}
	for _, e := range entries {
		// Files that still arrive stay.
		if e.Type().IsRegular() && unchangedSince(e, before) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	return nil
}

// unchangedSince reports whether a file was last written before a time. It returns false for a file
// that is gone.
func unchangedSince(e os.DirEntry, before time.Time) bool {
	info, err := e.Info()
	return err == nil && info.ModTime().Before(before)
}
