package blob

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	ports "sellingassistant/ports/document"
)

// maxObject bounds the bytes that one call can send to a bucket.
const maxObject = 5 << 30

// ErrTooLarge refuses a file that one call cannot send.
var ErrTooLarge = errors.New("the file has more than 5 GiB, which a bucket does not take in one call")

// Empty reports whether the bucket has no object below its prefix.
func (b *Bucket) Empty(ctx context.Context) (bool, error) {
	first := &s3.ListObjectsV2Input{Bucket: b.name, Prefix: &b.prefix, MaxKeys: aws.Int32(1)}
	found, err := b.client.ListObjectsV2(ctx, first)
	if err != nil {
		return false, away(err)
	}
	return len(found.Contents) == 0, nil
}

// Send stores a local file as the object of a name below the prefix.
func (b *Bucket) Send(ctx context.Context, name, path string) error {
	f, err := os.Open(path) //nolint:gosec // the operator names the folder
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	if size > maxObject {
		return ErrTooLarge
	}
	_, err = b.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: b.name, Key: aws.String(b.prefix + name), Body: f, ContentLength: &size,
		ContentType: aws.String("application/octet-stream"), ServerSideEncryption: b.encryption, SSEKMSKeyId: b.encryptKey,
	})
	if err != nil {
		return away(err)
	}
	return nil
}

// Fetch writes the object of a name to a local file. It returns ErrNoBytes without such an object.
func (b *Bucket) Fetch(ctx context.Context, name, path string) (err error) {
	found, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: b.name, Key: aws.String(b.prefix + name)})
	switch {
	case isMissing(err):
		return ports.ErrNoBytes
	case err != nil:
		return away(err)
	}
	defer found.Body.Close()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600) //nolint:gosec // a folder of our own
	if err != nil {
		return err
	}
	_, err = io.Copy(f, found.Body)
	return errors.Join(err, f.Close())
}
