package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Folder keeps bytes as files. A file and its folder are synced, so that after a power cut the
// bytes exist for every stored row.
type Folder struct {
	root    string
	staging string
}

// stagingFolder lies beside the teams' folders, so that a rename never crosses file systems.
const stagingFolder = "staging"

// OpenFolder opens a folder and makes it if it is absent.
func OpenFolder(root string) (*Folder, error) {
	f := &Folder{root: root, staging: filepath.Join(root, stagingFolder)}
	if err := os.MkdirAll(f.staging, folderMode); err != nil {
		return nil, fmt.Errorf("make the folder for files: %w", err)
	}
	if err := syncFolder(root); err != nil {
		return nil, fmt.Errorf("sync the folder for files: %w", err)
	}
	return f, nil
}

func (f *Folder) Close() error { return nil }

func (f *Folder) Stage(ctx context.Context, team id.Team, r io.Reader) (ports.Staged, error) {
	return stage(ctx, f.staging, team, r, f.keep)
}

// keep moves an arrived file over any file with its digest. The content is the same, but the file
// is new again, so a sweep leaves it alone.
func (f *Folder) keep(_ context.Context, a *arrival) error {
	path, err := f.path(a.ref)
	if err != nil {
		return err
	}
	folder := filepath.Dir(path)
	if err := f.makeFolder(folder); err != nil {
		return away(err)
	}
	now := time.Now()
	if err := os.Chtimes(a.path, now, now); err != nil {
		return away(err)
	}
	if err := os.Rename(a.path, path); err != nil {
		return away(err)
	}
	if err := syncFolder(folder); err != nil {
		return away(err)
	}
	return nil
}

func (f *Folder) Open(_ context.Context, ref ports.Ref, offset, length int64) (io.ReadCloser, error) {
	path, err := f.path(ref)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path) //nolint:gosec // made of a number and a checked digest
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ports.ErrNoBytes
	}
	if err != nil {
		return nil, away(err)
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		_ = file.Close()
		return nil, away(err)
	}
	if length < 0 {
		return file, nil
	}
	return part{io.LimitReader(file, length), file}, nil
}

type part struct {
	io.Reader
	io.Closer
}

func (f *Folder) Exists(_ context.Context, ref ports.Ref) (bool, error) {
	path, err := f.path(ref)
	if err != nil {
		return false, err
	}
	_, err = os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, away(err)
	}
	return true, nil
}

func (f *Folder) Old(ctx context.Context, before time.Time, fn func(ref ports.Ref) error) error {
	if err := cleanStaging(f.staging, before); err != nil {
		return err
	}
	return f.each(ctx, func(e fs.DirEntry) bool { return unchangedSince(e, before) }, fn)
}

func (f *Folder) All(ctx context.Context, fn func(ref ports.Ref) error) error {
	return f.each(ctx, func(fs.DirEntry) bool { return true }, fn)
}

// each calls fn for the wanted files.
func (f *Folder) each(ctx context.Context, wanted func(e fs.DirEntry) bool, fn func(ref ports.Ref) error) error {
	return filepath.WalkDir(f.root, func(path string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return away(err)
		}
		if e.IsDir() {
			if path == f.staging {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(f.root, path)
		if err != nil {
			return away(err)
		}
		ref, ok := parseKey(filepath.ToSlash(rel))
		if !ok || !wanted(e) {
			return nil
		}
		return fn(ref)
	})
}

// Delete moves the file aside first: if it was kept again at that moment, by this process or
// another, it is moved back.
func (f *Folder) Delete(_ context.Context, ref ports.Ref, before time.Time) error {
	path, err := f.path(ref)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || (err == nil && !info.ModTime().Before(before)) {
		return nil
	}
	if err != nil {
		return away(err)
	}
	aside, err := os.CreateTemp(f.staging, "delete-*")
	if err != nil {
		return away(err)
	}
	_ = aside.Close()
	if err := os.Rename(path, aside.Name()); err != nil {
		_ = os.Remove(aside.Name())
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return away(err)
	}
	info, err = os.Stat(aside.Name())
	if err == nil && !info.ModTime().Before(before) {
		// Link does not overwrite: a copy kept since stays.
		err = os.Link(aside.Name(), path)
		if errors.Is(err, fs.ErrExist) {
			err = nil
		}
	}
	if err != nil {
		return away(err)
	}
	if err := os.Remove(aside.Name()); err != nil {
		return away(err)
	}
	return nil
}

func (f *Folder) path(ref ports.Ref) (string, error) {
	k, err := key(ref)
	if err != nil {
		return "", err
	}
	return filepath.Join(f.root, filepath.FromSlash(k)), nil
}

// makeFolder makes a folder two levels below the root and syncs its parents, because the entry of a
// new folder lives in its parent.
func (f *Folder) makeFolder(folder string) error {
	if info, err := os.Stat(folder); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return err
	}
	team := filepath.Dir(folder)
	if err := syncFolder(team); err != nil {
		return err
	}
	return syncFolder(f.root)
}

func syncFolder(path string) error {
	d, err := os.Open(path) //nolint:gosec // made of a number and a checked digest
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
