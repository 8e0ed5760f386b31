package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/feetable"
	researchhttp "sellingassistant/adapters/http/research"
	"sellingassistant/app/research"
)

var researchModule = fx.Module("research",
	fx.Provide(feetable.Read, research.NewProfits),
	routes(researchhttp.ProfitRoutes),
)
