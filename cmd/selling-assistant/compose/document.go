package compose

import (
	"context"
	"path/filepath"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/bridge"
	"sellingassistant/adapters/filelink"
	documenthttp "sellingassistant/adapters/http/document"
	"sellingassistant/adapters/http/httpx"
	documentstore "sellingassistant/adapters/persistence/document"
	"sellingassistant/adapters/sniff"
	"sellingassistant/app/document"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/secret"
	ports "sellingassistant/ports/document"
	"sellingassistant/ports/jobs"
)

var documentModule = fx.Module("document",
	fx.Provide(
		as[ports.Documents](documentstore.NewDocuments),
		as[ports.Attachments](documentstore.NewAttachments),
		as[ports.Usage](documentstore.NewUsage),
		as[ports.Sniffer](sniff.New),
		as[ports.Quota](bridge.NewQuota),
		bridge.NewDocumentTargets,
		newBlobs, newLinks, document.New,
		rawRoute(func(d *document.Documents) rawRoutes {
			return func(s *httpx.Server) { documenthttp.Files(s.Engine(), d) }
		}),
	),
	periodic(jobs.Periodic{Kind: "document.sweep", Every: 24 * time.Hour}, time.Hour,
		func(ctx context.Context, d *document.Documents, log *zap.Logger) error {
			n, err := d.Sweep(ctx)
			log.Info("stored files were swept", zap.Int("removed", n))
			return err
		}),
	routes(documenthttp.Routes),
)

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
