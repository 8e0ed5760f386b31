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

// Blobs keeps the bytes of documents. A storage that is away or full is a fault
// of kind Unavailable, storage_unavailable.
type Blobs interface {
	// Stage reads r to its end into a temporary place, counting and hashing, and
	// forces it to disk. An error of r comes back as it is and leaves nothing.
	Stage(ctx context.Context, team id.Team, r io.Reader) (Staged, error)
	// Open reads length bytes from offset on, to the end when length is
	// negative. ErrNoBytes when there are none.
	Open(ctx context.Context, ref Ref, offset, length int64) (io.ReadCloser, error)
	// Exists reports whether bytes are stored.
	Exists(ctx context.Context, ref Ref) (bool, error)
	// Old calls fn for all bytes last stored before a time, and deletes older files in the
	// temporary place.
	Old(ctx context.Context, before time.Time, fn func(ref Ref) error) error
	// Delete removes bytes unless they were kept again since before. Bytes that
	// are not there are no error.
	Delete(ctx context.Context, ref Ref, before time.Time) error
}

// Staged are bytes that have arrived but are not stored yet.
type Staged interface {
	Ref() Ref
	Size() int64
	// Bytes reads what arrived, before Keep.
	Bytes() ([]byte, error)
	// Keep stores the bytes under their digest, in place of equal ones. After
	// it returns nil they survive a crash.
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
// no document, is document.Unknown.
type Sniffer interface {
	// Sniff looks at up to SniffHead bytes of the beginning and SniffTail of the
	// end; whole files shorter than that are in both.
	Sniff(head, tail []byte) document.Media
}

// Targets knows the records documents can be attached to.
type Targets interface {
	// Known reports for each target, by its place, whether it is a live record
	// of the team.
	Known(ctx context.Context, team id.Team, targets []document.Target) ([]bool, error)
}

// Grant is what a download link allows.
type Grant struct {
	Document document.ID
	// Expires is in whole seconds.
	Expires time.Time
	Inline  bool
}

// Link is a grant with the team and the signature it came with.
type Link struct {
	Grant
	Team  id.Team
	KeyID string
	MAC   []byte
}

// Links signs and checks download links. A signature covers the team, the
// document, its digest, the expiry and the disposition.
type Links interface {
	// Sign returns the last path element of the link.
	Sign(g Grant, ref Ref) string
	// Parse reads a link; false when it has not the form of one.
	Parse(token string) (Link, bool)
	// Genuine reports whether the link was signed for these bytes, in constant time.
	Genuine(l Link, ref Ref) bool
}
