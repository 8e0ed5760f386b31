package compose

import (
	"go.uber.org/fx"

	annotationbridge "sellingassistant/adapters/bridge/annotation"
	annotationhttp "sellingassistant/adapters/http/annotation"
	historyhttp "sellingassistant/adapters/http/history"
	"sellingassistant/adapters/http/httpx"
	annotationstore "sellingassistant/adapters/persistence/annotation"
	auditstore "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/history"
	"sellingassistant/app/annotation"
	"sellingassistant/app/history"
	"sellingassistant/app/webhook"
	ports "sellingassistant/ports/annotation"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/event"
	historyports "sellingassistant/ports/history"
	marks "sellingassistant/ports/mark"
)

var annotationModule = fx.Module("annotation",
	fx.Provide(
		as[ports.Tags](annotationstore.NewTags),
		as[ports.Notes](annotationstore.NewNotes),
		as[ports.Marks](annotationstore.NewMarks),
		as[marks.Marks](annotation.NewMarks),
		annotationbridge.NewMarkTargets, annotation.NewTags, annotation.NewNotes,
	),
	routes(annotationhttp.TagRoutes), routes(annotationhttp.NoteRoutes),
)

// historyModule has the audit trail of all contexts. It fills the product feed and reports events.
var historyModule = fx.Module("history",
	fx.Provide(
		as[historyports.Events](historystore.NewEvents),
		func(s *db.Store) *auditstore.Log { return auditstore.New(s, httpx.TraceID) },
		func(trail *auditstore.Log, feed historyports.Events, events event.Log) audit.Log {
			return webhook.NewTrail(history.NewTrail(trail, feed), events)
		},
		history.New,
	),
	routes(historyhttp.Routes),
)
