package document

import (
	"context"
	"errors"
	"io"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	ports "sellingassistant/ports/document"
)

// The lifetime of a download link.
const (
	MinLinkLife     = 30 * time.Second
	DefaultLinkLife = 300 * time.Second
	MaxLinkLife     = 900 * time.Second
)

// Download asks for a link to a document's file.
type Download struct {
	ID document.ID
	// Life ranges from MinLinkLife to MaxLinkLife, 0 for the default.
	Life time.Duration
	// Inline asks for a link that a browser shows; kinds other than document.Media.Inline are saved
	// all the same.
	Inline bool
}

// DownloadLink has a link that works without a key until it expires.
type DownloadLink struct {
	// Token has the last path element of the link.
	Token    string
	Expires  time.Time
	Document *document.Document
}

// Download makes a link. A missing document is not_found.
func (d *Documents) Download(ctx context.Context, who caller.Caller, in Download) (DownloadLink, error) {
	doc, err := d.store.Find(ctx, who.Team, in.ID)
	if err != nil {
		return DownloadLink{}, err
	}
	life := in.Life
	if life == 0 {
		life = DefaultLinkLife
	}
	life = min(max(life, MinLinkLife), MaxLinkLife)
	s := doc.Snapshot()
	g := ports.Grant{
		Document: s.ID,
		Expires:  d.clock.Now().Add(life).Truncate(time.Second),
		Inline:   in.Inline && s.Media.Inline(),
	}
	return DownloadLink{Token: d.links.Sign(g, refOf(s)), Expires: g.Expires, Document: doc}, nil
}

// Shared has a document as its link shows it.
type Shared struct {
	Document document.Snapshot
	Inline   bool
}

// Linked checks a link. A wrong signature is link_invalid, also for an absent document. An expired
// link is link_expired, and a document deleted since is not_found.
func (d *Documents) Linked(ctx context.Context, token string) (Shared, error) {
	link, ok := d.links.Parse(token)
	if !ok {
		return Shared{}, badLink()
	}
	doc, err := d.store.Linked(ctx, link.Team, link.Document)
	if err != nil {
		return Shared{}, err
	}
	var s document.Snapshot
	if doc != nil {
		s = doc.Snapshot()
	}
	// Check the signature even if the document does not exist, so that the response time does not
	// reveal which ids exist.
	genuine := d.links.Genuine(link, refOf(s))
	switch {
	case !genuine || doc == nil:
		return Shared{}, badLink()
	case !d.clock.Now().Before(link.Expires):
		return Shared{}, fault.New(fault.Forbidden, fault.CodeLinkExpired, "The link has expired; ask for a new link.")
	case s.DeletedAt != nil:
		return Shared{}, fault.Missing()
	}
	return Shared{Document: s, Inline: link.Inline && s.Media.Inline()}, nil
}

// Open reads length bytes of a linked document from offset on. Missing bytes
// are storage_unavailable, and the document notes the failure storage_missing.
func (d *Documents) Open(ctx context.Context, s Shared, offset, length int64) (io.ReadCloser, error) {
	r, err := d.blobs.Open(ctx, refOf(s.Document), offset, length)
	if !errors.Is(err, ports.ErrNoBytes) {
		return r, err
	}
	return nil, d.missing(ctx, s.Document)
}

// Check works like Open without reading, for a request that wants the headers only.
func (d *Documents) Check(ctx context.Context, s Shared) error {
	ok, err := d.blobs.Exists(ctx, refOf(s.Document))
	if err != nil || ok {
		return err
	}
	return d.missing(ctx, s.Document)
}

func (d *Documents) missing(ctx context.Context, s document.Snapshot) error {
	err := d.tx.InTx(ctx, func(ctx context.Context) error {
		found, err := d.store.Lock(ctx, s.Team, []document.ID{s.ID})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return nil
		}
		doc := found[0]
		before := doc.Snapshot().Status
		if err := doc.LoseBytes(d.clock.Now()); err != nil || !doc.Changed() {
			return err
		}
		if err := d.store.Save(ctx, []*document.Document{doc}); err != nil {
			return err
		}
		return ended(ctx, d.events, before, doc.Snapshot())
	})
	if err != nil {
		return err
	}
	return fault.New(fault.Unavailable, fault.CodeStorageUnavailable, "The stored file cannot be read.").After(time.Minute)
}

func refOf(s document.Snapshot) ports.Ref { return ports.Ref{Team: s.Team, Sum: s.SHA256} }

func badLink() *fault.Error {
	return fault.New(fault.Forbidden, fault.CodeLinkInvalid, "The link is not valid.")
}

// Content returns the whole of a document's file. Faults: Missing, and Unavailable if the bytes
// cannot be read.
func (d *Documents) Content(ctx context.Context, who caller.Caller, docID document.ID) (*document.Document, []byte, error) {
	doc, err := d.Get(ctx, who, docID)
	if err != nil {
		return nil, nil, err
	}
	s := doc.Snapshot()
	r, err := d.Open(ctx, Shared{Document: s}, 0, s.FileSize)
	if err != nil {
		return nil, nil, err
	}
	content, err := whole(r, s.FileSize)
	return doc, content, errors.Join(err, r.Close())
}
