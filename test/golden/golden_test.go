package golden

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

type part struct {
	Name string `json:"name"`
}

type whole struct {
	ID    int             `json:"id"`
	Parts []part          `json:"parts"`
	ByKey map[string]part `json:"by_key"`
	None  *part           `json:"none,omitempty"`
}

func TestCheck(t *testing.T) {
	Check(t, whole{1, []part{{"a"}}, map[string]part{"x": {"b"}}, &part{"c"}})
}

func TestRenamedMembersAreFound(t *testing.T) {
	text := []byte(`{"id":1,"parts":[{"name":"a"}],"by_key":{"x":{"name":"b"}},"none":{"name":"c"}}`)
	require.Empty(t, Renamed(text, JSON[whole]()))
	careless := Form[whole]{Write: JSON[whole]().Write, Read: func(text []byte) (v whole, err error) {
		return v,
			json.Unmarshal(text, &v)
	}}
	require.Equal(t, []string{
		"id_renamed is skipped at /id", "parts_renamed is skipped at /parts",
		"name_renamed is skipped at /parts/0/name",
		"by_key_renamed is skipped at /by_key", "name_renamed is skipped at /by_key/x/name",
		"none_renamed is skipped at /none", "name_renamed is skipped at /none/name",
	}, Renamed(text, careless))
}

func TestMembersWithoutTagOrValueAreFound(t *testing.T) {
	type untagged struct {
		Name  string
		Empty string `json:"empty"`
		Kept  string `json:"-"`
		Inner []part `json:"inner"`
	}
	seen := members{}
	seen.of(reflect.ValueOf(untagged{Inner: []part{{}, {"a"}}}))
	require.ElementsMatch(t, []string{"golden.untagged.Name has no tag", "golden.untagged.Empty has no value"},
		seen.faults())
}
