package pdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"

	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// idle bounds the time that compiled code remains in memory after the last document.
const idle = 10 * time.Minute

// Reader reads PDFs, a few at a time.
type Reader struct {
	folder string
	slots  chan struct{}

	// starting lets one parser start at a time, because the cache shows others a module before all
	// its code is there.
	starting sync.Mutex
	// started says that a parser has started: its code is compiled or stored.
	started bool

	mu       sync.Mutex
	compiled wazero.CompilationCache
	// ready has a parser that no reading uses, or nil.
	ready *parser
	// readings counts the readings that use the compiled code. The timer drops the code.
	readings int
	letGo    *time.Timer
}

// New reads at most atOnce documents at a time. It stores compiled code in the folder, which the
// first document makes. If that fails, each process compiles again.
func New(folder string, atOnce int) *Reader {
	return &Reader{folder: folder, slots: make(chan struct{}, max(1, atOnce))}
}

// UserFolder returns a folder for compiled code, for programs without a data folder: below the
// user's cache folder, or else below the folder for temporary files.
func UserFolder() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		folder = os.TempDir()
	}
	return filepath.Join(folder, "selling-assistant", "pdf")
}

// Close drops the compiled code. No reading may run.
func (r *Reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.drop()
}

func (r *Reader) drop() error {
	if r.compiled == nil {
		return nil
	}
	if r.ready != nil {
		_ = r.ready.pool.Close()
	}
	c := r.compiled
	r.compiled, r.ready = nil, nil
	return c.Close(context.Background())
}

// code returns the compiled code. The caller must call done after use.
func (r *Reader) code() (c wazero.CompilationCache, done func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.compiled == nil {
		var err error
		if r.compiled, err = wazero.NewCompilationCacheWithDir(r.folder); err != nil {
			r.compiled = wazero.NewCompilationCache()
		}
	}
	r.readings++
	if r.letGo != nil {
		r.letGo.Stop()
	}
	return r.compiled, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.readings--; r.readings > 0 {
			return
		}
		r.letGo = time.AfterFunc(idle, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.readings == 0 {
				_ = r.drop()
			}
		})
	}
}

// Read reads a PDF in its own sandbox.
func (r *Reader) Read(ctx context.Context, file []byte, lim ports.PageLimits) (paper ports.Paper, err error) {
	err = r.inside(ctx, lim.Time, func(sandbox pdfium.Pdfium) (err error) {
		paper, err = (&opened{Pdfium: sandbox, lim: lim}).read(file)
		return err
	})
	return paper, err
}

// inside calls work with a new sandbox, and ends both after the time limit.
func (r *Reader) inside(ctx context.Context, limit time.Duration, work func(pdfium.Pdfium) error) (err error) {
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	code, done := r.code()
	defer done()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	mem := &memory{}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the parser panicked: %v", p)
		}
		mem.Free() // closes a sandbox that failed to start
		var read *ports.ReadError
		switch {
		case ctx.Err() != nil:
			err = ports.Ended(ctx.Err(), limit)
		case mem.refused.Load():
			err = over("more than %d bytes of memory", mostMemory)
		case err != nil && !errors.As(err, &read):
			err = &ports.ReadError{Code: document.Unreadable, Reason: err.Error()}
		}
	}()
	p, err := r.take(experimental.WithMemoryAllocator(ctx, mem), code)
	if err != nil {
		return err
	}
	whole := false
	defer func() { r.giveBack(p, whole) }()
	sandbox, err := p.pool.GetInstanceWithContext(ctx)
	if err != nil {
		return err
	}
	ended := false
	defer func() { whole = sandbox.Close() == nil && ended }()
	err = work(sandbox)
	ended = err == nil && ctx.Err() == nil
	return err
}

func over(format string, args ...any) error {
	return &ports.ReadError{Code: document.OverLimits, Reason: fmt.Sprintf(format, args...)}
}

// opened has a document open in its sandbox.
type opened struct {
	pdfium.Pdfium
	lim        ports.PageLimits
	doc        references.FPDF_DOCUMENT
	characters int
	words      int
}

func (o *opened) read(file []byte) (ports.Paper, error) {
	var paper ports.Paper
	if err := o.open(file); err != nil {
		return paper, err
	}
	count, err := o.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: o.doc})
	switch {
	case err != nil:
		return paper, err
	case count.PageCount == 0:
		return paper, errors.New("there are no pages")
	case count.PageCount > o.lim.Pages:
		return paper, over("more than %d pages", o.lim.Pages)
	}
	if paper.Files, err = o.files(); err != nil {
		return paper, err
	}
	for i := range count.PageCount {
		page, err := o.page(i)
		if err != nil {
			return paper, fmt.Errorf("page %d: %w", i+1, err)
		}
		paper.Pages = append(paper.Pages, page)
	}
	return paper, nil
}

func (o *opened) open(file []byte) error {
	doc, err := o.OpenDocument(&requests.OpenDocument{File: &file})
	switch {
	case errors.Is(err, pdfiumerrors.ErrPassword), errors.Is(err, pdfiumerrors.ErrSecurity):
		return &ports.ReadError{Code: document.Encrypted, Reason: err.Error()}
	case err != nil:
		return err
	}
	o.doc = doc.Document
	return nil
}

// files returns the embedded files with names like XML.
func (o *opened) files() ([]ports.EmbeddedFile, error) {
	count, err := o.FPDFDoc_GetAttachmentCount(&requests.FPDFDoc_GetAttachmentCount{Document: o.doc})
	if err != nil {
		return nil, err
	}
	if count.AttachmentCount > o.lim.Files {
		return nil, over("more than %d embedded files", o.lim.Files)
	}
	var files []ports.EmbeddedFile
	for i := range count.AttachmentCount {
		found, err := o.FPDFDoc_GetAttachment(&requests.FPDFDoc_GetAttachment{Document: o.doc, Index: i})
		if err != nil {
			return nil, fmt.Errorf("embedded file %d: %w", i+1, err)
		}
		name, err := o.FPDFAttachment_GetName(&requests.FPDFAttachment_GetName{Attachment: found.Attachment})
		if err != nil {
			return nil, fmt.Errorf("embedded file %d: %w", i+1, err)
		}
		if !strings.HasSuffix(strings.ToLower(name.Name), ".xml") {
			continue
		}
		content, err := o.FPDFAttachment_GetFile(&requests.FPDFAttachment_GetFile{Attachment: found.Attachment})
		switch {
		case err != nil:
			return nil, fmt.Errorf("embedded file %d: %w", i+1, err)
		case int64(len(content.Contents)) > o.lim.File:
			return nil, over("an embedded file of more than %d bytes", o.lim.File)
		}
		files = append(files, ports.EmbeddedFile{Name: name.Name, Content: content.Contents})
	}
	return files, nil
}
