package document

import (
	"context"
	"errors"
	"io"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
)

// ErrNoBytes says that there are no bytes under a reference.
var ErrNoBytes = errors.New("no bytes are stored under this reference")

// Ref names stored bytes: a team's file by the digest of its content.
type Ref struct {
	Team id.Team
	Sum  document.Digest
}

// Blobs keeps the bytes of documents. A storage that is away or full is a fault of kind
// Unavailable, storage_unavailable.
type Blobs interface {
	// Stage reads r to its end into a temporary place, counts and hashes the bytes, and forces them
	// to disk. An error of r comes back as it is, and no bytes stay.
	Stage(ctx context.Context, team id.Team, r io.Reader) (Staged, error)
	// Open reads length bytes from offset on, or to the end if length is negative. It returns
	// ErrNoBytes for a reference without bytes.
	Open(ctx context.Context, ref Ref, offset, length int64) (io.ReadCloser, error)
	// Exists reports whether bytes are stored.
	Exists(ctx context.Context, ref Ref) (bool, error)
	// Old calls fn for all bytes last stored before a time, and deletes older files in the
	// temporary place.
	Old(ctx context.Context, before time.Time, fn func(ref Ref) error) error
	// Delete removes bytes, unless they were kept again since before. Bytes that are not there are
	// no error.
	Delete(ctx context.Context, ref Ref, before time.Time) error
}

// Staged has bytes that have arrived but are not stored yet.
type Staged interface {
	Ref() Ref
	Size() int64
	// Bytes reads the arrived bytes, before Keep.
	Bytes() ([]byte, error)
	// Keep stores the bytes under their digest, in place of equal bytes. After it returns nil they
	// survive a crash.
	Keep(ctx context.Context) error
	// Discard removes the temporary copy. After Keep it does nothing.
	Discard()
}

// Bytes of a file's head and tail that a Sniffer wants to see.
const (
	SniffHead = 64 << 10
	SniffTail = 64 << 10
)

// Sniffer detects a media type from content. It never fails: unknown content, and content that is
// no document, is document.Unknown. It looks at up to SniffHead bytes of the beginning and
// SniffTail of the end. Shorter files are in both.
type Sniffer func(head, tail []byte) document.Media

// Targets checks the records that documents can be attached to. It reports for each target, in the
// same order, whether it is a live record of the team.
type Targets func(ctx context.Context, team id.Team, targets []document.Target) ([]bool, error)

// Grant allows the download of a document until a time.
type Grant struct {
	Document document.ID
	// Expires counts whole seconds.
	Expires time.Time
	Inline  bool
}

// Link has a grant with its team and its signature.
type Link struct {
	Grant
	Team  id.Team
	KeyID string
	MAC   []byte
}

// Links signs and checks download links. A signature covers the team, the document, its digest, the
// expiry and the disposition.
type Links interface {
	// Sign returns the last path element of the link.
	Sign(g Grant, ref Ref) string
	// Parse reads a link; it returns false for a text of another form.
	Parse(token string) (Link, bool)
	// Genuine reports whether the link was signed for these bytes, in constant time.
	Genuine(l Link, ref Ref) bool
}
