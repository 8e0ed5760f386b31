package inbound

import (
	"context"
	"net/http"
	"strings"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/records"
	app "sellingassistant/app/inbound"
	"sellingassistant/domain/inbound"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
)

type where struct {
	Domain        string `query:"domain" maxLength:"100" doc:"Marketplace by its domain, with or without www.; it decides which seller account is asked. Wins over marketplaceId; without both the team's default marketplace counts." example:"amazon.com"`
	MarketplaceID string `query:"marketplaceId" maxLength:"100" doc:"Marketplace by Amazon's identifier; it decides which seller account is asked." example:"ATVPDKIKX0DER"`
}

func (w where) meant() marketplace.Choice { return marketplace.Choice(w) }

type planPath struct {
	InboundPlanID string `path:"inboundPlanId" pattern:"^[0-9A-Za-z-]{38}$" patternDescription:"38 letters, digits or hyphens" doc:"The plan's id, wf…" example:"wf1865a8f5-ebf8-da82-165b-7daa8c198618"`
}

type shipmentPath struct {
	planPath
	ShipmentID string `path:"shipmentId" pattern:"^([0-9A-Za-z-]{38}|FBA[0-9A-Z]{1,30})$" patternDescription:"FBA… or 38 letters, digits or hyphens" doc:"The shipment's id in either form: the plan's (sh…) or the confirmed shipment's (FBA…)." example:"FBABPISJ3UGH"`
}

func (p shipmentPath) of() app.Of { return app.Of{Plan: p.InboundPlanID, Shipment: p.ShipmentID} }

// paging pages a list of items or boxes.
type paging struct {
	PageSize int    `query:"pageSize" minimum:"1" maximum:"1000" default:"1000" doc:"Most entries of a page." example:"100"`
	Token    string `query:"paginationToken" minLength:"1" maxLength:"1024" doc:"The nextToken of the page before, unchanged. A token that the marketplace did not give for this list is 400 upstream_rejected."`
}

// token names the parameter of the following page.
const token = "paginationToken"

func nextOf[T any](p inbound.Page[T]) string { return p.Next }

func (p paging) page() inbound.PageRequest {
	return inbound.PageRequest{Size: p.PageSize, Token: p.Token}
}

type (
	summaryInput struct{ where }
	plansInput   struct {
		where
		PageSize  int    `query:"pageSize" minimum:"1" maximum:"30" default:"30" doc:"Most plans of a page." example:"10"`
		Token     string `query:"paginationToken" minLength:"1" maxLength:"1024" doc:"The nextToken of the page before, unchanged. A token that the marketplace did not give for this list is 400 upstream_rejected."`
		Status    string `query:"status" enum:"ACTIVE,VOIDED,SHIPPED" doc:"Only plans in this status." example:"ACTIVE"`
		SortBy    string `query:"sortBy" enum:"LAST_UPDATED_TIME,CREATION_TIME" doc:"Field to sort by; the marketplace's choice when absent." example:"CREATION_TIME"`
		SortOrder string `query:"sortOrder" enum:"ASC,DESC" doc:"Oldest or newest first; the marketplace's choice when absent." example:"DESC"`
	}
	planInput struct {
		where
		planPath
	}
	planPageInput struct {
		where
		planPath
		paging
	}
	shipmentInput struct {
		where
		shipmentPath
	}
	shipmentPageInput struct {
		where
		shipmentPath
		paging
	}
)

// refusals lists the statuses beyond the statuses of every operation. The marketplace may answer
// 404 for a list, too.
var refusals = []int{http.StatusNotFound, http.StatusUnprocessableEntity}

// kept ends the description of every read.
const kept = " It costs no tokens. An answer is kept for 30 seconds."

func operation(id, path, summary, description string, example any) httpx.Operation {
	noun := "inbound plan"
	if strings.Contains(path, "{shipmentId}") {
		noun = "inbound shipment"
	}
	return httpx.Operation{
		ID: id, Noun: noun, Method: http.MethodGet, Path: "/inboundPlans" + path, Group: "inbound-shipments",
		Summary: summary, Description: description, Errors: refusals, Example: example,
	}
}

// Routes adds the operations of the context.
func Routes(in *app.Inbound) httpx.Routes {
	return func(r *httpx.Router) {
		planRoutes(r, in)
		shipmentRoutes(r, in)
	}
}

func planRoutes(r *httpx.Router, in *app.Inbound) {
	httpx.Register(r, operation("getInboundSummary", "/summary", "Get a summary of inbound shipments",
		"Counts the seller account's inbound plans, its shipments that are not closed, cancelled or deleted, and the units of the "+
			"last 90 days. It costs no tokens. An answer without gaps is kept for 5 minutes, even if it is "+
			"incomplete because the lists were too long.",
		exampleSummary),
		httpx.AnswerPlain(summaryOf, func(ctx context.Context, who caller.Caller, q *summaryInput) (inbound.Summary, error) {
			return in.Summary(ctx, who, q.meant())
		}))
	httpx.Register(r, operation("listInboundPlans", "", "List inbound plans",
		"The seller account's inbound plans, page by page."+kept, examplePlans),
		records.AnswerPage(token, nextOf[inbound.PlanSummary], plansOf, func(ctx context.Context, who caller.Caller, q *plansInput) (inbound.Page[inbound.PlanSummary], error) {
			return in.ListPlans(ctx, who, q.meant(), inbound.PlanQuery{
				PageRequest: inbound.PageRequest{Size: q.PageSize, Token: q.Token},
				Status:      q.Status, SortBy: q.SortBy, SortOrder: q.SortOrder,
			})
		}))
	httpx.Register(r, operation("getInboundPlan", "/{inboundPlanId}", "Get an inbound plan",
		"A plan with its shipments and the options it has."+kept, examplePlan),
		httpx.AnswerPlain(planOf, func(ctx context.Context, who caller.Caller, q *planInput) (inbound.Plan, error) {
			return in.Plan(ctx, who, q.meant(), q.InboundPlanID)
		}))
	httpx.Register(r, operation("listInboundPlanBoxes", "/{inboundPlanId}/boxes", "List the boxes of an inbound plan",
		"The boxes of all shipments of a plan, page by page."+kept, exampleBoxes),
		records.AnswerPage(token, nextOf[inbound.Box], boxesOf, func(ctx context.Context, who caller.Caller, q *planPageInput) (inbound.Page[inbound.Box], error) {
			return in.PlanBoxes(ctx, who, q.meant(), q.InboundPlanID, q.page())
		}))
	httpx.Register(r, operation("listInboundPlanShipments", "/{inboundPlanId}/shipments", "List the shipments of an inbound plan",
		"A plan and all of its shipments, each put together from both of the marketplace's interfaces. "+
			"A shipment the plan names but the marketplace does not find has an id and a status only."+kept, examplePlanShipments),
		httpx.AnswerPlain(planShipmentsOf, func(ctx context.Context, who caller.Caller, q *planInput) (app.PlanShipments, error) {
			return in.PlanShipments(ctx, who, q.meant(), q.InboundPlanID)
		}))
}

func shipmentRoutes(r *httpx.Router, in *app.Inbound) {
	const path = "/{inboundPlanId}/shipments/{shipmentId}"
	httpx.Register(r, operation("getInboundShipment", path, "Get an inbound shipment",
		"Returns a shipment, put together from both of the marketplace's interfaces. A shipment of another "+
			"plan is 404. It costs no tokens. An answer is kept for 30 seconds; of a shipment that is closed, "+
			"cancelled or deleted, for 24 hours.",
		exampleShipment),
		httpx.AnswerPlain(shipmentOf, func(ctx context.Context, who caller.Caller, q *shipmentInput) (inbound.Merged, error) {
			return in.Shipment(ctx, who, q.meant(), q.of())
		}))
	httpx.Register(r, operation("listInboundShipmentItems", path+"/items", "List the items of an inbound shipment",
		"Lists the items of a shipment, page by page, with the units sent and received. These are null if the "+
			"marketplace's old interface does not report them."+kept, exampleShipmentItems),
		records.AnswerPage(token, nextOf[inbound.MergedItem], shipmentItemsOf, func(ctx context.Context, who caller.Caller, q *shipmentPageInput) (inbound.Page[inbound.MergedItem], error) {
			return in.ShipmentItems(ctx, who, q.meant(), q.of(), q.page())
		}))
	httpx.Register(r, operation("getInboundShipmentFees", path+"/fees", "Get the fees of an inbound shipment",
		"Returns the marketplace's charges for placing and carrying a shipment and for counting the content "+
			"of its boxes."+kept, exampleFees),
		httpx.AnswerPlain(feesOf, func(ctx context.Context, who caller.Caller, q *shipmentInput) (inbound.Fees, error) {
			return in.ShipmentFees(ctx, who, q.meant(), q.of())
		}))
	httpx.Register(r, operation("listInboundShipmentBoxes", path+"/boxes", "List the boxes of an inbound shipment",
		"The boxes of a shipment, page by page."+kept, exampleBoxes),
		records.AnswerPage(token, nextOf[inbound.Box], boxesOf, func(ctx context.Context, who caller.Caller, q *shipmentPageInput) (inbound.Page[inbound.Box], error) {
			return in.ShipmentBoxes(ctx, who, q.meant(), q.of(), q.page())
		}))
}
