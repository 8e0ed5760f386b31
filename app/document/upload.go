package document

import (
	"context"
	"io"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/tx"
)

// Duplicates chooses the result of an upload if a live document of the team already has the bytes.
type Duplicates string

// The choices.
const (
	Reject         Duplicates = "reject"
	ReturnExisting Duplicates = "return_existing"
	Allow          Duplicates = "allow"
)

// File has a file as a client sends it.
type File struct {
	// Name and Declared come from the client.
	Name     string
	Declared string
	Content  io.Reader
}

// Received has a file that has arrived whole and may be stored.
type Received struct {
	name   string
	media  document.Media
	staged ports.Staged
}

// Discard removes the received bytes unless they have been kept. Call it in any case.
func (r *Received) Discard() {
	if r != nil {
		r.staged.Discard()
	}
}

// Media returns the kind of the file.
func (r *Received) Media() document.Media { return r.media }

// Bytes returns the received bytes, until they are kept.
func (r *Received) Bytes() ([]byte, error) { return r.staged.Bytes() }

// Receive reads a file to its end into a temporary place and settles its kind. Faults: empty_file,
// file_too_large over document.MaxFileSize (reading stops there), and unsupported_media_type or
// media_type_mismatch for other kinds. A refused file leaves nothing. Errors of the content are
// returned unchanged.
func (d *Documents) Receive(ctx context.Context, who caller.Caller, in File) (*Received, error) {
	look := &peek{r: in.Content}
	staged, err := d.blobs.Stage(ctx, who.Team, look)
	if err != nil {
		return nil, err
	}
	r := &Received{name: document.CleanName(in.Name), staged: staged}
	if staged.Size() == 0 {
		r.Discard()
		return nil, document.EmptyFile()
	}
	if r.media, err = document.Decide(d.sniffer(look.head, look.tail), r.name, in.Declared); err != nil {
		r.Discard()
		return nil, err
	}
	return r, nil
}

// Upload has a received file with the user's members of the document.
type Upload struct {
	File            *Received
	Type            *document.Type
	ReferenceNumber *string
	Notes           *string
	Targets         []document.Target
	OnDuplicate     Duplicates
	// Mapping names columns of a table file, nil without names.
	Mapping *mapping.Mapping
}

// Uploaded has the outcome. Existing says that Document was there before.
type Uploaded struct {
	Document *document.Document
	Existing bool
}

// Keep stores the bytes of an upload. It runs before Upload and outside its transaction, so that no
// row exists without bytes. If it refuses the upload (duplicate_document, storage_limit, unknown
// targets), it stores no bytes; the sweep removes bytes of an upload that only Upload refuses.
func (d *Documents) Keep(ctx context.Context, who caller.Caller, in Upload) error {
	existing, err := d.store.SameBytes(ctx, who.Team, in.File.staged.Ref().Sum)
	if err != nil {
		return err
	}
	if existing != 0 && in.OnDuplicate != Allow && in.OnDuplicate != ReturnExisting {
		return duplicate(existing)
	}
	if existing == 0 || in.OnDuplicate == Allow {
		stored, err := d.usage.Stored(ctx, who.Team)
		if err != nil {
			return err
		}
		if err := d.fits(ctx, who, stored, in.File); err != nil {
			return err
		}
	}
	if _, err := document.New(d.draft(who, in), d.clock.Now()); err != nil {
		return err
	}
	places, targets := document.NewTargetsOf(in.Targets)
	if err := d.known(ctx, who, places, targets); err != nil {
		return err
	}
	return in.File.staged.Keep(ctx)
}

// Upload stores the document of a file that Keep has stored, in one transaction. Uploads of a team
// wait for each other, so of two with the same bytes the second sees the first. Faults:
// duplicate_document with existing_id, storage_limit, not_found for a target, validation_failed for
// text.
func (d *Documents) Upload(ctx context.Context, who caller.Caller, in Upload) (Uploaded, error) {
	return tx.Value(ctx, d.tx, func(ctx context.Context) (out Uploaded, err error) {
		stored, err := d.usage.Lock(ctx, who.Team)
		if err != nil {
			return out, err
		}
		if in.OnDuplicate != Allow {
			existing, err := d.store.SameBytes(ctx, who.Team, in.File.staged.Ref().Sum)
			if err != nil {
				return out, err
			}
			switch {
			case existing != 0 && in.OnDuplicate == ReturnExisting:
				out.Existing = true
				out.Document, err = d.Get(ctx, who, existing)
				return out, err
			case existing != 0:
				return out, duplicate(existing)
			}
		}
		if err := d.fits(ctx, who, stored, in.File); err != nil {
			return out, err
		}
		places, targets := document.NewTargetsOf(in.Targets)
		if err := d.known(ctx, who, places, targets); err != nil {
			return out, err
		}
		doc, err := document.New(d.draft(who, in), d.clock.Now())
		if err != nil {
			return out, err
		}
		if out.Document, err = d.store.Insert(ctx, doc); err != nil {
			return out, err
		}
		if err := enqueue(ctx, d.queue, out.Document.Snapshot()); err != nil {
			return out, err
		}
		if err := d.uploaded(ctx, out.Document.Snapshot()); err != nil {
			return out, err
		}
		return out, d.usage.Add(ctx, who.Team, in.File.staged.Size())
	})
}

// fits refuses a file that exceeds the team's remaining storage.
func (d *Documents) fits(ctx context.Context, who caller.Caller, stored int64, file *Received) error {
	limit, err := d.quota(ctx, who.Team)
	if err != nil {
		return err
	}
	if stored+file.staged.Size() > limit {
		return fault.New(fault.Rule, fault.CodeStorageLimit, "The team's storage is full; delete documents to free space.")
	}
	return nil
}

func (d *Documents) draft(who caller.Caller, in Upload) document.Upload {
	return document.Upload{
		Team: who.Team, Type: in.Type, Name: in.File.name, Media: in.File.media,
		FileSize: in.File.staged.Size(), SHA256: in.File.staged.Ref().Sum,
		ReferenceNumber: in.ReferenceNumber, Notes: in.Notes, Targets: in.Targets, Mapping: in.Mapping,
	}
}

func duplicate(existing document.ID) *fault.Error {
	return fault.New(fault.Conflict, fault.CodeDuplicateDocument,
		"The team already has a document with the same content.").With("existing_id", int64(existing))
}

// peek remembers the first and last bytes read through it, and stops a file that is too large.
type peek struct {
	r    io.Reader
	n    int64
	head []byte
	tail []byte
}

func (p *peek) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	p.n += int64(n)
	if p.n > document.MaxFileSize {
		return 0, document.FileTooLarge()
	}
	if room := ports.SniffHead - len(p.head); room > 0 {
		p.head = append(p.head, b[:min(n, room)]...)
	}
	p.tail = append(p.tail, b[:n]...)
	// The buffer has twice the size before a cut, so that bytes are moved seldom.
	if len(p.tail) > 2*ports.SniffTail {
		p.tail = append(p.tail[:0], p.tail[len(p.tail)-ports.SniffTail:]...)
	}
	return n, err
}
