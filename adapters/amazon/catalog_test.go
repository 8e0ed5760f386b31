package amazon

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/asin"
)

// junk are bodies that hold nothing of what any operation promises.
var junk = map[string]string{
	"empty": ``, "space": " \n", "null": `null`, "object": `{}`, "list": `[]`, "text": `"x"`, "number": `7`,
	"page": `<html></html>`, "cut off": `{"items":[{"asin":"B0000`, "trailing": `{"items":[]} x`, "errors": `{"errors":[{"code":"A"}]}`,
}

func requireJunk(t *testing.T, decode func(body []byte) error, more map[string]string) {
	t.Helper()
	for name, body := range junk {
		require.ErrorIs(t, decode([]byte(body)), errNotJSON, name)
	}
	for name, body := range more {
		require.ErrorIs(t, decode([]byte(body)), errNotJSON, name)
	}
}

func TestDecodeCatalogPage(t *testing.T) {
	requireJunk(t, func(b []byte) error { _, err := decodeCatalogPage(b, ""); return err }, map[string]string{
		"null list": `{"items":null}`, "object for the list": `{"items":{}}`, "words for rows": `{"items":["B000000001"]}`,
		"a number for an ASIN": `{"items":[{"asin":7}]}`, "no list but a page": `{"pagination":{"nextToken":"a"}}`,
	})
	got, err := decodeCatalogPage([]byte(`{"numberOfResults":9,"items":[{"asin":"b000000001","new":{"a":1}},{},{"asin":"B0"},null],
		"pagination":{"nextToken":"n","previousToken":"p","x":1},"refinements":null}`), "before")
	require.NoError(t, err)
	require.Equal(t, catalogPage{products: []asin.ASIN{asin.MustParse("B000000001")}, next: "n"}, got)
	got, err = decodeCatalogPage([]byte(`{"items":[],"pagination":null}`), "")
	require.NoError(t, err)
	require.Equal(t, catalogPage{}, got)
	_, err = decodeCatalogPage([]byte(`{"items":[],"pagination":{"nextToken":"n"}}`), "n")
	require.ErrorIs(t, err, errSamePage)
}

func TestDecodeIdentifiers(t *testing.T) {
	decode := func(body string) ([]converter.Identifier, error) { return decodeIdentifiers([]byte(body), "US") }
	requireJunk(t, func(b []byte) error { _, err := decodeIdentifiers(b, "US"); return err }, map[string]string{
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
	requireJunk(t, func(b []byte) error { _, err := decodeProductType(b, "US"); return err }, map[string]string{
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
	for _, s := range junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"asin":"B000000001","items":[{"asin":"B000000001"}],"pagination":{"nextToken":"a"},
		"identifiers":[{"marketplaceId":"US","identifiers":[{"identifierType":"EAN","identifier":"1"}]}],
		"productTypes":[{"marketplaceId":"US","productType":"LAMP"}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		page, err := decodeCatalogPage(body, "before")
		if err != nil && !errors.Is(err, errNotJSON) && !errors.Is(err, errSamePage) || err == nil && page.next == "before" {
			t.Fatal(page, err)
		}
		for _, a := range page.products {
			if len(a.String()) != 10 {
				t.Fatalf("%q", a)
			}
		}
		found, err := decodeIdentifiers(body, "US")
		if err != nil && !errors.Is(err, errNotJSON) {
			t.Fatal(err)
		}
		for _, i := range found {
			if clean(i.Value) != i.Value || clean(i.Type) != i.Type {
				t.Fatalf("%q", i)
			}
		}
		if _, err := decodeProductType(body, "US"); err != nil && !errors.Is(err, errNotJSON) {
			t.Fatal(err)
		}
	})
}
