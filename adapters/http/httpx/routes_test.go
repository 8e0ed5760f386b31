package httpx_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/ratelimit"
)

// widget is a record as answers show it.
type widget struct {
	ID        int64       `json:"id" doc:"The widget's id."`
	Title     string      `json:"title"`
	Price     *body.Money `json:"price"`
	Mode      *string     `json:"mode" enum:"off,on"`
	Parent    *parent     `json:"parent"`
	CreatedAt body.Time   `json:"created_at"`
	UpdatedAt *body.Time  `json:"updated_at"`
	Version   int64       `json:"version"`
}

type parent struct {
	ID int64 `json:"id"`
}

var created = time.Date(2026, 2, 3, 4, 5, 6, 789000, time.UTC)

func exampleWidget() widget {
	price := money.MustParse("19.99")
	return widget{ID: 12, Title: "Ball", Price: body.NullMoney(&price), CreatedAt: body.TimeOf(created), Version: 3}
}

type limits struct {
	MinPrice body.Field[body.PositiveMoney] `json:"min_price,omitzero" doc:"Lower bound."`
	MaxPrice body.Field[body.Money]         `json:"max_price,omitzero"`
	Change   body.Field[body.Percent]       `json:"max_change_percent,omitzero" minimum:"0" maximum:"100"`
}

type bulkUpdate struct {
	body.IDs
	StrategyID body.Field[int64]   `json:"strategy_id,omitzero" minimum:"1"`
	Limits     body.Field[limits]  `json:"limits,omitzero"`
	Mode       body.Opt[string]    `json:"mode,omitzero" enum:"off,on"`
	Note       body.Field[string]  `json:"note,omitzero" maxLength:"20" minLength:"1"`
	Until      body.Opt[body.Time] `json:"until,omitzero"`
	Tags       body.Opt[[]string]  `json:"tags,omitzero" maxItems:"3" doc:"Words."`
}

func (bulkUpdate) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	two := 2
	s.MinProperties = &two
	return s
}

type bulkRow struct {
	ID     int64          `json:"id"`
	Status string         `json:"status" enum:"updated,failed"`
	Error  *body.RowError `json:"error,omitempty"`
}

type bulkInput struct {
	Body bulkUpdate
}

type idInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The widget's id."`
}

type patchInput struct {
	idInput
	records.IfMatch
	Body struct {
		Title body.Opt[string] `json:"title,omitzero" minLength:"1" maxLength:"10"`
	}
}

type createInput struct {
	Body createBody
}

type createBody struct {
	Title string `json:"title" minLength:"1" maxLength:"10"`
}

type listInput struct {
	records.ListInput
	Status []string             `query:"status" enum:"new,old" doc:"Any of."`
	Word   []string             `query:"word" maxItems:"3" maxLength:"8" doc:"Any of."`
	Number []int                `query:"number" doc:"Any of."`
	From   body.Opt[body.Time]  `query:"created_from"`
	Min    body.Opt[body.Money] `query:"min"`
	Open   body.Opt[bool]       `query:"open"`
	Q      string               `query:"q" maxLength:"20"`
}

type seekInput struct {
	Code string `query:"code" required:"true"`
}

type uploadInput struct {
	httpx.Upload
	DryRun bool `query:"dry_run"`
}

type uploaded struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Type string `json:"type"`
}

const maxUpload = 1 << 20

func operation(id, method, path string) httpx.Operation {
	return httpx.Operation{ID: id, Method: method, Path: path, Group: "widgets", Summary: id, Description: "For tests.", Beta: true}
}

// routes registers one operation of each sort.
func routes(r *rig) httpx.Routes {
	return func(router *httpx.Router) {
		addRecords(router, r)
		addFaults(router, r)
		addUploads(router, r)
	}
}

func addRecords(router *httpx.Router, r *rig) {
	get := operation("getWidget", http.MethodGet, "/widgets/{id}")
	get.Errors, get.Example = []int{404}, body.One[widget]{Data: exampleWidget()}
	httpx.Register(router, get, func(_ context.Context, who caller.Caller, i *idInput) (*records.Versioned[widget], error) {
		if who.Team != 7 || i.ID != 12 {
			return nil, fault.Missing()
		}
		return records.VersionedOf(exampleWidget(), 3), nil
	})

	list := operation("listWidgets", http.MethodGet, "/widgets")
	list.Example = body.List[widget]{Data: []widget{exampleWidget()}, Meta: body.ListMeta{Limit: 50}}
	httpx.Register(router, list, func(ctx context.Context, _ caller.Caller, input *listInput) (*records.ListOut[widget], error) {
		req, err := input.Page(ctx, records.Sortable{Fields: []string{"created_at", "title"}, Default: "-created_at"})
		if err != nil {
			return nil, err
		}
		p := page.Page[int64]{Items: []int64{1, 2}, Next: page.Key{int64(1772366400000000), int64(2)}}
		if req.After != nil {
			p = page.Page[int64]{Items: []int64{req.After[1].(int64) + 1}}
		}
		if input.Count {
			total := int64(3)
			p.Total = &total
		}
		return records.ListOf(ctx, p, req, func(id int64) widget {
			w := exampleWidget()
			w.ID = id
			if input.Word != nil {
				w.Title = strings.Join(input.Word, " | ")
			}
			return w
		}), nil
	})

	create := operation("createWidget", http.MethodPost, "/widgets")
	create.Status, create.Errors = http.StatusCreated, []int{409}
	create.Example, create.RequestExample = body.One[widget]{Data: exampleWidget()}, createBody{Title: "Ball"}
	httpx.Register(router, create, func(ctx context.Context, _ caller.Caller, input *createInput) (*records.Created[widget], error) {
		r.world.effect("create")
		switch input.Body.Title {
		case "taken":
			return nil, fault.New(fault.Conflict, fault.CodeConflict, "The title is taken.").With("existing_id", 5)
		case "panic":
			panic("half way")
		case "down":
			return nil, fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The store cannot be reached. Try again.")
		}
		w := exampleWidget()
		w.Title = input.Body.Title
		w.ID = int64(100 + r.world.count("create"))
		return records.CreatedOf(w, 1, fmt.Sprintf("/widgets/%d", w.ID)), nil
	})

	patch := operation("updateWidget", http.MethodPatch, "/widgets/{id}")
	patch.Errors = []int{404, 412}
	patch.Example, patch.RequestExample = body.One[widget]{Data: exampleWidget()}, map[string]any{"title": "Ball"}
	httpx.Register(router, patch, func(_ context.Context, _ caller.Caller, input *patchInput) (*records.Versioned[widget], error) {
		v, err := input.Version()
		if err != nil {
			return nil, err
		}
		if v != nil && *v != 3 {
			return nil, fault.StaleVersion()
		}
		w := exampleWidget()
		if input.Body.Title.Set {
			w.Title = input.Body.Title.Value
		}
		return records.VersionedOf(w, 4), nil
	})

	bulk := operation("updateWidgets", http.MethodPatch, "/widgets")
	bulk.Example = body.Bulk[bulkRow]{Data: []bulkRow{{ID: 3, Status: "updated"}}, Errors: []body.BulkError{}}
	bulk.RequestExample = map[string]any{"ids": []int{3}, "mode": "off"}
	httpx.Register(router, bulk, func(ctx context.Context, _ caller.Caller, input *bulkInput) (*httpx.BulkOut[bulkRow], error) {
		if p := input.Body.Limits.Value; p.MinPrice.Set && p.MaxPrice.Set && p.MinPrice.Value.Amount().Cmp(p.MaxPrice.Value.Amount()) > 0 {
			return nil, fault.New(fault.Rule, fault.CodeInvalidLimits, "limits.min_price is above limits.max_price").At("/limits/min_price")
		}
		r.world.effect("bulk")
		if r.pause > 0 {
			r.running <- struct{}{}
			select {
			case <-time.After(r.pause):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		r.last = input.Body
		return &httpx.BulkOut[bulkRow]{Body: body.BulkOf(body.Numbers[int64](input.Body.IDs.IDs), func(id int64) (bulkRow, int64, *fault.Error) {
			if id == 99 {
				f := fault.Missing()
				return bulkRow{ID: id, Status: "failed", Error: body.RowErrorOf(f)}, id, f
			}
			if id == 98 {
				f := fault.New(fault.Rule, fault.CodeInUse, "In use.").With("blockers", []map[string]any{{"type": "order", "count": 1, "ids": []int{5}}})
				return bulkRow{ID: id, Status: "failed", Error: body.RowErrorOf(f)}, id, f
			}
			return bulkRow{ID: id, Status: "updated"}, id, nil
		})}, nil
	})

	del := operation("deleteWidget", http.MethodDelete, "/widgets/{id}")
	del.Errors = []int{404}
	httpx.Register(router, del, func(context.Context, caller.Caller, *idInput) (*httpx.None, error) { return nil, nil })

	settings := operation("getSettings", http.MethodGet, "/settings")
	settings.Empty404, settings.Errors, settings.Example = true, []int{404}, body.One[parent]{Data: parent{ID: 1}}
	httpx.Register(router, settings, func(context.Context, caller.Caller, *httpx.None) (*httpx.OneOut[parent], error) {
		return nil, fault.Missing()
	})

	offers := records.Kind{Router: router, Path: "/offers", Group: "widgets", Noun: "offer"}
	shown := records.Shown[parent, parent]{Of: func(p parent) parent { return p }, Live: true, Example: parent{ID: 1},
		Place: func(parent) (id, version int64) { return 5, 7 }}
	records.Get(offers, httpx.Operation{ID: "getOffer", Summary: "x", Description: "x"}, shown,
		func(context.Context, caller.Caller, int64) (parent, error) { return parent{ID: r.shown.Load()}, r.fail })
	records.DeleteMany(offers, httpx.Operation{ID: "deleteOffers", Summary: "x", Description: "x", RequestExample: body.IDs{IDs: []body.ID{1, 2}}},
		func(_ context.Context, _ caller.Caller, many edit.Many[int64]) ([]edit.Result[int64], error) {
			out := make([]edit.Result[int64], len(many.IDs))
			for i, id := range many.IDs {
				out[i] = edit.Result[int64]{ID: id, Outcome: edit.Failed, Err: fault.Missing()}
			}
			return out, nil
		})
	httpx.Register(router, httpx.Operation{
		ID: "getOfferParent", Method: http.MethodGet, Path: "/offers/{id}/parent", Group: "widgets", Summary: "x", Description: "x", Example: parent{ID: 1}, Beta: true,
	}, func(context.Context, caller.Caller, *idInput) (*httpx.Plain[parent], error) {
		return nil, fault.Missing()
	})
	records.Update(offers, httpx.Operation{ID: "updateOffer", Summary: "x", Description: "x", RequestExample: createBody{Title: "Ball"}}, shown,
		func(_ context.Context, _ caller.Caller, _ int64, _ *createBody, ifMatch *int64) (parent, error) {
			if ifMatch != nil && *ifMatch != 7 {
				return parent{}, fault.StaleVersion()
			}
			return parent{ID: r.shown.Load()}, nil
		})

	check := operation("check", http.MethodGet, "/check")
	check.NoUnavailable, check.Limit, check.Example = true, &ratelimit.Limit{Calls: 3, Window: time.Minute}, parent{ID: 1}
	httpx.Register(router, check, func(context.Context, caller.Caller, *httpx.None) (*httpx.Plain[parent], error) {
		if r.fail != nil {
			return nil, r.fail
		}
		return httpx.PlainOf(parent{ID: 1}), nil
	})
}

func addFaults(router *httpx.Router, r *rig) {
	seek := operation("seekWidget", http.MethodGet, "/widgets-by-code")
	seek.Example = parent{ID: 1}
	httpx.Register(router, seek, func(context.Context, caller.Caller, *seekInput) (*httpx.Plain[parent], error) {
		return &httpx.Plain[parent]{Body: parent{ID: 1}}, nil
	})
	ask := operation("askWidgets", http.MethodPost, "/widgets/ask")
	ask.Reads, ask.Example, ask.RequestExample = true, parent{ID: 1}, createBody{Title: "Ball"}
	httpx.Register(router, ask, func(context.Context, caller.Caller, *createInput) (*httpx.Plain[parent], error) {
		return &httpx.Plain[parent]{Body: parent{ID: 1}}, nil
	})
	op := operation("fail", http.MethodGet, "/fail")
	op.Errors, op.Timeout = []int{402, 404, 409, 412, 413, 415, 422}, 50*time.Millisecond
	op.Example = parent{ID: 1}
	httpx.Register(router, op, func(ctx context.Context, _ caller.Caller, _ *httpx.None) (*httpx.Plain[parent], error) {
		switch {
		case errors.Is(r.fail, errPanic):
			panic("secret of the program")
		case errors.Is(r.fail, errDraining):
			r.server.Drain()
		case errors.Is(r.fail, errSlow):
			<-ctx.Done()
			return nil, fmt.Errorf("read the rows: %w", ctx.Err())
		}
		return nil, r.fail
	})
}

var (
	errPanic = errors.New("panic")
	errSlow  = errors.New("slow")
	// errDraining lets the service drain while its call is answered.
	errDraining = errors.New("draining")
)

func addUploads(router *httpx.Router, r *rig) {
	op := operation("upload", http.MethodPost, "/files")
	op.Status, op.Errors, op.Outside = http.StatusCreated, []int{409, 413, 415, 422}, true
	op.Example = body.One[uploaded]{Data: uploaded{Name: "a.pdf", Size: 3, Type: "invoice"}}
	op.Upload = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: "object", Required: []string{"file"}, Properties: map[string]*huma.Schema{
			"file": {Type: "string", Format: "binary"}, "type": {Type: "string"},
		},
	}}}}
	httpx.Register(router, op, func(ctx context.Context, _ caller.Caller, input *uploadInput) (*httpx.OneOut[uploaded], error) {
		var u uploaded
		err := input.Stream(ctx, maxUpload, func(name, filename, _ string, body io.Reader) (err error) {
			if name == "type" {
				u.Type, err = httpx.Text(name, body, 20)
				return err
			}
			if r.early != nil {
				return r.early
			}
			u.Name = filename
			u.Size, err = io.Copy(io.Discard, body)
			return err
		})
		if err != nil {
			return nil, err
		}
		r.world.effect("blob")
		if r.fail != nil {
			if errors.Is(r.fail, errPanic) {
				panic("after the blob")
			}
			return nil, r.fail
		}
		return httpx.Finish(ctx, func(context.Context) (*httpx.OneOut[uploaded], error) {
			r.world.effect("row")
			return httpx.OneOf(u), nil
		})
	})
}
