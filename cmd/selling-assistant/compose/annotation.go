package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/bridge"
	annotationhttp "sellingassistant/adapters/http/annotation"
	annotationstore "sellingassistant/adapters/persistence/annotation"
	"sellingassistant/app/annotation"
	ports "sellingassistant/ports/annotation"
	marks "sellingassistant/ports/mark"
)

var annotationModule = fx.Module("annotation",
	fx.Provide(
		as[ports.Tags](annotationstore.NewTags),
		as[ports.Notes](annotationstore.NewNotes),
		as[ports.Marks](annotationstore.NewMarks),
		as[marks.Marks](annotation.NewMarks),
		bridge.NewMarkTargets, annotation.NewTags, annotation.NewNotes,
	),
	routes(annotationhttp.TagRoutes), routes(annotationhttp.NoteRoutes),
)
