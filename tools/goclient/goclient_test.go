package goclient

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const mice = `{"openapi":"3.1.0","paths":{
 "/mice":{"get":{"operationId":"listMice","summary":"List mice","parameters":[{"$ref":"#/components/parameters/Cursor"},
    {"name":"limit","in":"query","schema":{"type":"integer","minimum":1}},{"name":"tails","in":"query","schema":{"type":"integer","minimum":0}},
    {"name":"grey","in":"query","schema":{"type":"boolean"}},
    {"name":"only","in":"query","schema":{"type":"array","items":{"type":"string","enum":["old","new"]}}},{"name":"X-Request-Id","in":"header","schema":{"type":"string"}}],
   "responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/MouseList"}}}},"304":{}}},
  "delete":{"operationId":"deleteMice","summary":"Delete mice","requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Ids"}}}},
   "responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/MouseBulk"}}}}}},
  "post":{"operationId":"sendMouse","summary":"Send a mouse","requestBody":{"content":{"multipart/form-data":{"schema":{"type":"object","properties":{
    "file":{"type":"string","format":"binary"},"targets":{"type":"string","description":"JSON text: a list."},"name":{"type":"string"}}}}}},
   "responses":{"202":{"$ref":"#/components/responses/Mouse"}}}},
 "/mice/{mouse_id}/{sku}":{"get":{"operationId":"getMouse","summary":"Get a mouse","parameters":[
    {"name":"sku","in":"path","required":true,"schema":{"type":"string"}},{"name":"mouse_id","in":"path","required":true,"schema":{"type":"integer"}}],
   "responses":{"200":{"$ref":"#/components/responses/Mouse"}}},
  "patch":{"operationId":"updateMouse","summary":"Change a mouse","parameters":[
    {"name":"sku","in":"path","required":true,"schema":{"type":"string"}},{"name":"mouse_id","in":"path","required":true,"schema":{"type":"integer"}}],
   "requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/MousePatch"}}}},"responses":{"204":{}}}},
 "/relay/mice":{"get":{"operationId":"spMice","summary":"Relay mice","parameters":[{"name":"nextToken","in":"query","schema":{"type":"string"}}],
   "responses":{"200":{"content":{"application/json":{"schema":{"type":"object","properties":{"payload":{"type":"object","properties":{
    "Mice":{"type":"array","items":{"type":"object","additionalProperties":true}}}}}}}}}}}},
 "/mice.csv":{"get":{"operationId":"exportMice","summary":"Mice as CSV","responses":{"200":{"content":{"text/csv":{"schema":{"type":"string"}}}}}}}},
"components":{"parameters":{"Cursor":{"name":"cursor","in":"query","schema":{"type":"string"}}},
 "responses":{"Mouse":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/MouseAnswer"}}}}},
 "schemas":{
  "Amount":{"type":"number","x-decimal":true},
  "Coat":{"type":"string","enum":["grey","off-white","."]},
  "Ids":{"type":"object","required":["ids"],"properties":{"ids":{"type":"array","items":{"type":"integer"}}}},
  "Mouse":{"allOf":[{"$ref":"#/components/schemas/Animal"},{"type":"object","required":["price","coat","born_at","parent","names","tail","tags"],"properties":{
   "price":{"anyOf":[{"$ref":"#/components/schemas/Amount"},{"type":"null"}]},"coat":{"$ref":"#/components/schemas/Coat"},
   "born_at":{"type":"string","format":"date-time"},"parent":{"oneOf":[{"$ref":"#/components/schemas/Mouse"},{"type":"null"}]},
   "names":{"type":["array","null"],"items":{"type":["string","null"]}},"tail":{"type":"object","properties":{"length":{"type":"number"}},"required":["length"]},
   "tags":{"type":"object","additionalProperties":{"type":"boolean"}}}}]},
  "Animal":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}},
  "MouseAnswer":{"type":"object","properties":{"data":{"$ref":"#/components/schemas/Mouse"}}},
  "MouseList":{"type":"object","required":["data","meta"],"properties":{"data":{"type":"array","items":{"$ref":"#/components/schemas/Mouse"}},
   "meta":{"$ref":"#/components/schemas/Meta"}}},
  "Meta":{"type":"object","required":["next_cursor"],"properties":{"next_cursor":{"type":["string","null"]}}},
  "MouseBulk":{"type":"object","required":["data"],"properties":{"data":{"type":"array","items":{"$ref":"#/components/schemas/RowResult"}}}},
  "RowResult":{"oneOf":[{"$ref":"#/components/schemas/Row"},{"$ref":"#/components/schemas/FailedRow"}],"discriminator":{"propertyName":"status"}},
  "Row":{"type":"object","required":["id","status"],"properties":{"id":{"type":"integer"},"status":{"type":"string","enum":["deleted"]}}},
  "FailedRow":{"type":"object","required":["id","status","error"],"properties":{"id":{"type":["integer","null"]},"status":{"type":"string","enum":["failed"]},
   "error":{"type":"string"}}},
  "MousePatch":{"type":"object","properties":{"name":{"type":"string","minLength":1},"note":{"type":"string"},"price":{"anyOf":[{"$ref":"#/components/schemas/Amount"},{"type":"null"}]},
   "cost":{"$ref":"#/components/schemas/Amount"},"grey":{"type":"boolean"},"names":{"type":"array","items":{"type":"string"}}}}}}}`

func TestGenerate(t *testing.T) {
	files, err := Generate([]byte(mice))
	require.NoError(t, err)
	require.Equal(t, header+`import (
	"time"
)

type Amount = Decimal

type Coat string

const (
	CoatGrey     Coat = "grey"
	CoatOffWhite Coat = "off-white"
)

type Ids struct {
	IDs []int64 `+"`json:\"ids\"`"+`
}

type ListMiceParams struct {
	Cursor string   `+"`query:\"cursor\"`"+`
	Limit  int64    `+"`query:\"limit\"`"+`
	Tails  *int64   `+"`query:\"tails\"`"+`
	Grey   *bool    `+"`query:\"grey\"`"+`
	Only   []string `+"`query:\"only\"`"+`
}

func (p ListMiceParams) set(q *request) error { return q.ask(p) }

type Meta struct {
	NextCursor *string `+"`json:\"next_cursor\"`"+`
}

type Mouse struct {
	BornAt time.Time       `+"`json:\"born_at\"`"+`
	Coat   Coat            `+"`json:\"coat\"`"+`
	ID     int64           `+"`json:\"id\"`"+`
	Names  []*string       `+"`json:\"names\"`"+`
	Parent *Mouse          `+"`json:\"parent\"`"+`
	Price  *Amount         `+"`json:\"price\"`"+`
	Tags   map[string]bool `+"`json:\"tags\"`"+`
	Tail   MouseTail       `+"`json:\"tail\"`"+`
}

type MouseBulk struct {
	Data []RowResult `+"`json:\"data\"`"+`
}

type MouseList struct {
	Data []Mouse `+"`json:\"data\"`"+`
	Meta Meta    `+"`json:\"meta\"`"+`
}

type MousePatch struct {
	Cost  Amount           `+"`json:\"cost,omitzero\"`"+`
	Grey  *bool            `+"`json:\"grey,omitzero\"`"+`
	Name  string           `+"`json:\"name,omitzero\"`"+`
	Names []string         `+"`json:\"names,omitzero\"`"+`
	Note  *string          `+"`json:\"note,omitzero\"`"+`
	Price Nullable[Amount] `+"`json:\"price,omitzero\"`"+`
}

type MouseTail struct {
	Length float64 `+"`json:\"length\"`"+`
}

type RowResult struct {
	Error  *string         `+"`json:\"error\"`"+`
	ID     *int64          `+"`json:\"id\"`"+`
	Status RowResultStatus `+"`json:\"status\"`"+`
}

type RowResultStatus string

const (
	RowResultStatusDeleted RowResultStatus = "deleted"
	RowResultStatusFailed  RowResultStatus = "failed"
)

type SendMouseForm struct {
	File    File   `+"`form:\"file\"`"+`
	Name    string `+"`form:\"name\"`"+`
	Targets any    `+"`form:\"targets\"`"+`
}

type SpMiceParams struct {
	NextToken string `+"`query:\"nextToken\"`"+`
}

func (p SpMiceParams) set(q *request) error { return q.ask(p) }
`, string(files["types.go"]))
	require.Equal(t, header+`import (
	"context"
	"encoding/json"
	"iter"
)

// DeleteMice sends DELETE /mice. Delete mice.
func (c *Client) DeleteMice(ctx context.Context, body Ids, options ...Option) (*MouseBulk, error) {
	return pointer[MouseBulk](ctx, c, request{method: "DELETE", path: "/mice", body: body}, options)
}

// ListMice sends GET /mice. List mice. Its parameters are ListMiceParams.
func (c *Client) ListMice(ctx context.Context, options ...Option) (*MouseList, error) {
	return pointer[MouseList](ctx, c, request{method: "GET", path: "/mice", takes: "ListMiceParams"}, options)
}

// AllMice reads the pages of ListMice and returns their rows.
func (c *Client) AllMice(ctx context.Context, options ...Option) iter.Seq2[Mouse, error] {
	return all[Mouse](ctx, c, request{method: "GET", path: "/mice", takes: "ListMiceParams"}, "data", "cursor", options)
}

// SendMouse sends POST /mice. Send a mouse.
func (c *Client) SendMouse(ctx context.Context, parts SendMouseForm, options ...Option) (*Mouse, error) {
	return record[Mouse](ctx, c, request{method: "POST", path: "/mice", body: form{parts}}, options)
}

// ExportMice sends GET /mice.csv. Mice as CSV.
func (c *Client) ExportMice(ctx context.Context, options ...Option) (*File, error) {
	return download(ctx, c, request{method: "GET", path: "/mice.csv"}, options)
}

// GetMouse sends GET /mice/{mouse_id}/{sku}. Get a mouse.
func (c *Client) GetMouse(ctx context.Context, mouseID int64, sku string, options ...Option) (*Mouse, error) {
	return record[Mouse](ctx, c, request{method: "GET", path: "/mice/" + segment(mouseID) + "/" + segment(sku)}, options)
}

// UpdateMouse sends PATCH /mice/{mouse_id}/{sku}. Change a mouse.
func (c *Client) UpdateMouse(ctx context.Context, mouseID int64, sku string, body MousePatch, options ...Option) error {
	return nothing(ctx, c, request{method: "PATCH", path: "/mice/" + segment(mouseID) + "/" + segment(sku), body: body}, options)
}

// SpMice sends GET /relay/mice. Relay mice. Its parameters are SpMiceParams.
func (c *Client) SpMice(ctx context.Context, options ...Option) (json.RawMessage, error) {
	return value[json.RawMessage](ctx, c, request{method: "GET", path: "/relay/mice", takes: "SpMiceParams"}, options)
}

// AllSpMice reads the pages of SpMice and returns their rows.
func (c *Client) AllSpMice(ctx context.Context, options ...Option) iter.Seq2[json.RawMessage, error] {
	return all[json.RawMessage](ctx, c, request{method: "GET", path: "/relay/mice", takes: "SpMiceParams"}, "Mice", "nextToken", options)
}
`, string(files["calls.go"]))
}

func TestANameOfTheHandWrittenPart(t *testing.T) {
	_, err := Generate([]byte(`{"paths":{"/a":{"get":{"operationId":"getA","responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}}}}}},
 "components":{"schemas":{"Error":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}}}}`))
	require.EqualError(t, err, "goclient: a type of the document is named Error, as one of clients/go")
}
