package openapi

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const recurring = `{
 "openapi":"3.1.0",
 "paths":{"/a":{"get":{"tags":["mice"],"parameters":[{"name":"page-size","in":"query","schema":{"type":"integer","default":10}},{"name":"only","in":"query","schema":{"type":"array","items":{"type":"string","enum":["fba","fbm"]}}}],
   "responses":{"200":{"schema":{"$ref":"#/components/schemas/Used"}}}},
  "post":{"tags":["mice"],"parameters":[{"name":"page-size","in":"query","schema":{"type":"integer","default":10}}],
   "body":{"type":["object","null"],"description":"Here.","properties":{"by":{"type":"string","enum":["amount","percent"]}}}}}},
 "components":{"schemas":{
  "Used":{"type":"object","properties":{
    "price":{"type":["number","null"],"format":"double","x-decimal":true,"minimum":0,"maximum":9999999999.9999,"description":"The price."},
    "kind":{"type":["string","null"],"enum":["amount","percent",null]},
    "rule":{"type":"object","properties":{"by":{"type":"string","enum":["amount","percent"]}}}}},
  "Rule":{"type":"object","description":"A rule.","properties":{"by":{"type":"string","enum":["amount","percent"]}}},
  "Alone":{"type":"object","properties":{"inner":{"$ref":"#/components/schemas/Inner"}}},
  "Inner":{"type":"string"}}}}`

func TestWhatRecursIsNamed(t *testing.T) {
	got, err := share([]byte(recurring), false)
	require.NoError(t, err)
	require.JSONEq(t, `{
 "openapi":"3.1.0",
 "paths":{"/a":{"get":{"tags":["mice"],"parameters":[{"$ref":"#/components/parameters/PageSize"},{"name":"only","in":"query","example":["fba"],"schema":{"type":"array","items":{"$ref":"#/components/schemas/Fulfillment"}}}],
   "responses":{"200":{"schema":{"$ref":"#/components/schemas/Used"}}}},
  "post":{"tags":["mice"],"parameters":[{"$ref":"#/components/parameters/PageSize"}],
   "body":{"anyOf":[{"$ref":"#/components/schemas/Rule"},{"type":"null"}],"description":"Here."}}}},
 "components":{"parameters":{"PageSize":{"name":"page-size","in":"query","schema":{"type":"integer","default":10}}},"schemas":{
  "Amount":{"type":"number","format":"double","x-decimal":true,"minimum":-9999999999.9999,"maximum":9999999999.9999},
  "AmountOrPercent":{"type":"string","enum":["amount","percent"]},
  "Fulfillment":{"type":"string","enum":["fba","fbm"]},
  "Used":{"type":"object","properties":{
    "price":{"anyOf":[{"$ref":"#/components/schemas/Amount"},{"type":"null"}],"minimum":0,"description":"The price."},
    "kind":{"anyOf":[{"$ref":"#/components/schemas/AmountOrPercent"},{"type":"null"}]},
    "rule":{"$ref":"#/components/schemas/Rule"}}},
  "Rule":{"type":"object","description":"A rule.","properties":{"by":{"$ref":"#/components/schemas/AmountOrPercent"}}}}}}`, string(got))
}

func TestWhatRecursIsNamedInTheOlderForm(t *testing.T) {
	got, err := share([]byte(`{"paths":{"/a":{"get":{"schema":{"type":"object","properties":{
   "price":{"type":"number","nullable":true,"format":"double","x-decimal":true,"exclusiveMinimum":true,"minimum":0,"maximum":9999999999.9999},
   "cost":{"type":"number","format":"double","x-decimal":true,"exclusiveMinimum":true,"minimum":0,"maximum":9999999999.9999},
   "kind":{"type":"string","enum":["amount","percent"],"description":"By what."},
   "by":{"type":"string","nullable":true,"enum":["amount","percent",null],"description":"By what, if anything."},
   "whole":{"type":"object","properties":{"id":{"type":"integer"}}},
   "half":{"type":"object","nullable":true,"properties":{"id":{"type":"integer"}}},
   "other":{"allOf":[{"$ref":"#/components/schemas/Part"}],"nullable":true},
   "part":{"$ref":"#/components/schemas/Part","description":"A part."}}}}}},
 "components":{"schemas":{"Part":{"type":"object"}}}}`), true)
	require.NoError(t, err)
	require.JSONEq(t, `{"paths":{"/a":{"get":{"schema":{"type":"object","properties":{
   "price":{"type":"number","nullable":true,"allOf":[{"$ref":"#/components/schemas/Amount"}],"exclusiveMinimum":true,"minimum":0},
   "cost":{"allOf":[{"$ref":"#/components/schemas/Amount"}],"exclusiveMinimum":true,"minimum":0},
   "kind":{"allOf":[{"$ref":"#/components/schemas/AmountOrPercent"}],"description":"By what."},
   "by":{"type":"string","nullable":true,"allOf":[{"$ref":"#/components/schemas/AmountOrPercent"}],"description":"By what, if anything."},
   "whole":{"$ref":"#/components/schemas/Whole"},
   "half":{"type":"object","nullable":true,"allOf":[{"$ref":"#/components/schemas/Whole"}]},
   "other":{"type":"object","nullable":true,"allOf":[{"$ref":"#/components/schemas/Part"}]},
   "part":{"allOf":[{"$ref":"#/components/schemas/Part"}],"description":"A part."}}}}}},
 "components":{"schemas":{"Part":{"type":"object"},"Whole":{"type":"object","properties":{"id":{"type":"integer"}}},"AmountOrPercent":{"type":"string","enum":["amount","percent"]},
  "Amount":{"type":"number","format":"double","x-decimal":true,"minimum":-9999999999.9999,"maximum":9999999999.9999}}}}`, string(got))
}

func TestAnIDIsPublishedAsANumber(t *testing.T) {
	const id = `{"oneOf":[{"type":"integer","format":"int64","minimum":1},{"type":"string","pattern":"^[1-9]"}],"description":"The id."}`
	got, err := share([]byte(`{"paths":{"/a":{"get":{"schema":`+id+`}}}}`), false)
	require.NoError(t, err)
	require.JSONEq(t, `{"paths":{"/a":{"get":{"schema":{"type":"integer","format":"int64","minimum":1,"x-also-accepts":"string","description":"The id."}}}}}`, string(got))
}

func TestAnswersWithoutABodyAreWrittenOnce(t *testing.T) {
	got, err := share([]byte(`{"paths":{
 "/a":{"get":{"responses":{"200":{"content":{},"headers":{"ETag":{"description":"One."},"Link":{"description":"Next."}}},
   "304":{"description":"Not Modified","headers":{"ETag":{"description":"One."}}},"204":{"description":"No Content"}}},
  "put":{"responses":{"200":{"content":{},"headers":{"ETag":{"description":"Another."}}},"304":{"description":"Not Modified","headers":{"ETag":{"description":"One."}}}}}}},
 "components":{"schemas":{},"headers":{"Kept":{"description":"Kept."}}}}`), false)
	require.NoError(t, err)
	require.JSONEq(t, `{"paths":{
 "/a":{"get":{"responses":{"200":{"content":{},"headers":{"ETag":{"$ref":"#/components/headers/ETag"},"Link":{"description":"Next."}}},
   "304":{"$ref":"#/components/responses/NotModified"},"204":{"description":"No Content"}}},
  "put":{"responses":{"200":{"content":{},"headers":{"ETag":{"description":"Another."}}},"304":{"$ref":"#/components/responses/NotModified"}}}}},
 "components":{"schemas":{},"headers":{"Kept":{"description":"Kept."},"ETag":{"description":"One."}},
  "responses":{"NotModified":{"description":"Not Modified","headers":{"ETag":{"$ref":"#/components/headers/ETag"}}}}}}`, string(got))
}

func TestEqualExamplesAndAnswersAreWrittenOnce(t *testing.T) {
	const mouse, rat = `{"example":{"data":{"id":1}},"schema":{"$ref":"#/components/schemas/Mouse"}}`,
		`{"example":{"data":{"id":2}},"schema":{"$ref":"#/components/schemas/Mouse"}}`
	got, err := share([]byte(`{"paths":{
 "/a":{"get":{"responses":{"200":{"content":{"application/json":`+mouse+`}}}},
  "post":{"responses":{"200":{"content":{"application/json":`+mouse+`}},"201":{"description":"Made","content":{"application/json":`+mouse+`}}}},
  "put":{"responses":{"200":{"content":{"application/json":`+rat+`}}}}}},
 "components":{"schemas":{"Mouse":{"type":"object"}}}}`), false)
	require.NoError(t, err)
	const named = `{"examples":{"Example":{"$ref":"#/components/examples/ExampleOfMouse"}},"schema":{"$ref":"#/components/schemas/Mouse"}}`
	require.JSONEq(t, `{"paths":{
 "/a":{"get":{"responses":{"200":{"$ref":"#/components/responses/SharedMouse"}}},
  "post":{"responses":{"200":{"$ref":"#/components/responses/SharedMouse"},"201":{"description":"Made","content":{"application/json":`+named+`}}}},
  "put":{"responses":{"200":{"content":{"application/json":`+rat+`}}}}}},
 "components":{"schemas":{"Mouse":{"type":"object"}},"examples":{"ExampleOfMouse":{"value":{"data":{"id":1}}}},
  "responses":{"SharedMouse":{"content":{"application/json":`+named+`}}}}}`, string(got))
}

func TestRepeatedFormsAndTablesAreWrittenOnce(t *testing.T) {
	const often, seldom, table = `{"headers":{"ETag":{"description":"One."}},"content":{}}`, `{"headers":{"ETag":{"description":"Two."}},"content":{}}`,
		`{"description":"OK","content":{"text/csv":{"schema":{"type":"string","format":"binary"}}}}`
	got, err := share([]byte(`{"paths":{"/a":{
 "get":{"responses":{"200":`+often+`,"201":`+often+`,"202":`+often+`}},"put":{"responses":{"200":`+seldom+`,"201":`+seldom+`}},
 "post":{"responses":{"200":`+table+`,"201":`+table+`}}}},"components":{"schemas":{}}}`), false)
	require.NoError(t, err)
	first, second := `{"headers":{"ETag":{"$ref":"#/components/headers/ETag"}},"content":{}}`, `{"headers":{"ETag":{"$ref":"#/components/headers/ETag2"}},"content":{}}`
	shared := `{"$ref":"#/components/responses/SharedCsv"}`
	require.JSONEq(t, `{"paths":{"/a":{
 "get":{"responses":{"200":`+first+`,"201":`+first+`,"202":`+first+`}},"put":{"responses":{"200":`+second+`,"201":`+second+`}},
 "post":{"responses":{"200":`+shared+`,"201":`+shared+`}}}},
 "components":{"schemas":{},"headers":{"ETag":{"description":"One."},"ETag2":{"description":"Two."}},"responses":{"SharedCsv":`+table+`}}}`, string(got))
}
