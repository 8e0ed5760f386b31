package openapi

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
)

func TestSchemaNames(t *testing.T) {
	for want, typ := range map[string]reflect.Type{
		"Problem":          reflect.TypeFor[body.Problem](),
		"PageByAnswer":     reflect.TypeFor[body.One[page.By]](),
		"ListPageByAnswer": reflect.TypeFor[body.One[[]*page.By]](),
		"PageByList":       reflect.TypeFor[body.List[page.By]](),
		"Caller":           reflect.TypeFor[*caller.Caller](),
		"Two":              reflect.StructOf(nil),
	} {
		require.Equal(t, want, schemaName(typ, "Two"))
	}
}
