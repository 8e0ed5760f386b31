package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	gocloud "gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Bucket keeps bytes as objects. A file arrives on the local disk and is sent
// when it is kept, so that a refused one never reaches the bucket.
type Bucket struct {
	bucket  *gocloud.Bucket
	staging string
}

// NewBucket wraps a bucket, which it closes when it is closed itself.
func NewBucket(bucket *gocloud.Bucket, staging string) (*Bucket, error) {
	if err := os.MkdirAll(staging, folderMode); err != nil {
		return nil, errors.Join(fmt.Errorf("make the folder for arriving files: %w", err), bucket.Close())
	}
	return &Bucket{bucket: bucket, staging: staging}, nil
}

func (b *Bucket) Close() error { return b.bucket.Close() }

func (b *Bucket) Stage(ctx context.Context, team id.Team, r io.Reader) (ports.Staged, error) {
	return stage(ctx, b.staging, team, r, b.keep)
}

func (b *Bucket) keep(ctx context.Context, a *arrival) error {
	k, err := key(a.ref)
	if err != nil {
		return err
	}
	f, err := os.Open(a.path)
	if err != nil {
		return away(err)
	}
	defer func() { _ = f.Close() }()
	err = b.bucket.Upload(ctx, k, f, &gocloud.WriterOptions{
		ContentType: "application/octet-stream", DisableContentTypeDetection: true,
	})
	if err != nil {
		return away(err)
	}
	a.Discard()
	return nil
}

func (b *Bucket) Open(ctx context.Context, ref ports.Ref, offset, length int64) (io.ReadCloser, error) {
	k, err := key(ref)
	if err != nil {
		return nil, err
	}
	r, err := b.bucket.NewRangeReader(ctx, k, offset, length, nil)
	switch {
	case err == nil:
		return r, nil
	case gcerrors.Code(err) == gcerrors.NotFound:
		return nil, ports.ErrNoBytes
	}
	return nil, away(err)
}

func (b *Bucket) Exists(ctx context.Context, ref ports.Ref) (bool, error) {
	k, err := key(ref)
	if err != nil {
		return false, err
	}
	ok, err := b.bucket.Exists(ctx, k)
	if err != nil {
		return false, away(err)
	}
	return ok, nil
}

func (b *Bucket) Old(ctx context.Context, before time.Time, fn func(ref ports.Ref) error) error {
	if err := cleanStaging(b.staging, before); err != nil {
		return err
	}
	list := b.bucket.List(nil)
	for {
		o, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return away(err)
		}
		ref, ok := parseKey(o.Key)
		if !ok || o.IsDir || !o.ModTime.Before(before) {
			continue
		}
		if err := fn(ref); err != nil {
			return err
		}
	}
}

// Object stores have no rename, so bytes kept again between the look and the
// deletion are lost; the sweep's grace of a day makes that a matter of the same
// content being sent twice, a day apart, with the second time in that instant.
func (b *Bucket) Delete(ctx context.Context, ref ports.Ref, before time.Time) error {
	k, err := key(ref)
	if err != nil {
		return err
	}
	attributes, err := b.bucket.Attributes(ctx, k)
	if err == nil {
		if !attributes.ModTime.Before(before) {
			return nil
		}
		err = b.bucket.Delete(ctx, k)
	}
	if err == nil || gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return away(err)
}
