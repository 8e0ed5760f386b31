package edit_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/annotation"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/domain/webhook"
	"sellingassistant/test/filled"
)

// paths lists members as audit lines name them. Inner members follow a dot.
func paths(before string, v any) []string {
	switch v := v.(type) {
	case map[string]any:
		var all []string
		for name, inner := range v {
			all = append(all, paths(before+"."+name, inner)...)
		}
		return all
	case []any:
		return paths(before, v[0])
	}
	return []string{before[1:]}
}

// TestAuditNames fails when a member gets another name. Answers about the audit trail and histories
// have published these names.
func TestAuditNames(t *testing.T) {
	const address = ` address.city address.country address.line1 address.line2 address.postal_code address.region`
	for _, c := range []struct {
		v    any
		want string
	}{
		{
			filled.Value[annotation.NoteValues](),
			`author.id author.name body edited pinned target.asin target.id target.marketplace target.type`,
		},
		{filled.Value[annotation.TagValues](), `color name`},
		{filled.Value[exchange.RateValues](), `base day quote rate source`},
		{filled.Value[webhook.EndpointValues](), `description disabled_reason enabled marketplace_ids types url`},
		{
			filled.Value[purchasing.SupplierValues](),
			`account_number aliases code contacts.email contacts.name contacts.phone contacts.role currency default_lead_time_days
			default_order_note default_shipping_cost default_tax_rate discount_percent email min_order_value name payment_terms phone
			prices_include_tax status tag_ids tax_id tax_recoverable type website` + address,
		},
		{
			filled.Value[purchasing.OfferValues](),
			`asin availability available_quantity brand case_cost checked_at cost_change currency gtins last_seen_at lead_time_days
			marketplace moq order_multiple pack_size preferred previous_unit_cost price_breaks.min_quantity price_breaks.unit_cost product
			source.id source.kind status supplier supplier_sku title unit_cost url valid_from valid_to`,
		},
		{
			filled.Value[purchasing.WarehouseValues](),
			`contact.email contact.name contact.phone contact.role costs.bag_per_unit costs.box_fee costs.bundle_per_unit costs.currency
			costs.inbound_per_kg costs.label_per_unit costs.prep_per_unit costs.receive_per_unit costs.storage_per_unit_month default
			lead_time_days name prep_provider sales_tax_free sells_directly status type` + address,
		},
		{
			filled.Value[order.Values](),
			`apply_warehouse_costs assignee_id confirmed_at cost_allocation cost_currency currency discount exchange_rate expected_date note
			number on_hold order_date other_costs.allocation other_costs.amount other_costs.currency other_costs.exchange_rate other_costs.label
			other_costs.payee other_costs.tax_rate payment_due_date
			payment_terms payments.amount payments.kind payments.paid_on payments.reference prices_include_tax sent_at shipped_at
			shipping_cost shipping_tax_rate supplier_id supplier_reference tag_ids tax_country tax_override tax_recoverable
			tax_recoverable_reason tracking_numbers warehouse_id`,
		},
		{
			filled.Value[order.ItemValues](),
			`asin cancelled case_quantity discount expected_date gtin marketplace_id note offer_id position price product_id quantity skuid
			supplier_sku tax_rate title unit_cost units_per_case weight_g`,
		},
	} {
		t.Run(reflect.TypeOf(c.v).String(), func(t *testing.T) {
			require.ElementsMatch(t, strings.Fields(c.want), paths("", versioned.Members(c.v)))
		})
	}
}
