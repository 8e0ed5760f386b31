package openapi

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const bulk = `{"paths":{"/a":{"delete":{"schema":{"type":"object","properties":{"data":{"type":"array","items":{"$ref":"#/components/schemas/DeletedRow"}}}}},
  "patch":{"schema":{"type":"array","items":{"$ref":"#/components/schemas/CreatedStockMovement"}}}}},
 "components":{"schemas":{
  "RowError":{"type":"object","properties":{"code":{"type":"string"}}},
  "Movement":{"type":"object","properties":{"units":{"type":"integer","maximum":9999999999.9999}}},
  "DeletedRow":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer"},
    "status":{"type":"string","enum":["deleted","unchanged","failed"]},"error":{"$ref":"#/components/schemas/RowError"}}},
  "CreatedStockMovement":{"type":"object","required":["id","status","movement"],"properties":{ROWID,
    "status":{"type":"string","enum":["created","failed"]},"movement":ROWMOVEMENT,"error":{"$ref":"#/components/schemas/RowError"},
    "note":{"type":"string"}}}}}}`

const unions = `{"paths":{"/a":{"delete":{"schema":{"type":"object","properties":{"data":{"type":"array","items":{"$ref":"#/components/schemas/DeletedRowResult"}}}}},
  "patch":{"schema":{"type":"array","items":{"$ref":"#/components/schemas/CreatedStockMovementResult"}}}}},
 "components":{"schemas":{
  "RowError":{"type":"object","properties":{"code":{"type":"string"}}},
  "Movement":{"type":"object","properties":{"units":{"type":"integer","maximum":9999999999.9999}}},
  "DeletedRowResult":{"oneOf":[{"$ref":"#/components/schemas/DeletedRow"},{"$ref":"#/components/schemas/FailedRow"}],
    "discriminator":{"propertyName":"status","mapping":{"deleted":"#/components/schemas/DeletedRow","unchanged":"#/components/schemas/DeletedRow",
      "failed":"#/components/schemas/FailedRow"}}},
  "DeletedRow":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer"},"status":{"$ref":"#/components/schemas/DeletionStatus"}}},
  "DeletionStatus":{"type":"string","enum":["deleted","unchanged"]},
  "FailedRow":{"type":"object","required":["id","status","error"],"properties":{"id":{"type":"integer"},
    "status":{"type":"string","enum":["failed"]},"error":{"$ref":"#/components/schemas/RowError"}}},
  "CreatedStockMovementResult":{"oneOf":[{"$ref":"#/components/schemas/CreatedStockMovement"},{"$ref":"#/components/schemas/FailedNewStockMovement"}],
    "discriminator":{"propertyName":"status","mapping":{"created":"#/components/schemas/CreatedStockMovement",
      "failed":"#/components/schemas/FailedNewStockMovement"}}},
  "CreatedStockMovement":{"type":"object","required":["id","status","movement","note"],"properties":{"id":{"type":"integer"},
    "status":{"type":"string","enum":["created"]},"movement":{"$ref":"#/components/schemas/Movement"},"note":{"type":"string"}}},
  "FailedNewStockMovement":{"type":"object","required":["id","status","movement","error"],"properties":{ROWID,
    "status":{"type":"string","enum":["failed"]},"movement":ROWMOVEMENT,"error":{"$ref":"#/components/schemas/RowError"}}}}}}`

// TestRowsAreUnions holds both versions of OpenAPI to rows that are told apart by their status.
func TestRowsAreUnions(t *testing.T) {
	for _, c := range []struct {
		old          bool
		id, movement string
		published    string
	}{
		{false, `"id":{"type":["integer","null"]}`, `{"oneOf":[{"$ref":"#/components/schemas/Movement"},{"type":"null"}]}`, ""},
		{
			true, `"id":{"type":"integer","nullable":true}`, `{"allOf":[{"$ref":"#/components/schemas/Movement"}],"nullable":true}`,
			`{"type":"object","nullable":true,"allOf":[{"$ref":"#/components/schemas/Movement"}]}`,
		},
	} {
		got, err := share([]byte(strings.NewReplacer("ROWID", c.id, "ROWMOVEMENT", c.movement).Replace(bulk)), c.old)
		require.NoError(t, err)
		want := strings.NewReplacer("ROWID", c.id, "ROWMOVEMENT", cmp.Or(c.published, c.movement)).Replace(unions)
		require.JSONEq(t, want, string(got))
	}
	others := strings.NewReplacer("CreatedStockMovement", "CreatedThing", "ROWID", `"id":{"type":"integer"}`, "ROWMOVEMENT", "{}").Replace(bulk)
	got, err := share([]byte(others), false)
	require.NoError(t, err)
	require.Contains(t, string(got), `"oneOf":[{"$ref":"#/components/schemas/CreatedThing"},{"$ref":"#/components/schemas/FailedCreatedThing"}]`)
}
