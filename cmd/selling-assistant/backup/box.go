package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"sellingassistant/adapters/blob"
	ports "sellingassistant/ports/document"
)

// box describes the place of a backup: a folder, or the objects of a bucket below a prefix. A
// bucket has a local folder for the parts that are being sent or read.
type box struct {
	// name has the place as the operator wrote it, without parameters.
	name   string
	folder string
	bucket *blob.Bucket
	files  blob.Store
}

// openBox opens a folder, or s3://bucket/path with the parameters of SA_BLOB_URL.
func openBox(ctx context.Context, location string) (b *box, err error) {
	if !strings.HasPrefix(location, "s3://") {
		b = &box{name: location, folder: location}
		return b, nil
	}
	u, err := url.Parse(location)
	if err != nil || u.Query().Has("prefix") {
		return nil, errors.New("a backup in a bucket is s3://bucket/path?region=…")
	}
	b = &box{name: u.Scheme + "://" + u.Host + u.Path}
	prefix := strings.Trim(u.Path, "/")
	if prefix == "" {
		return nil, errors.New("a backup in a bucket needs a path of its own: s3://bucket/path?region=…")
	}
	if b.folder, err = os.MkdirTemp("", "selling-assistant-backup-"); err != nil {
		return nil, err
	}
	below := func(prefix string) string {
		q := u.Query()
		q.Set("prefix", prefix)
		return (&url.URL{Scheme: u.Scheme, Host: u.Host, RawQuery: q.Encode()}).String()
	}
	staging := filepath.Join(b.folder, "staging")
	b.bucket, err = blob.OpenBucket(ctx, below(prefix+"/"), staging)
	if err == nil {
		b.files, err = blob.OpenBucket(ctx, below(prefix+"/"+filesName+"/"), staging)
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// close removes the local folder of a bucket.
func (b *box) close() error {
	if !strings.HasPrefix(b.name, "s3://") {
		return nil
	}
	return os.RemoveAll(b.folder)
}

// begin makes sure that the place is empty, and opens it for files.
func (b *box) begin(ctx context.Context) error {
	if b.bucket == nil {
		return EmptyFolder(b.folder)
	}
	empty, err := b.bucket.Empty(ctx)
	if err == nil && !empty {
		err = fmt.Errorf("%s is not empty: each backup needs a place of its own", b.name)
	}
	return err
}

// store opens the stored files of the backup.
func (b *box) store() (blob.Store, error) {
	if b.files == nil {
		files, err := blob.OpenFolder(filepath.Join(b.folder, filesName))
		if err != nil {
			return nil, err
		}
		b.files = files
	}
	return b.files, nil
}

// path returns the local path of a part.
func (b *box) path(name string) string { return filepath.Join(b.folder, name) }

// send stores a part that was written to its local path.
func (b *box) send(ctx context.Context, name string) error {
	if b.bucket == nil {
		return nil
	}
	if err := b.bucket.Send(ctx, name, b.path(name)); err != nil {
		return fmt.Errorf("send %s: %w", name, err)
	}
	return nil
}

// fetch makes sure that a part is at its local path.
func (b *box) fetch(ctx context.Context, name string) error {
	if b.bucket == nil {
		return nil
	}
	err := b.bucket.Fetch(ctx, name, b.path(name))
	if errors.Is(err, ports.ErrNoBytes) {
		return &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return err
}

// manifest reads the manifest.
func (b *box) manifest(ctx context.Context) (m Manifest, err error) {
	switch err := b.fetch(ctx, manifestName); {
	case errors.Is(err, fs.ErrNotExist):
		return m, fmt.Errorf("%s is no complete backup: it has no %s", b.name, manifestName)
	case err != nil:
		return m, err
	}
	if err := ReadManifest(b.folder, "backup", &m); err != nil {
		return m, err
	}
	if m.Format != format {
		return m, fmt.Errorf("the backup has the format %d, and this version reads %d", m.Format, format)
	}
	return m, nil
}
