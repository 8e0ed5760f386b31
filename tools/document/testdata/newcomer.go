// Makes the first calls of a newcomer, with the client that oapi-codegen makes of the document: the
// account, a list page by page, a profit, two dry runs, and a refusal handled by its code. It
// prints the lines of newcomer.mts.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"newcomer/client"
)

func main() {
	base, key := os.Args[1], os.Args[2]
	signIn := func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	api, err := client.NewClientWithResponses(base, client.WithRequestEditorFn(signIn))
	must(err)
	ctx, yes := context.Background(), true

	account, err := api.GetAccountWithResponse(ctx)
	team := got(err, account.JSON200, account.Body).Data
	fmt.Printf("team %s, plan %s\n", team.Name, team.Plan.Code)

	var orders []string
	limit, sort := int64(2), "number"
	for params := (&client.ListPurchaseOrdersParams{Limit: &limit, Sort: &sort}); ; {
		answer, err := api.ListPurchaseOrdersWithResponse(ctx, params)
		page := got(err, answer.JSON200, answer.Body)
		for _, order := range page.Data {
			orders = append(orders, order.Number)
		}
		if params.Cursor = page.Meta.NextCursor; params.Cursor == nil {
			break
		}
	}
	fmt.Printf("%d purchase orders from %s to %s\n", len(orders), orders[0], orders[len(orders)-1])

	question := client.ProfitQuestion{Price: new(25.99), Cost: 8}
	sold, err := api.CalculateProductProfitWithResponse(ctx, "B0SIM00007", nil, question)
	profit := got(err, sold.JSON200, sold.Body)
	fmt.Printf("profit %v %s\n", *profit.Fba.Profit, profit.Currency)

	limit = 1
	rows, err := api.ListRepricerProductsWithResponse(ctx, &client.ListRepricerProductsParams{Limit: &limit})
	row := got(err, rows.JSON200, rows.Body).Data[0]
	dry := &client.RepriceProductParams{DryRun: &yes}
	tried, err := api.RepriceProductWithResponse(ctx, row.Id, dry, client.RepriceCall{})
	decision := got(err, tried.JSON200, tried.Body).Data.Decision
	fmt.Printf("dry run: %s\n", strings.Join(decision.Sentences, " "))

	ids := client.IDs{Ids: []int64{1, 999999}}
	deleted, err := api.DeleteSkusWithResponse(ctx, &client.DeleteSkusParams{DryRun: &yes}, ids)
	for _, result := range got(err, deleted.JSON200, deleted.Body).Data {
		row, err := result.ValueByDiscriminator()
		must(err)
		switch row := row.(type) {
		case client.DeletedRow:
			fmt.Printf("%d would be %s\n", row.Id, row.Status)
		case client.FailedRow:
			fmt.Printf("%d failed: %s\n", row.Id, row.Error.Code)
		}
	}

	missing, err := api.GetSkuWithResponse(ctx, 999999, nil)
	must(err)
	refused := missing.ApplicationproblemJSON404
	if refused == nil || refused.Code != client.ProblemCodeNotFound {
		log.Fatalf("SKU 999999 is not missing: %s", missing.Body)
	}
	fmt.Printf("refused as expected: %s\n", refused.Message)
}

// got returns the answer of a call, and ends the program with its refusal.
func got[T any](err error, answer *T, body []byte) *T {
	must(err)
	if answer == nil {
		log.Fatalf("%s", body)
	}
	return answer
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
