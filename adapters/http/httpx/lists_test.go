package httpx_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
)

// shelf is a record with all that lists of records need.
type shelf struct {
	ID        int64     `json:"id"`
	Units     int64     `json:"units"`
	UpdatedAt body.Time `json:"updated_at"`
}

// LiveMembers lists the members that change without updated_at.
func (shelf) LiveMembers() []string {
	return []string{"units"}
}

type shelvesInput struct{ records.RecordInput }

// withShelves adds a list of two records, of which the second is deleted. seen gets the requests.
func withShelves(r *rig, seen *[]page.Request) {
	deleted := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	records.List(records.Kind{Router: r.server.Router(), Path: "/shelves", Group: "parts"}, httpx.Operation{
		ID: "listShelves", Summary: "List shelves", Description: "Lists shelves.",
	}, records.Sortable{Fields: []string{"units"}, Default: "units"}, func(id int64) shelf { return shelf{id, 7, body.TimeOf(deleted)} }, shelf{1, 7, body.TimeOf(deleted)},
		func(_ context.Context, _ caller.Caller, _ *shelvesInput, req page.Request) (page.Page[int64], error) {
			*seen = append(*seen, req)
			if req.Window.Removed {
				return page.Page[int64]{Items: []int64{1, 2}, Removed: []time.Time{{}, deleted}}, nil
			}
			return page.Page[int64]{Items: []int64{1}}, nil
		})
}

func TestListsOfRecords(t *testing.T) {
	var seen []page.Request
	r := newRig(t)
	withShelves(r, &seen)

	a := r.get("/api/v1/shelves?ids=3,4&created_from=2026-03-01&created_to=2026-03-02T10:00:00%2B02:00&updated_from=2026-01-01&updated_to=2026-12-31&sort=-updated_at,id")
	require.Equal(t, 200, a.Code, a.Body)
	at := func(text string) *time.Time {
		m, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return &m
	}
	require.Equal(t, page.Request{Limit: 50, Order: []page.By{{Field: "updated_at", Desc: true}, {Field: "id"}}, Window: page.Window{
		IDs: []int64{3, 4}, CreatedFrom: at("2026-03-01T00:00:00Z"), CreatedTo: at("2026-03-02T08:00:00Z"),
		UpdatedFrom: at("2026-01-01T00:00:00Z"), UpdatedTo: at("2026-12-31T00:00:00Z"),
	}}, seen[0])
	require.NotContains(t, a.Body.String(), "deleted_at")

	a = r.get("/api/v1/shelves?include_deleted=1")
	require.Equal(t, `{"data":[{"id":1,"units":7,"updated_at":"2026-03-02T08:00:00.000000Z"},`+
		`{"id":2,"units":7,"updated_at":"2026-03-02T08:00:00.000000Z","deleted_at":"2026-03-02T08:00:00.000000Z"}],`+
		`"meta":{"limit":50,"next_cursor":null,"total":null}}`, a.Body.String())
	for _, query := range []string{"created_from=yesterday", "updated_to=2026-02-30", "ids=0", "sort=colour", "ids=" + strings.Repeat("1,", 200) + "1"} {
		r.code(r.get("/api/v1/shelves?"+query), 400, fault.CodeValidationFailed)
	}

	tag := r.get("/api/v1/shelves").Header().Get("ETag")
	require.Regexp(t, `^"[0-9a-f]{32}"$`, tag)
	same := r.do(call{method: "GET", path: "/api/v1/shelves", header: header("If-None-Match", tag)})
	require.Equal(t, 304, same.Code)
	require.Empty(t, same.Body.String())
	require.Equal(t, 200, r.do(call{method: "GET", path: "/api/v1/shelves?include_deleted=true", header: header("If-None-Match", tag)}).Code)

	for accept, kind := range map[string]string{
		"text/csv": "text/csv; charset=utf-8", "text/csv;q=0.9, text/html": "text/csv; charset=utf-8", "*/*": "application/json",
		"text/csv, application/json": "application/json", "text/html": "application/json",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	} {
		a := r.do(call{method: "GET", path: "/api/v1/shelves", header: header("Accept", accept)})
		require.Equal(t, kind, a.Header().Get("Content-Type"), accept)
	}
	require.Equal(t, r.get("/api/v1/shelves.csv").Body.String(), r.do(call{method: "GET", path: "/api/v1/shelves", header: header("Accept", "text/csv")}).Body.String())
	r.code(r.get("/api/v1/shelves.csv?include_deleted=true"), 400, fault.CodeValidationFailed)
	a = r.get("/api/v1/shelves?format=csv&include_deleted=true")
	r.code(a, 400, fault.CodeValidationFailed)
	require.Contains(t, a.Body.String(), `{"code":"not_allowed","message":"is not for tables, which have no deleted_at","parameter":"include_deleted"}`)
}

// binInput deletes bins.
type binInput struct {
	Body body.IDs
}

type bulkPatchInput struct {
	Body struct {
		Title body.Opt[string] `json:"title,omitzero"`
	}
}

// withBins adds operations for other spellings of calls.
func withBins(r *rig) {
	op := operation("deleteBins", http.MethodDelete, "/bins")
	op.RequestExample, op.Example = body.IDs{IDs: []body.ID{1}}, body.One[int64]{Data: 1}
	httpx.Register(r.server.Router(), op, func(_ context.Context, _ caller.Caller, input *binInput) (*httpx.OneOut[[]int64], error) {
		return httpx.OneOf(body.Numbers[int64](input.Body.IDs)), nil
	})
	op = operation("emptyBin", http.MethodPatch, "/bins")
	op.DryRun, op.RequestExample, op.Example = true, map[string]string{"title": "x"}, body.One[int64]{Data: 1}
	httpx.Register(r.server.Router(), op, func(_ context.Context, _ caller.Caller, _ *bulkPatchInput) (*httpx.OneOut[int64], error) {
		r.world.effect("empty")
		return httpx.OneOf(int64(1)), nil
	})
	op = operation("crushBin", http.MethodPut, "/bins")
	op.Status, op.RequestExample, op.Example = http.StatusAccepted, map[string]string{"title": "x"}, body.One[int64]{Data: 1}
	httpx.Register(r.server.Router(), op, func(_ context.Context, _ caller.Caller, _ *bulkPatchInput) (*httpx.OneOut[int64], error) {
		return httpx.OneOf(int64(1)), nil
	})
}

func TestOtherSpellings(t *testing.T) {
	r := newRig(t)
	withBins(r)

	require.Equal(t, `{"data":[2,3]}`, r.do(call{method: "DELETE", path: "/api/v1/bins?ids=2,3"}).Body.String())
	require.Equal(t, `{"data":[2,3]}`, r.do(call{method: "DELETE", path: "/api/v1/bins?ids=2&ids=3"}).Body.String())
	r.code(r.do(call{method: "DELETE", path: "/api/v1/bins?ids=2", body: `{"ids":[3]}`}), 400, fault.CodeConflictingParameters)
	r.code(r.do(call{method: "DELETE", path: "/api/v1/bins?ids=x"}), 400, fault.CodeValidationFailed)
	r.code(r.do(call{method: "DELETE", path: "/api/v1/bins?ids=1&colour=red"}), 400, fault.CodeValidationFailed)

	require.Equal(t, 200, r.do(call{method: "PATCH", path: "/api/v1/bins", body: `{}`, contentType: "application/merge-patch+json"}).Code)
	r.code(r.do(call{method: "PUT", path: "/api/v1/bins", body: `{}`, contentType: "application/merge-patch+json"}), 415, fault.CodeUnsupportedMediaType)
	require.Equal(t, "1", r.do(call{method: "PUT", path: "/api/v1/bins", body: `{}`}).Header().Get("Retry-After"))

	require.Equal(t, `{"data":1}`, r.do(call{method: "PATCH", path: "/api/v1/bins?dry_run=1", body: `{}`}).Body.String())
	require.Equal(t, 1, r.world.count("empty"), "the dry run left nothing")
	r.code(r.do(call{method: "PATCH", path: "/api/v1/bins?dry_run=yes", body: `{}`}), 400, fault.CodeValidationFailed)
	require.Equal(t, 200, r.get("/api/v1/widgets?limit=5.0&count=1").Code)
	r.code(r.get("/api/v1/widgets/12.0"), 400, fault.CodeValidationFailed)
}

// box is a record that names a shelf.
type box struct {
	ID      int64 `json:"id"`
	ShelfID int64 `json:"shelf_id"`
}

// An expansion asks the list of the named records, also for deleted ones.
func TestAnAnswerIsExpandedByAnotherOperation(t *testing.T) {
	var seen []page.Request
	r := newRig(t)
	withShelves(r, &seen)
	records.Get(records.Kind{Router: r.server.Router(), Path: "/boxes", Group: "parts"}, httpx.Operation{
		ID: "getBox", Summary: "Get a box", Description: "Gets a box.",
		Expand: []body.Expansion{{Word: "shelf", Operation: "listShelves", Member: "shelf_id"}},
	}, records.Shown[int64, box]{
		Of:    func(id int64) box { return box{id, 2} },
		Place: func(id int64) (int64, int64) { return id, 3 }, Example: box{5, 2},
	}, func(_ context.Context, _ caller.Caller, id int64) (int64, error) { return id, nil })

	a := r.get("/api/v1/boxes/5?expand=shelf")
	require.Equal(t, 200, a.Code, a.Body)
	require.JSONEq(t, `{"data":{"id":5,"shelf_id":2,"expanded":{"shelf":
		{"id":2,"units":7,"updated_at":"2026-03-02T08:00:00.000000Z","deleted_at":"2026-03-02T08:00:00.000000Z"}}}}`, a.Body.String())
	require.Regexp(t, `^"3-[0-9a-f]{16}"$`, a.Header().Get("ETag"))
	require.Equal(t, []page.Request{{
		Limit: 200, Order: []page.By{{Field: "units"}}, Window: page.Window{IDs: []int64{2}, Removed: true},
	}}, seen)
}
