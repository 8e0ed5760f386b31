package catalog

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/test/contract/upstream"
)

func TestDecodeCatalogPage(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodePage(b, ""); return err }, map[string]string{
		"null list": `{"items":null}`, "object for the list": `{"items":{}}`, "words for rows": `{"items":["B000000001"]}`,
		"a number for an ASIN": `{"items":[{"asin":7}]}`, "no list but a page": `{"pagination":{"nextToken":"a"}}`,
	})
	got, err := decodePage([]byte(`{"numberOfResults":9,"items":[{"asin":"b000000001","new":{"a":1}},{},{"asin":"B0"},null],
		"pagination":{"nextToken":"n","previousToken":"p","x":1},"refinements":null}`), "before")
	require.NoError(t, err)
	require.Equal(t, itemPage{products: []asin.ASIN{asin.MustParse("B000000001")}, next: "n"}, got)
	got, err = decodePage([]byte(`{"items":[],"pagination":null}`), "")
	require.NoError(t, err)
	require.Equal(t, itemPage{}, got)
	_, err = decodePage([]byte(`{"items":[],"pagination":{"nextToken":"n"}}`), "n")
	require.ErrorIs(t, err, errSamePage)
}

func TestDecodeIdentifiers(t *testing.T) {
	decode := func(body string) ([]converter.Identifier, error) { return decodeIdentifiers([]byte(body), "US") }
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeIdentifiers(b, "US"); return err }, map[string]string{
		"an object for the list": `{"asin":"B000000001","identifiers":{}}`, "words for groups": `{"asin":"B000000001","identifiers":["UPC"]}`,
	})
	for body, want := range map[string][]converter.Identifier{
		`{"asin":"B000000001"}`:                    nil,
		`{"asin":"B000000001","identifiers":null}`: nil,
		`{"identifiers":[]}`:                       nil,
		`{"identifiers":[{"marketplaceId":"US"},{"identifiers":null},{},null]}`:                                             nil,
		`{"identifiers":[{"marketplaceId":"DE","identifiers":[{"identifierType":"EAN","identifier":"1"}]}]}`:                nil,
		`{"identifiers":[{"marketplaceId":"US","identifiers":[{"identifierType":"NEW_WORD","identifier":"1","more":[]}]}]}`: {{Value: "1", Type: "NEW_WORD"}},
		`{"identifiers":[{"identifiers":[{"identifier":"1"},{"identifierType":"EAN"},{}]}]}`:                                {{Value: "1"}},
		`{"identifiers":[{"identifiers":[{"identifier":"1\u0000\n2","identifierType":"E\tAN"}]}]}`:                          {{Value: "1  2", Type: "E AN"}},
	} {
		got, err := decode(body)
		require.NoError(t, err, body)
		require.Equal(t, want, got, body)
	}
}

func TestDecodeProductType(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeProductType(b, "US"); return err }, map[string]string{
		"an object for the list": `{"asin":"B000000001","productTypes":{}}`, "a number for a word": `{"productTypes":[{"productType":1}]}`,
	})
	for body, want := range map[string]string{
		`{"asin":"B000000001"}`:                   "",
		`{"asin":"B000000001","productTypes":[]}`: "",
		`{"productTypes":[{},{"marketplaceId":"US"},{"marketplaceId":"US","productType":"LAMP"}]}`:        "LAMP",
		`{"productTypes":[{"marketplaceId":"DE","productType":"LAMP"}]}`:                                  "",
		`{"productTypes":[{"productType":"NEW_TYPE","x":1},{"marketplaceId":"US","productType":"LAMP"}]}`: "NEW_TYPE",
	} {
		got, err := decodeProductType([]byte(body), "US")
		require.NoError(t, err, body)
		require.Equal(t, want, got, body)
	}
}

func FuzzDecodeCatalog(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"asin":"B000000001","items":[{"asin":"B000000001"}],"pagination":{"nextToken":"a"},
		"identifiers":[{"marketplaceId":"US","identifiers":[{"identifierType":"EAN","identifier":"1"}]}],
		"productTypes":[{"marketplaceId":"US","productType":"LAMP"}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		page, err := decodePage(body, "before")
		if err != nil && !errors.Is(err, spapi.ErrNotJSON) && !errors.Is(err, errSamePage) || err == nil && page.next == "before" {
			t.Fatal(page, err)
		}
		for _, a := range page.products {
			if len(a.String()) != 10 {
				t.Fatalf("%q", a)
			}
		}
		found, err := decodeIdentifiers(body, "US")
		if err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(err)
		}
		for _, i := range found {
			if spapi.Clean(i.Value) != i.Value || spapi.Clean(i.Type) != i.Type {
				t.Fatalf("%q", i)
			}
		}
		if _, err := decodeProductType(body, "US"); err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(err)
		}
	})
}
