// Package blob keeps the bytes of documents: in a folder, or in a bucket of an object store.
//
// Both take a file in two steps. Stage writes it to a temporary file while hashing. Keep moves it
// to the place of its digest, and from then on it survives a crash. A file refused in between
// leaves nothing in the store. The path begins with the sending team, so no team learns about the
// files of another:
//
//	<team>/<first two digits of the digest>/<digest>
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Store adds methods for the operator to the port.
type Store interface {
	ports.Blobs
	io.Closer
	// All calls fn for all stored bytes. In contrast to Old it deletes nothing.
	All(ctx context.Context, fn func(ref ports.Ref) error) error
}

// Open opens the storage of a URL: file:///absolute/folder, a plain folder, or s3://bucket with the
// parameters region, endpoint, use_path_style, prefix, profile, ssetype and kmskeyid. A bucket
// needs a folder for files that are still arriving, which is made if absent; a folder uses its own.
func Open(ctx context.Context, location, staging string) (Store, error) {
	scheme, _, found := strings.Cut(location, "://")
	switch {
	case !found:
		return OpenFolder(location)
	case scheme == "file":
		u, err := url.Parse(location)
		if err != nil || u.Path == "" || u.Host != "" {
			return nil, errors.New("a blob URL with file: is file:///absolute/folder")
		}
		return OpenFolder(filepath.FromSlash(u.Path))
	case scheme == "s3":
		return OpenBucket(ctx, location, staging)
	}
	return nil, fmt.Errorf("a blob URL begins with file:// or s3://, not %s://", scheme)
}

// key returns the place of bytes below the store's root, with slashes.
func key(ref ports.Ref) (string, error) {
	if ref.Team <= 0 || !ref.Sum.Valid() {
		return "", errors.New("blob: not a reference to stored bytes")
	}
	return strconv.FormatInt(int64(ref.Team), 10) + "/" + string(ref.Sum[:2]) + "/" + string(ref.Sum), nil
}

// parseKey reverses key; it returns false for any other key.
func parseKey(k string) (ports.Ref, bool) {
	parts := strings.Split(k, "/")
	if len(parts) != 3 {
		return ports.Ref{}, false
	}
	team, err := strconv.ParseInt(parts[0], 10, 64)
	ref := ports.Ref{Team: id.Team(team), Sum: document.Digest(parts[2])}
	if err != nil {
		return ports.Ref{}, false
	}
	back, err := key(ref)
	return ref, err == nil && back == k
}

// away returns the fault of an unavailable storage; errors of an ended context stay as they are.
func away(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fault.New(fault.Unavailable, fault.CodeStorageUnavailable, "The file storage is unavailable. Try again shortly.").
		After(5 * time.Second).Because(err)
}

// folderMode leaves the folders to the service's own user.
const folderMode os.FileMode = 0o700
