package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/logging"

	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Bucket keeps bytes as objects. A file arrives on the local disk and is sent by Keep, so that a
// refused file never reaches the bucket.
type Bucket struct {
	client  *s3.Client
	name    *string
	staging string
	// prefix begins every key.
	prefix     string
	encryption types.ServerSideEncryption
	encryptKey *string
}

// OpenBucket opens the bucket of a URL. It makes no call. Credentials and settings that the URL
// lacks come from the usual places of programs for AWS.
func OpenBucket(ctx context.Context, location, staging string) (*Bucket, error) {
	u, err := url.Parse(location)
	if err != nil || u.Host == "" {
		return nil, errors.New("a blob URL with s3: is s3://bucket?region=…")
	}
	b := &Bucket{name: aws.String(u.Host), staging: staging}
	var load []func(*config.LoadOptions) error
	var client []func(*s3.Options)
	for parameter, values := range u.Query() {
		value := values[0]
		switch parameter {
		case "region":
			load = append(load, config.WithRegion(value))
		case "profile":
			load = append(load, config.WithSharedConfigProfile(value))
		case "endpoint":
			client = append(client, func(o *s3.Options) { o.BaseEndpoint = aws.String(value) })
		case "use_path_style", "s3ForcePathStyle":
			yes, err := strconv.ParseBool(value)
			if err != nil {
				return nil, fmt.Errorf("a blob URL: %s is true or false", parameter)
			}
			client = append(client, func(o *s3.Options) { o.UsePathStyle = yes })
		case "prefix":
			b.prefix = value
		case "ssetype":
			b.encryption = types.ServerSideEncryption(value)
		case "kmskeyid":
			b.encryptKey = aws.String(value)
		default:
			return nil, fmt.Errorf("a blob URL with s3: has no parameter %q", parameter)
		}
	}
	if err := os.MkdirAll(staging, folderMode); err != nil {
		return nil, fmt.Errorf("make the folder for arriving files: %w", err)
	}
	cfg, err := config.LoadDefaultConfig(ctx, load...)
	if err != nil {
		return nil, fmt.Errorf("open the bucket: %w", err)
	}
	// The errors have all details, and the program logs them in its own form.
	cfg.Logger = logging.Nop{}
	b.client = s3.NewFromConfig(cfg, client...)
	return b, nil
}

func (b *Bucket) Close() error { return nil }

func (b *Bucket) Stage(ctx context.Context, team id.Team, r io.Reader) (ports.Staged, error) {
	return stage(ctx, b.staging, team, r, b.keep)
}

func (b *Bucket) keep(ctx context.Context, a *arrival) error {
	k, err := b.key(a.ref)
	if err != nil {
		return err
	}
	f, err := os.Open(a.path)
	if err != nil {
		return away(err)
	}
	defer func() { _ = f.Close() }()
	_, err = b.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: b.name, Key: k, Body: f, ContentLength: &a.size, ContentType: aws.String("application/octet-stream"),
		ServerSideEncryption: b.encryption, SSEKMSKeyId: b.encryptKey,
	})
	if err != nil {
		return away(err)
	}
	a.Discard()
	return nil
}

func (b *Bucket) Open(ctx context.Context, ref ports.Ref, offset, length int64) (io.ReadCloser, error) {
	k, err := b.key(ref)
	if err != nil {
		return nil, err
	}
	in := &s3.GetObjectInput{Bucket: b.name, Key: k}
	switch {
	case length > 0:
		in.Range = aws.String(fmt.Sprintf("bytes=%d-%d", offset, offset+length-1))
	case length == 0:
		// A range cannot be empty: one byte shows that the object exists.
		in.Range = aws.String("bytes=0-0")
	case offset > 0:
		in.Range = aws.String(fmt.Sprintf("bytes=%d-", offset))
	}
	out, err := b.client.GetObject(ctx, in)
	switch {
	case isMissing(err):
		return nil, ports.ErrNoBytes
	case err != nil:
		return nil, away(err)
	case length == 0:
		return part{strings.NewReader(""), out.Body}, nil
	}
	return out.Body, nil
}

func (b *Bucket) Exists(ctx context.Context, ref ports.Ref) (bool, error) {
	_, found, err := b.keptAt(ctx, ref)
	return found, err
}

// keptAt returns the time at which bytes were last kept, if they exist.
func (b *Bucket) keptAt(ctx context.Context, ref ports.Ref) (time.Time, bool, error) {
	k, err := b.key(ref)
	if err != nil {
		return time.Time{}, false, err
	}
	out, err := b.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: b.name, Key: k})
	switch {
	case isMissing(err):
		return time.Time{}, false, nil
	case err != nil:
		return time.Time{}, false, away(err)
	}
	return aws.ToTime(out.LastModified), true, nil
}

func (b *Bucket) Old(ctx context.Context, before time.Time, fn func(ref ports.Ref) error) error {
	if err := cleanStaging(b.staging, before); err != nil {
		return err
	}
	return b.each(ctx, func(kept time.Time) bool { return kept.Before(before) }, fn)
}

func (b *Bucket) All(ctx context.Context, fn func(ref ports.Ref) error) error {
	return b.each(ctx, func(time.Time) bool { return true }, fn)
}

// each calls fn for bytes by the time at which they were last kept.
func (b *Bucket) each(ctx context.Context, wanted func(kept time.Time) bool, fn func(ref ports.Ref) error) error {
	pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{Bucket: b.name, Prefix: &b.prefix})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return away(err)
		}
		for _, o := range page.Contents {
			ref, ok := parseKey(strings.TrimPrefix(aws.ToString(o.Key), b.prefix))
			if !ok || !wanted(aws.ToTime(o.LastModified)) {
				continue
			}
			if err := fn(ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// Delete may lose bytes that are kept again between the look and the deletion, because object
// stores have no rename. With the sweep's grace of a day, that takes the same content sent again a
// day later, in exactly that instant.
func (b *Bucket) Delete(ctx context.Context, ref ports.Ref, before time.Time) error {
	kept, found, err := b.keptAt(ctx, ref)
	if err != nil || !found || !kept.Before(before) {
		return err
	}
	k, err := b.key(ref)
	if err != nil {
		return err
	}
	_, err = b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: b.name, Key: k})
	if err != nil && !isMissing(err) {
		return away(err)
	}
	return nil
}

func (b *Bucket) key(ref ports.Ref) (*string, error) {
	k, err := key(ref)
	return aws.String(b.prefix + k), err
}

// isMissing distinguishes a missing object from a failing storage. A look without a body answers
// NotFound, a read NoSuchKey.
func isMissing(err error) bool {
	var answer smithy.APIError
	return errors.As(err, &answer) && (answer.ErrorCode() == "NoSuchKey" || answer.ErrorCode() == "NotFound")
}
