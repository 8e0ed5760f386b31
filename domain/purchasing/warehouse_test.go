package purchasing_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

func TestAWarehouseNamesEveryWrongMember(t *testing.T) {
	_, err := purchasing.WarehousePatch{
		Name: optional.Put(strings.Repeat("n", 101)), Type: optional.Put(purchasing.WarehouseType("shed")), Default: optional.Clear[bool](),
		SellsDirectly: optional.Clear[bool](), LeadTimeDays: optional.Put(-1), Contact: optional.Put(purchasing.Contact{Phone: optional.Some("no")}),
		Costs: optional.Put(purchasing.WarehouseCosts{Currency: "usd", BoxFee: money.MustParse("-1")}),
	}.Over(purchasing.StandardWarehouse())
	require.Equal(t, map[string]fault.Code{
		"/name": fault.CodeTooLong, "/type": fault.CodeNotAllowed, "/is_default": fault.CodeNullNotAllowed, "/sells_directly": fault.CodeNullNotAllowed,
		"/lead_time_days": fault.CodeOutOfRange, "/contact/phone": fault.CodeInvalid, "/costs/currency": fault.CodeInvalid,
		"/costs/box_fee": fault.CodeOutOfRange,
	}, faults(t, err))
}

func TestPrepProvidersNameEveryWrongMember(t *testing.T) {
	err := purchasing.PrepProvider{
		Country: "USA", Website: optional.Some("prep"), Services: []purchasing.PrepService{"label", "wash"},
		Costs: optional.Some(purchasing.WarehouseCosts{}),
	}.Check()
	require.Equal(t, map[string]fault.Code{
		"/name": fault.CodeInvalid, "/country": fault.CodeInvalid, "/website": fault.CodeInvalid, "/services/1": fault.CodeNotAllowed,
		"/costs/currency": fault.CodeInvalid,
	}, faults(t, err))
	require.NoError(t, purchasing.PrepProvider{Name: "P", Country: "US"}.Check())
}
