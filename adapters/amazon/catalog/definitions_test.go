package catalog

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/test/contract/upstream"
)

func TestDecodeDefinition(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeDefinition(b); return err }, map[string]string{
		"no schema": `{"productType":"LAMP"}`, "no link": `{"schema":{"checksum":"c"}}`, "empty link": `{"schema":{"link":{"resource":""}}}`,
	})
	got, err := decodeDefinition([]byte(`{"productType":"LAMP","schema":{"link":{"resource":"https://x","verb":"GET"},"checksum":"c"},"metaSchema":null}`))
	require.NoError(t, err)
	require.Equal(t, schemaLink{"https://x", "c"}, got)
	got, err = decodeDefinition([]byte(`{"schema":{"link":{"resource":"https://x"}}}`))
	require.NoError(t, err)
	require.Equal(t, schemaLink{"https://x", ""}, got)
}

func TestDecodeOwnChannel(t *testing.T) {
	upstream.RequireJunk(t, func(b []byte) error { _, err := decodeOwnChannel(b); return err }, map[string]string{
		"null properties": `{"properties":null}`, "a list of properties": `{"properties":[]}`,
	})
	code := func(inner string) string {
		return `{"type":"object","properties":{"fulfillment_availability":` + inner + `,"other":{"enum":["AMAZON_XX"]}}}`
	}
	for body, want := range map[string]string{
		`{"properties":{}}`: "",
		code(`{"items":{"properties":{"fulfillment_channel_code":{"type":"string","enum":["DEFAULT","AMAZON_NA"],"enumNames":["AMAZON_ZZ"]}}}}`): "AMAZON_NA",
		code(`{"items":{"properties":{"fulfillment_channel_code":{"anyOf":[{"type":"string"},{"enum":["AMAZON_JP","DEFAULT"]}]}}}}`):             "AMAZON_JP",
		code(`{"items":{"properties":{"fulfillment_channel_code":{"enum":["DEFAULT"]},"country":{"enum":["AMAZON_NA"]}}}}`):                      "",
		code(`{"items":{"allOf":[{"if":{"properties":{"fulfillment_channel_code":{"enum":["AMAZON_NA"]}}}},{"not":{"enum":["AMAZON_AA"]}}]}}`):   "AMAZON_NA",
		code(`{"items":{"properties":{"fulfillment_channel_code":{"enum":["AMAZON_EU_B","AMAZON_EU",7,null]}}}}`):                                "AMAZON_EU",
		code(`{"properties":{"enum":["AMAZON_NA"]}}`): "",
		code(`null`): "", code(`true`): "", code(`"x"`): "",
	} {
		got, err := decodeOwnChannel([]byte(body))
		require.NoError(t, err, body)
		require.Equal(t, want, got, body)
	}
}

func FuzzDecodeDefinitions(f *testing.F) {
	for _, s := range upstream.Junk {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"schema":{"link":{"resource":"https://x"},"checksum":"c"}}`))
	f.Add([]byte(`{"properties":{"fulfillment_availability":{"items":{"properties":{"fulfillment_channel_code":{"enum":["AMAZON_NA"]}}}}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		link, err := decodeDefinition(body)
		if err == nil && link.address == "" || err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(link, err)
		}
		code, err := decodeOwnChannel(body)
		if code != "" && !strings.HasPrefix(code, "AMAZON_") || err != nil && !errors.Is(err, spapi.ErrNotJSON) {
			t.Fatal(code, err)
		}
	})
}
