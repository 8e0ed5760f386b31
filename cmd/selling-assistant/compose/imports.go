package compose

import (
	"go.uber.org/fx"

	bridge "sellingassistant/adapters/bridge/imports"
	importshttp "sellingassistant/adapters/http/imports"
	importssql "sellingassistant/adapters/persistence/imports"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/tablefile"
	"sellingassistant/app/imports"
	ports "sellingassistant/ports/imports"
)

var importsModule = fx.Module("imports",
	fx.Provide(
		as[ports.Imports](importssql.NewImports),
		as[ports.Reports](importssql.NewReports),
		bridge.NewRepricerProducts, bridge.NewSKUs, bridge.NewInventoryProducts,
		as[ports.Records](bridge.NewRecords),
		func() ports.Tables { return bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}}) },
		filled[imports.Parts](), imports.New,
	),
	ownJobs[*imports.Imports](),
	routes(importshttp.Routes),
)
