package purchasing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

func TestChangesOfStock(t *testing.T) {
	places := map[purchasing.WarehouseID]purchasing.StockPlace{
		1: {Type: "own", Live: true}, 2: {Type: "own", Live: true}, 3: {Type: purchasing.AmazonWarehouse, Live: true}, 4: {Type: "own"},
	}
	to := func(id purchasing.WarehouseID) optional.Maybe[purchasing.WarehouseID] { return optional.Some(id) }
	none := optional.None[purchasing.WarehouseID]()
	line := func(at purchasing.WarehouseID, kind purchasing.MovementKind, units int64) purchasing.Movement {
		return purchasing.Movement{
			StockKey: purchasing.StockKey{Warehouse: at, Product: 7}, Kind: kind, Units: units, Reference: optional.Some("C-1"), Reason: optional.Some("count"),
		}
	}
	for _, x := range []struct {
		kind  purchasing.StockChangeKind
		at    purchasing.WarehouseID
		to    optional.Maybe[purchasing.WarehouseID]
		units int64
		want  []purchasing.Movement
		code  fault.Code
	}{
		{"adjust", 1, none, 5, []purchasing.Movement{line(1, "adjust", 5)}, ""},
		{"adjust", 1, none, -5, []purchasing.Movement{line(1, "adjust", -5)}, ""},
		{"ship", 1, none, 5, []purchasing.Movement{line(1, "ship", -5)}, ""},
		{"transfer", 1, to(2), 5, []purchasing.Movement{line(1, "transfer", -5), line(2, "transfer", 5)}, ""},
		{"adjust", 1, none, 0, nil, fault.CodeValidationFailed}, {"ship", 1, none, -1, nil, fault.CodeValidationFailed},
		{"transfer", 1, to(2), -1, nil, fault.CodeValidationFailed}, {"transfer", 1, to(1), 1, nil, fault.CodeValidationFailed},
		{"transfer", 1, none, 1, nil, fault.CodeValidationFailed}, {"adjust", 1, to(2), 1, nil, fault.CodeValidationFailed},
		{"adjust", 1, none, 1_000_001, nil, fault.CodeValidationFailed}, {"ship", 1, to(2), 1, nil, fault.CodeValidationFailed},
		{"adjust", 3, none, 1, nil, fault.CodeNotSupported}, {"transfer", 1, to(3), 1, nil, fault.CodeNotSupported},
		{"adjust", 4, none, 1, nil, fault.CodeNotFound}, {"transfer", 1, to(99), 1, nil, fault.CodeNotFound},
	} {
		got, err := purchasing.StockChange{
			Kind: x.kind, Product: 7, Warehouse: x.at, To: x.to, Units: x.units, Reference: optional.Some(" C-1 "), Reason: optional.Some("count"),
		}.Movements(places)
		require.Equal(t, x.want, got, "%+v", x)
		require.Equal(t, x.code != "", fault.Is(err, x.code), "%+v: %v", x, err)
	}
	_, err := purchasing.StockChange{Kind: "ship", Product: 7, Warehouse: 1, Units: 1, Reference: optional.Some(" "), Reason: optional.Some("a\nb")}.Movements(places)
	require.Equal(t, map[string]fault.Code{"/reference": fault.CodeInvalid, "/reason": fault.CodeInvalid}, faults(t, err))
}

func TestBalancesStayAboveZero(t *testing.T) {
	key := purchasing.StockKey{Warehouse: 2, Product: 7}
	b := purchasing.Balances{key: 5}
	require.NoError(t, b.Move(purchasing.Movement{StockKey: key, Units: -5}))
	err := b.Move(purchasing.Movement{StockKey: key, Units: -1})
	refused, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, []any{fault.Rule, fault.CodeInvalidState, int64(0)}, []any{refused.Kind, refused.Code, refused.Details["available"]})
	require.Equal(t, purchasing.Balances{key: 0}, b)
}
