package record

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

type part struct{ Name string }

func TestMembersWithoutANameAreFound(t *testing.T) {
	require.Equal(t, []string{"record.row.Deep", "record.row.Empty", "record.row.None", "record.row.Part"},
		undeclared([]reflect.Type{reflect.TypeFor[row]()}))
}

type row struct {
	Named     string                         `json:"named"`
	Amounts   []optional.Maybe[money.Amount] `json:"amounts"`
	Elsewhere part                           `json:"-"`
	None      string
	Empty     optional.Maybe[string]            `json:",omitzero"`
	Part      part                              `json:"part"`
	Deep      []optional.Maybe[map[string]part] `json:"deep"`
}

func TestTextsPostgresStores(t *testing.T) {
	for stored, want := range map[string]string{
		`"a\u0000b"`: `"ab"`, `"\\u0000"`: `"\\u0000"`, `"\\\u0000\"\u0000"`: `"\\\""`,
		`{"\u0000a":"\u0001"}`: `{"a":"\u0001"}`, `""`: `""`,
	} {
		require.Equal(t, want, string(withoutNUL([]byte(stored))))
	}
}
