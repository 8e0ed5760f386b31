package sandbox

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"sellingassistant/adapters/simulator"
)

// Each row of cases.tsv has a call under Amazon's names: the operation, the expected status,
// parameters (lists in brackets) and facts about the answer, by JSON pointer. A fact is a member
// that is not empty, or its value. A word in braces is replaced by an id of the simulated
// marketplace. The token is the token of the second page, if any.
//
// Refusals that depend only on a reserved word of the sandbox are left out. Ids that do not exist
// give 404; the sandbox answers 400.
//
//go:embed cases.tsv
var table string

// Case has a call and the facts about its answer.
type Case struct {
	// Operation has Amazon's name of the operation.
	Operation  string
	Status     int
	Parameters []Parameter
	Holds      []Fact
	Body       string
}

// Parameter has a parameter of the path or the query. A list may have several values.
type Parameter struct {
	Name   string
	Values []string
	List   bool
}

// Fact names a member of an answer. An empty Value means any value that is not empty.
type Fact struct{ Pointer, Value string }

// Cases reads the table.
func Cases() ([]Case, error) {
	var all []Case
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			return nil, fmt.Errorf("row %d of the cases: %q", i+2, line)
		}
		status, err := strconv.Atoi(f[1])
		if err != nil {
			return nil, fmt.Errorf("row %d of the cases: %w", i+2, err)
		}
		c := Case{Operation: f[0], Status: status, Body: f[4]}
		for _, text := range strings.Fields(f[2]) {
			name, value, _ := strings.Cut(text, "=")
			inside, list := strings.CutPrefix(value, "[")
			p := Parameter{Name: name, Values: []string{value}, List: list}
			if list {
				p.Values = strings.Split(strings.TrimSuffix(inside, "]"), ",")
			}
			c.Parameters = append(c.Parameters, p)
		}
		for _, text := range strings.Fields(f[3]) {
			pointer, value, _ := strings.Cut(text, "=")
			c.Holds = append(c.Holds, Fact{pointer, value})
		}
		all = append(all, c)
	}
	return all, nil
}

// World maps words in braces to ids.
type World map[string]string

// Call reads an operation of Amazon's and returns the decoded answer.
type Call func(operation string, parameters World) any

// Discover finds the ids of a seller account. It takes a plan that has everything, in lists of more
// than one page.
func Discover(seller simulator.Seller, call Call) (World, error) {
	w := World{
		"seller": seller.ID, "asin": simulator.ASIN(2), "asin2": simulator.ASIN(3), "type": "PRODUCT",
		"sku": simulator.SKU(0), "sku2": simulator.SKU(1), "sku3": simulator.SKU(2),
	}
	plans := call("listInboundPlans", World{"pageSize": "30", "sortBy": "CREATION_TIME"})
	for i := 0; At(plans, fmt.Sprintf("/inboundPlans/%d/inboundPlanId", i)) != ""; i++ {
		plan := World{"inboundPlanId": At(plans, fmt.Sprintf("/inboundPlans/%d/inboundPlanId", i))}
		group := At(call("listPackingOptions", plan), "/packingOptions/0/packingGroups/0")
		shipment := At(call("getInboundPlan", plan), "/shipments/0/shipmentId")
		if group == "" || shipment == "" {
			continue
		}
		inside := World{"inboundPlanId": plan["inboundPlanId"], "shipmentId": shipment, "packingGroupId": group}
		one := call("getShipment", inside)
		if At(one, "/shipmentConfirmationId") == "" || At(call("listShipmentItems", inside), "/items/2/msku") == "" ||
			At(call("listPackingGroupItems", inside), "/items/2/msku") == "" {
			continue
		}
		w["plan"], w["shipment"], w["group"] = plan["inboundPlanId"], shipment, group
		w["placement"], w["confirmed"] = At(one, "/placementOptionId"), At(one, "/shipmentConfirmationId")
		return w, nil
	}
	return nil, fmt.Errorf("the seller account %s has no plan with everything", seller.ID)
}

// In replaces the words in braces in a text by ids.
func (w World) In(text string) string {
	for name, id := range w {
		text = strings.ReplaceAll(text, "{"+name+"}", id)
	}
	return text
}

// At returns the member of a decoded answer at a JSON pointer as text. It returns "" for a missing,
// null or empty member.
func At(value any, pointer string) string {
	for _, step := range strings.Split(pointer, "/")[1:] {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(v) {
				return ""
			}
			value = v[i]
		default:
			return ""
		}
	}
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		if len(v) == 0 {
			return ""
		}
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}
