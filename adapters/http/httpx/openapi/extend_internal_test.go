package openapi

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A base of an object is only worth a reference if it is long.
var longText = strings.Repeat("long ", 100)

func TestAnObjectOfAnswersExtendsAnother(t *testing.T) {
	members := `"id":{"type":"integer","description":"` + longText + `"}`
	mouse := `{"type":"object","required":["id","age"],"properties":{` + members + `,"age":{"type":"integer","x-live":true},
   "deleted_at":{"type":"string","x-only-with":"include_deleted"}}}`
	got, err := share([]byte(`{"paths":{"/a":{
 "get":{"responses":{"200":{"all":[{"$ref":"#/components/schemas/Mouse"},{"$ref":"#/components/schemas/MouseWithTail"},{"$ref":"#/components/schemas/Other"}]}}},
 "post":{"requestBody":{"all":[{"$ref":"#/components/schemas/Sent"},{"$ref":"#/components/schemas/SentWithTail"},{"$ref":"#/components/schemas/Filled"}]}}}},
"components":{"schemas":{"Mouse":`+mouse+`,
 "MouseWithTail":{"type":"object","description":"Whole.","additionalProperties":false,"required":["tail","id","age"],
   "properties":{`+members+`,"age":{"type":"integer"},"tail":{"type":"string"}}},
 "Other":{"type":"object","required":["id"],"properties":{`+members+`,"age":{"type":"integer"},"ear":{"type":"string"}}},
 "Sent":{"type":"object","additionalProperties":false,"properties":{`+members+`}},
 "SentWithTail":{"type":"object","additionalProperties":false,"properties":{`+members+`,"tail":{"type":"string"}}},
 "Filled":{"type":"object","additionalProperties":false,"minProperties":1,"properties":{`+members+`}}}}}`), false)
	require.NoError(t, err)
	require.JSONEq(t, `{"paths":{"/a":{
 "get":{"responses":{"200":{"all":[{"$ref":"#/components/schemas/Mouse"},{"$ref":"#/components/schemas/MouseWithTail"},{"$ref":"#/components/schemas/Other"}]}}},
 "post":{"requestBody":{"all":[{"$ref":"#/components/schemas/Sent"},{"$ref":"#/components/schemas/SentWithTail"},{"$ref":"#/components/schemas/Filled"}]}}}},
"components":{"schemas":{"Mouse":`+mouse+`,
 "MouseWithTail":{"description":"Whole.","allOf":[{"$ref":"#/components/schemas/Mouse"},
   {"type":"object","required":["tail"],"properties":{"tail":{"type":"string"}}}]},
 "Other":{"type":"object","required":["id"],"properties":{`+members+`,"age":{"type":"integer"},"ear":{"type":"string"}}},
 "Sent":{"type":"object","additionalProperties":false,"properties":{`+members+`}},
 "SentWithTail":{"type":"object","additionalProperties":false,"properties":{`+members+`,"tail":{"type":"string"}}},
 "Filled":{"allOf":[{"$ref":"#/components/schemas/Sent"}],"minProperties":1}}}}`, string(got))
}
