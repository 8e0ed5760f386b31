package openapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/test/openapi"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// rowOf is an operation as the comparison sees it.
func rowOf(method, path, id string) string { return method + " " + path + " " + id }

func served(t *testing.T) []openapi.Operation {
	t.Helper()
	all, err := openapi.Inventory()
	require.NoError(t, err)
	ids, rows := map[string]bool{}, map[string]bool{}
	var out []openapi.Operation
	for _, o := range all {
		require.False(t, ids[o.ID], o.ID)
		require.False(t, rows[o.Method+o.Path], o.ID)
		ids[o.ID], rows[o.Method+o.Path] = true, true
		if o.Served {
			out = append(out, o)
		}
	}
	return out
}

// TestGroupsOfScopes holds the groups that a key can name against those that
// operations belong to; that of the consent in the browser is not in the document.
func TestGroupsOfScopes(t *testing.T) {
	groups := []string{"connections"}
	for _, op := range service.SQLite(t).Document(t).Operations() {
		groups = append(groups, op.Group())
	}
	slices.Sort(groups)
	require.Equal(t, slices.Compact(groups), identity.Groups())
}

// TestInventory holds the routes, the document and the marked rows against each
// other: equal sets, whichever way one looks.
func TestInventory(t *testing.T) {
	s := service.SQLite(t)
	doc := s.Document(t)
	var marked, described, routed []string
	for _, o := range served(t) {
		marked = append(marked, rowOf(o.Method, o.Path, o.ID))
	}
	ids := map[string]string{}
	for _, op := range doc.Operations() {
		described = append(described, rowOf(op.Method, op.Path, op.OperationID))
		ids[op.Method+" "+op.Path] = op.OperationID
	}
	engine, ok := s.Handler.(*gin.Engine)
	require.True(t, ok, "the handler does not tell its routes any more")
	for _, r := range engine.Routes() {
		path := braced(r.Path)
		switch {
		case !strings.HasPrefix(path, "/api/"):
		case r.Method == http.MethodHead: // is where GET is, and is not described
			require.Contains(t, ids, http.MethodGet+" "+path)
		default:
			routed = append(routed, rowOf(r.Method, path, ids[r.Method+" "+path]))
		}
	}
	for _, list := range [][]string{marked, described, routed} {
		slices.Sort(list)
	}
	require.Equal(t, marked, described, "the marked rows against the document")
	require.Equal(t, described, routed, "the document against the routes")
}

// braced writes :name as {name}.
func braced(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if name, ok := strings.CutPrefix(p, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}

// TestNothingElseIsServed lists the routes beside the operations.
func TestNothingElseIsServed(t *testing.T) {
	s := service.SQLite(t)
	engine, ok := s.Handler.(*gin.Engine)
	require.True(t, ok)
	var beside []string
	for _, r := range engine.Routes() {
		if !strings.HasPrefix(r.Path, "/api/") {
			beside = append(beside, r.Method+" "+r.Path)
		}
	}
	var want []string
	for _, method := range []string{"GET ", "HEAD "} {
		for _, path := range []string{
			"/", "/app", "/app/:edition/:file", "/docs", "/docs/standalone-1.76.0.js", "/favicon.ico", "/files/:token", "/guides", "/guides/:name", "/guides/:name/:page",
			"/healthz", "/llms.txt", "/openapi-3.0.json", "/openapi.json", "/openapi/:document", "/problems", "/problems/:code", "/readyz", "/repricer",
			"/robots.txt",
		} {
			want = append(want, method+path)
		}
	}
	want = append(want, "GET /connect/amazon", "GET /connect/amazon/return", "POST /app/sign-in", "POST /app/sign-out", "POST /auth/o2/token", "POST /mcp", "POST /mcp/write",
		"GET /unsubscribe/:token", "POST /unsubscribe/:token")
	require.ElementsMatch(t, want, beside)
}

// TestEveryOperation holds each operation of the document against the inventory,
// and wants refusals, texts, schemas and examples: one is tried alone by its id.
func TestEveryOperation(t *testing.T) {
	h := service.SQLite(t).Handler
	doc, newer := checked.Load(t, h), checked.LoadFrom(t, h, checked.Path31)
	rows := map[string]openapi.Operation{}
	for _, o := range served(t) {
		rows[o.ID] = o
	}
	doc.Each(t, func(t *testing.T, op checked.Operation) {
		row, ok := rows[op.OperationID]
		require.True(t, ok, "test/openapi/operations.tsv does not say that it is served")
		requireGroup(t, op, row)
		requireRefusals(t, op)
		requireTexts(t, op)
		requireExamples(t, op)
		requireExamples(t, newer.Operation(t, op.OperationID), openapi3.EnableJSONSchema2020())
	})
}

// requireGroup holds tags and x-stability against the inventory.
func requireGroup(t *testing.T, op checked.Operation, row openapi.Operation) {
	t.Helper()
	require.Equal(t, []string{row.Group}, op.Tags)
	if row.Beta() {
		require.Equal(t, "beta", op.Extensions["x-stability"])
	} else {
		require.NotContains(t, op.Extensions, "x-stability")
	}
}

// documented are the refusals the specification lists, per operation; every
// other one has at least those of atLeast.
var documented = map[string][]int{
	"getRestrictionStatus":   {400, 402, 403, 422, 429, 500},
	"getDocument":            {403, 404, 429},
	"getRepricerSettings":    {403, 404, 429},
	"updateRepricerProducts": {400, 403, 422, 429, 503},
}

// atLeast are the refusals an operation must describe by what it is.
func atLeast(op checked.Operation) []int {
	want := []int{400, 403, 429, 500}
	if op.OperationID != "getRestrictionStatus" {
		want = append(want, 503)
	}
	if strings.Contains(op.Path, "{id}") {
		want = append(want, 404)
	}
	if op.Body() != nil || op.Form() != nil {
		want = append(want, 413, 415)
	}
	if op.Method == http.MethodPost || op.Method == http.MethodPatch {
		want = append(want, 409, 422) // Idempotency-Key
	}
	for _, p := range op.Parameters {
		if p.Value.In == "header" && p.Value.Name == "If-Match" {
			want = append(want, 412)
		}
	}
	return append(want, documented[op.OperationID]...)
}

func requireRefusals(t *testing.T, op checked.Operation) {
	t.Helper()
	have := op.Statuses()
	for _, status := range atLeast(op) {
		require.Contains(t, have, status)
	}
	require.NotContains(t, have, 401)
	require.NotEmpty(t, op.Succeeds())
	if op.OperationID == "getRestrictionStatus" {
		require.Equal(t, []int{200, 400, 402, 403, 422, 429, 500}, have, "the specification lists no other status")
	}
}

// requireTexts wants words on everything a reader of the document meets.
func requireTexts(t *testing.T, op checked.Operation) {
	t.Helper()
	require.NotEmpty(t, op.Summary)
	require.NotEmpty(t, op.Description)
	require.NotEqual(t, op.Summary, op.Description)
	for _, p := range op.Parameters {
		require.NotEmpty(t, p.Value.Description, p.Value.Name)
		require.NotNil(t, p.Value.Schema, p.Value.Name)
	}
	for status, r := range op.Responses.Map() {
		require.NotEmpty(t, r.Value.Description, status)
		require.Contains(t, r.Value.Headers, "X-Request-Id", status)
		if status == "429" || status == "503" {
			require.Contains(t, r.Value.Headers, "Retry-After", status)
		}
	}
}

// requireExamples wants a schema and an example, which must fit, for every body.
func requireExamples(t *testing.T, op checked.Operation, options ...openapi3.SchemaValidationOption) {
	t.Helper()
	options = append(options, openapi3.MultiErrors())
	bodies := 0
	if op.RequestBody != nil {
		for media, m := range op.RequestBody.Value.Content {
			if media == "multipart/form-data" {
				require.NotEmpty(t, m.Schema.Value.Properties)
				continue
			}
			bodies++
			requireExample(t, "request", m, append(options, openapi3.VisitAsRequest())...)
		}
	}
	for status, r := range op.Responses.Map() {
		n, err := strconv.Atoi(status)
		require.NoError(t, err)
		empty := n == http.StatusNoContent || n == http.StatusNotModified ||
			n == http.StatusNotFound && op.OperationID == "getRepricerSettings"
		require.Equal(t, empty, len(r.Value.Content) == 0, status)
		for _, m := range r.Value.Content {
			bodies++
			requireExample(t, status, m, append(options, openapi3.VisitAsResponse())...)
		}
	}
	require.Greater(t, bodies, 5, "each refusal has a body")
}

func requireExample(t *testing.T, at string, m *openapi3.MediaType, options ...openapi3.SchemaValidationOption) {
	t.Helper()
	require.NotNil(t, m.Schema, at)
	described := checked.Plain(m.Schema.Value)
	if described.Format == "binary" {
		require.Nil(t, m.Example, at)
		return
	}
	if described.Items != nil {
		described = checked.Plain(described.Items.Value)
	}
	require.True(t, len(described.Properties) > 0 || described.Type.Is("string"), "%s: neither an object nor a table", at)
	example := m.Example
	for _, shared := range m.Examples {
		require.Nil(t, example, "%s: one example", at)
		example = shared.Value.Value
	}
	require.NotEmpty(t, example, at)
	require.NoError(t, m.Schema.Value.VisitJSON(example, options...), at)
}

// TestAnswersSayWhatIsAlwaysThere wants every member of an answer in every answer: what a row of a bulk call
// has only when it failed stands in a type of failed rows.
func TestAnswersSayWhatIsAlwaysThere(t *testing.T) {
	doc := service.SQLite(t).Document(t)
	found := map[string][]string{}
	for _, op := range doc.Operations() {
		if op.Relays() {
			continue // what Amazon and Keepa leave out is missing
		}
		for _, status := range op.Succeeds() {
			for _, m := range op.Responses.Status(status).Value.Content {
				if list := checked.Optional(m.Schema.Value); len(list) > 0 {
					found[op.OperationID] = list
				}
			}
		}
	}
	require.Empty(t, found, "members of answers that may be missing")
}

// TestRowsOfBulkAnswers wants two types of rows, told apart by their status, in every bulk answer.
func TestRowsOfBulkAnswers(t *testing.T) {
	for _, path := range []string{checked.Path30, checked.Path31} {
		doc := service.SQLite(t).DocumentAt(t, path)
		found := map[string][]string{}
		for _, op := range doc.Operations() {
			ok := op.Responses.Value("200")
			if ok == nil || ok.Value.Content["application/json"] == nil {
				continue
			}
			body := ok.Value.Content["application/json"].Schema.Value
			if body.Properties["errors"] == nil || body.Properties["data"] == nil || body.Properties["data"].Value.Items == nil {
				continue
			}
			row := body.Properties["data"].Value.Items.Value
			require.NotNil(t, row.Discriminator, op.OperationID)
			require.Equal(t, "status", row.Discriminator.PropertyName)
			require.Len(t, row.OneOf, 2, op.OperationID)
			for _, one := range row.OneOf {
				found[op.OperationID] = append(found[op.OperationID], strings.TrimPrefix(one.Ref, "#/components/schemas/"))
			}
			require.Contains(t, row.OneOf[1].Value.Required, "error")
			require.Nil(t, row.OneOf[0].Value.Properties["error"])
			for word, at := range row.Discriminator.Mapping {
				require.Equal(t, at.Ref == row.OneOf[1].Ref, word == "failed", "%s: %s", op.OperationID, word)
			}
		}
		deleted := []string{"DeletedRow", "FailedRow"}
		require.Equal(t, map[string][]string{
			"addPurchaseOrderItems":         {"AddedPurchaseOrderItem", "FailedNewPurchaseOrderItem"},
			"assignRepricerStrategy":        {"UpdatedRepricerProduct", "FailedRepricerProduct"},
			"createListingDrafts":           {"CreatedListing", "FailedNewListing"},
			"createRepricerProducts":        {"CreatedRepricerProduct", "FailedNewRepricerProduct"},
			"createStockMovements":          {"CreatedStockMovement", "FailedNewStockMovement"},
			"deleteDocuments":               deleted,
			"deleteInventoryProducts":       deleted,
			"deleteListings":                deleted,
			"deleteNotes":                   deleted,
			"deletePurchaseOrderItems":      deleted,
			"deletePurchaseOrders":          deleted,
			"deleteRepricerProducts":        deleted,
			"deleteRepricerStrategies":      deleted,
			"deleteSkus":                    deleted,
			"deleteSuppliers":               deleted,
			"deleteTags":                    {"DeletedTag", "FailedTagDeletion"},
			"deleteWarehouses":              deleted,
			"removeInventoryProductMatches": deleted,
			"tagProducts":                   {"TaggedProduct", "FailedTagging"},
			"updateInventoryProducts":       {"UpdatedInventoryProduct", "FailedInventoryProduct"},
			"updateRepricerProducts":        {"UpdatedRepricerProduct", "FailedRepricerProduct"},
			"updateRepricerProductsEach":    {"UpdatedRepricerProduct", "FailedRepricerProduct"},
		}, found)
	}
}

// TestCodesAreClosed holds the published words against those of the program.
func TestCodesAreClosed(t *testing.T) {
	doc := service.SQLite(t).Document(t)
	words := func(schema, member string) []string {
		t.Helper()
		s := doc.Components.Schemas[schema]
		require.NotNil(t, s, schema)
		var out []string
		for _, v := range checked.Plain(s.Value.Properties[member].Value).Enum {
			out = append(out, v.(string))
		}
		return out
	}
	require.Equal(t, texts(fault.RequestCodes()), words("Problem", "code"))
	require.Equal(t, texts(append(fault.ItemCodes(), fault.RequestCodes()...)), words("ProblemItem", "code"))
	require.Equal(t, texts(fault.RowCodes()), words("RowError", "code"))
	require.Equal(t, texts(fault.RowCodes()), words("BulkError", "code"))
}

func texts(codes []fault.Code) []string {
	var out []string
	for _, c := range codes {
		out = append(out, string(c))
	}
	return out
}

// TestTheDocumentIsTheSameEverywhere compares the bytes of services on both
// databases and of a second start.
func TestTheDocumentIsTheSameEverywhere(t *testing.T) {
	forms := map[string][]string{}
	look := func(s *service.Service) {
		for _, path := range []string{checked.Path30, checked.Path31} {
			for range 2 {
				out := httptest.NewRecorder()
				s.Handler.ServeHTTP(out, httptest.NewRequest(http.MethodGet, path, nil))
				require.Equal(t, http.StatusOK, out.Code)
				forms[path] = append(forms[path], out.Body.String())
			}
		}
	}
	service.Each(t, func(_ *testing.T, s *service.Service) { look(s) })
	look(service.SQLite(t))
	for path, texts := range forms {
		require.Len(t, texts, 6)
		for _, text := range texts {
			require.Equal(t, texts[0], text, path)
		}
	}
}

// TestTheDocumentTellsNoSecret looks for what belongs to the installation.
func TestTheDocumentTellsNoSecret(t *testing.T) {
	s := service.SQLite(t)
	for _, path := range []string{checked.Path30, checked.Path31} {
		raw := string(s.DocumentAt(t, path).Raw)
		for _, word := range []string{
			"127.0.0.1", "localhost", "sqlite", "postgres", "amzn1.", "Atzr|", "Atza|", "sellingassistant",
			service.SecretKey, "SA_", "/home/", "internal/", ".go:", "huma",
		} {
			require.NotContains(t, strings.ToLower(raw), strings.ToLower(word), path)
		}
		var doc struct {
			Servers []struct{ URL string } `json:"servers"`
		}
		require.NoError(t, json.Unmarshal([]byte(raw), &doc))
		for _, server := range doc.Servers {
			require.Equal(t, "http://example.com", server.URL, "the document names the address that it was asked at, and no other")
		}
		require.Len(t, doc.Servers, 1)
	}
}

// TestSecuritySchemes wants the ways of giving a key, each enough alone. The query takes it as well,
// which the document says in words: generated clients would send it there too.
func TestSecuritySchemes(t *testing.T) {
	doc := service.SQLite(t).Document(t)
	ways := map[string]string{}
	for name, s := range doc.Components.SecuritySchemes {
		ways[name] = strings.TrimSpace(s.Value.Type + " " + s.Value.In + s.Value.Scheme + " " + s.Value.Name)
	}
	require.Equal(t, map[string]string{"ApiKeyHeader": "apiKey header X-Api-Key", "Bearer": "http bearer", "Basic": "http basic"}, ways)
	require.Equal(t, openapi3.SecurityRequirements{{"ApiKeyHeader": {}}, {"Bearer": {}}, {"Basic": {}}}, doc.Security)
	require.Contains(t, doc.Info.Description, "api_key")
	for _, op := range doc.Operations() {
		require.Nil(t, op.Security, "%s takes the key like every other operation", op.OperationID)
	}
}

// TestAnIDInAParameterHasOneReading wants no oneOf there: as text 12 fits both
// the number and the text form of an id, and a oneOf must fit once.
func TestAnIDInAParameterHasOneReading(t *testing.T) {
	for _, op := range raw(t, service.SQLite(t).Handler) {
		for _, p := range op.Parameters {
			for _, s := range []*openapi3.SchemaRef{p.Value.Schema, p.Value.Schema.Value.Items} {
				require.False(t, s != nil && len(s.Value.OneOf) > 1, "%s %s", op.OperationID, p.Value.Name)
			}
		}
	}
}

// raw are the operations as published, past the client's own reading.
func raw(t *testing.T, h http.Handler) []*openapi3.Operation {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(checked.Load(t, h).Raw)
	require.NoError(t, err)
	var out []*openapi3.Operation
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			out = append(out, op)
		}
	}
	return out
}
