package compose

import (
	"context"
	"path/filepath"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/blob"
	documentbridge "sellingassistant/adapters/bridge/document"
	"sellingassistant/adapters/edi"
	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/filelink"
	documenthttp "sellingassistant/adapters/http/document"
	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/pdf"
	documentstore "sellingassistant/adapters/persistence/document"
	"sellingassistant/adapters/picture"
	"sellingassistant/adapters/sheet"
	"sellingassistant/adapters/sniff"
	"sellingassistant/adapters/tesseract"
	"sellingassistant/app/document"
	"sellingassistant/app/document/facade"
	"sellingassistant/app/document/parse"
	"sellingassistant/app/document/tablefile"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	marks "sellingassistant/ports/mark"
	tableports "sellingassistant/ports/tablefile"
	"sellingassistant/ports/tx"
)

var documentModule = fx.Module("document",
	fx.Provide(
		as[ports.Documents](documentstore.NewDocuments),
		as[ports.Readings](documentstore.NewReadings),
		method(documentstore.NewAttachments, func(v *documentstore.Attachments) ports.Attachments { return v.Of }),
		as[ports.Imports](documentstore.NewImports),
		as[ports.Layouts](documentstore.NewLayouts),
		method(documentbridge.NewDocumentCatalogue, func(c *documentbridge.DocumentCatalogue) ports.Catalogue { return c.Find }),
		as[ports.Purchasing](documentbridge.NewDocumentPurchasing),
		filled[document.ImportParts](), document.NewImports,
		as[tableports.Files](tablefile.NewFiles),
		as[ports.Usage](documentstore.NewUsage),
		method(sniff.New, func(v sniff.Sniffer) ports.Sniffer { return v.Sniff }),
		method(documentbridge.NewQuota, func(v *documentbridge.Quota) ports.Quota { return v.Bytes }),
		documentbridge.NewDocumentTargets, facade.New,
		newBlobs, newLinks, newDocuments, newPages, newReader,
		rawRoute(func(d *document.Documents) rawRoutes {
			return func(s *httpx.Server) { documenthttp.Files(s.Engine(), d) }
		}),
	),
	ownJobs[*document.Reader](),
	periodic(jobs.Periodic{Kind: "document.sweep", Every: 24 * time.Hour}, time.Hour,
		func(ctx context.Context, d *document.Documents, log *zap.Logger) error {
			n, err := d.Sweep(ctx)
			log.Info("stored files were swept", zap.Int("removed", n))
			return err
		}),
	routes(documenthttp.Routes), routes(documenthttp.ImportRoutes),
)

func newDocuments(
	store ports.Documents, usage ports.Usage, quota ports.Quota, blobs ports.Blobs, sniffer ports.Sniffer,
	targets ports.Targets, links ports.Links, all marks.Marks, imports *document.Imports, queue jobs.Queue,
	runner tx.Runner, clk clock.Clock, events event.Log,
) *document.Documents {
	return document.New(store, usage, quota, blobs, sniffer, targets, links, all, imports, queue, runner, clk).
		Reporting(events)
}

// newPages compiles nothing before the first PDF.
func newPages(lc fx.Lifecycle, cfg config.Config) *pdf.Reader {
	r := pdf.New(filepath.Join(cfg.DataDir, "pdf"), cfg.DocumentReaders())
	lc.Append(fx.StopHook(r.Close))
	return r
}

type readerParts struct {
	fx.In
	Config    config.Config
	Documents ports.Documents
	Readings  ports.Readings
	Blobs     ports.Blobs
	Imports   *document.Imports
	Pages     *pdf.Reader
	Queue     jobs.Queue
	Tx        tx.Runner
	Clock     clock.Clock
	Events    event.Log
}

func newReader(p readerParts) *document.Reader {
	return document.NewReader(document.ReaderParts{
		Documents: p.Documents, Readings: p.Readings, Blobs: p.Blobs,
		Layouts: p.Imports.LayoutsOf, Parser: Parser(p.Pages.Read, p.Config.OCR, p.Pages),
		Queue: p.Queue, Tx: p.Tx, Clock: p.Clock, AtOnce: p.Config.DocumentReaders(),
		Events: p.Events,
	})
}

// Parser returns a parser that takes the text of PDFs from pages, and draws their scans by drawer.
func Parser(pages ports.Pages, ocr config.OCR, drawer *pdf.Reader) *parse.Parser {
	return &parse.Parser{
		Sheets: sheet.Reader{}, Invoices: einvoice.Reader{}.Read, EDI: edi.Reader{}.Read, Pages: pages,
		Scans: parse.Scans{
			OCR: tesseract.New(ocr.Off(), ocr.Languages, drawer.Read), Drawer: drawer.Draw, Pictures: picture.Reader{},
		},
	}
}

func newBlobs(lc fx.Lifecycle, cfg config.Config) (ports.Blobs, error) {
	b, err := blob.Open(context.Background(), cfg.BlobURL.Reveal(), filepath.Join(cfg.DataDir, "staging"))
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(b.Close))
	return b, nil
}

func newLinks(s secrets) (ports.Links, error) {
	key, older := s.derive("link")
	keys := []filelink.Key{{ID: keyID(key), Secret: secret.New(string(key))}}
	for _, o := range older {
		keys = append(keys, filelink.Key{ID: keyID(o), Secret: secret.New(string(o))})
	}
	return filelink.New(keys...)
}
