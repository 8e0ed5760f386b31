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
		fx.Annotate(documentstore.NewDocuments, fx.As(new(ports.Documents))),
		fx.Annotate(documentstore.NewUsage, fx.As(new(ports.Usage))),
		fx.Annotate(sniff.New, fx.As(new(ports.Sniffer))),
		fx.Annotate(bridge.NewQuota, fx.As(new(ports.Quota))),
		bridge.NewDocumentTargets,
		newBlobs, newLinks, document.New,
		fx.Annotate(func(d *document.Documents) rawRoutes {
			return func(s *httpx.Server) { documenthttp.Files(s.Engine(), d) }
		}, fx.ResultTags(`group:"raw"`)),
	),
	jobHandler(newSweep),
	periodicJob(func() jobs.Periodic { return jobs.Periodic{Kind: sweepKind, Every: 24 * time.Hour} }),
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

// sweepKind is the job that removes bytes which no document needs.
const sweepKind = "document.sweep"

func newSweep(d *document.Documents, log *zap.Logger) jobs.Handler {
	return jobs.Handler{Kind: sweepKind, Timeout: time.Hour, Run: func(ctx context.Context, _ jobs.Job) error {
		n, err := d.Sweep(ctx)
		log.Info("stored files were swept", zap.Int("removed", n))
		return err
	}}
}

func newLinks(s secrets) (ports.Links, error) {
	key, older := s.derive("link")
	keys := []filelink.Key{{ID: keyID(key), Secret: secret.New(string(key))}}
	for _, o := range older {
		keys = append(keys, filelink.Key{ID: keyID(o), Secret: secret.New(string(o))})
	}
	return filelink.New(keys...)
}
