package teamdata

// table describes the rows of a team in a table of the database.
type table struct {
	name string
	// derived says that an import makes the rows anew: they repeat others, or last for minutes. An
	// export leaves them out.
	derived bool
	// counted says that triggers write rows too, while rows of other tables are stored.
	counted bool
	// users names the columns with ids of users.
	users []string
	// members has the paths of ids of users in the JSON documents of a column.
	document string
	members  []string
	// provider names the member of the document with the id of a prep provider.
	provider string
}

// tables lists the tables with the column team_id. A table comes after those that it refers to, and
// after those with triggers that write to it.
var tables = []table{
	{name: "memberships", users: []string{"user_id"}},
	{name: "api_keys", users: []string{"user_id"}},
	{name: "console_logins", derived: true},
	{name: "token_usage"},
	{name: "token_reservations", derived: true},
	{name: "idempotency_keys"},
	{name: "connections"},
	{name: "connection_consents", derived: true, users: []string{"user_id"}},
	{name: "notification_subscriptions"},

	{name: "documents"},
	{name: "document_targets"},
	{name: "document_usage"},
	{name: "document_readings"},
	{name: "document_lines"},
	{name: "document_words"},
	{name: "document_effects"},
	{name: "document_layouts"},

	{name: "inventory_skus"},
	{name: "inventory_sku_texts"},
	{name: "inventory_cost_layers"},
	{name: "inventory_products"},
	{name: "inventory_product_grams", derived: true},
	{name: "inventory_product_gtins"},
	{name: "inventory_product_asins"},
	{name: "inventory_matches", users: []string{"created_by"}},
	{name: "inventory_match_refusals"},
	{name: "inventory_listings"},
	{name: "inventory_listing_texts"},
	{name: "inventory_listing_numbers"},
	{name: "inventory_sync_runs"},

	{name: "repricer_settings"},
	{name: "repricer_strategies"},
	{name: "repricer_products"},
	{name: "repricer_row_memory"},
	{name: "repricer_due"},
	{name: "repricer_appraisals"},
	{name: "repricer_sweeps"},
	{name: "repricer_broken_sources"},
	{name: "repricer_changes"},
	{name: "repricer_change_inputs"},
	{name: "repricer_open_changes"},
	{name: "repricer_lanes"},
	{name: "repricer_feeds"},
	{name: "repricer_sales"},
	{name: "repricer_day_counts"},
	{name: "repricer_day_marks"},
	{name: "repricer_day_sales"},
	{name: "repricer_day_box", counted: true},
	{name: "repricer_standings", derived: true},
	{name: "repricer_offer_minutes", derived: true},
	{name: "repricer_last_events", derived: true},
	{name: "repricer_alerts"},
	{name: "repricer_alert_messages"},

	{name: "purchasing_suppliers"},
	{name: "purchasing_aliases"},
	{name: "purchasing_warehouses", document: "body", provider: "prep_provider"},
	{name: "purchasing_offers"},
	{name: "purchasing_offer_gtins"},
	{name: "purchasing_offer_prices"},
	{
		name: "purchasing_orders", users: []string{"assignee_id"},
		document: "body", members: []string{"created_by", "assignee_id"},
	},
	{name: "purchasing_items"},
	{name: "purchasing_receipts", users: []string{"user_id"}},
	{name: "purchasing_counters"},
	{name: "purchasing_stock"},
	{name: "purchasing_movements", users: []string{"user_id"}},

	{name: "annotation_tags"},
	{name: "annotation_tag_links"},
	{name: "annotation_notes", users: []string{"author_id"}, document: "body", members: []string{"author.id"}},
	{name: "history_events", users: []string{"actor_id"}},

	{name: "pricelist_analyses", document: "body", members: []string{"user"}},
	{name: "pricelist_items"},
	{name: "pricelist_blocks"},
	{name: "imports", document: "body", members: []string{"user"}},
	{name: "imports_chunks"},
	{name: "research_answers"},
	{name: "research_payments"},
	{name: "exchange_rates"},

	{name: "webhook_events"},
	{name: "webhook_endpoints"},
	{name: "webhook_deliveries"},
	{name: "webhook_attempts"},
	{name: "webhook_changes"},
	{name: "webhook_states"},

	{name: "notice_rules", users: []string{"user_id"}},

	{name: "audit_log", users: []string{"user_id"}},
}

// searched lists SQLite's tables of grams with the statement that finds the ids of a team's rows.
// Postgres has an index instead, or a table of the list above.
var searched = map[string]string{
	"inventory_sku_grams":     "SELECT sku_id FROM inventory_sku_texts WHERE team_id = ?",
	"inventory_listing_grams": "SELECT listing_id FROM inventory_listing_texts WHERE team_id = ?",
	"inventory_product_grams": "SELECT id FROM inventory_products WHERE team_id = ?",
}

// Tables lists the tables with rows of teams, for the test that compares them with the database.
func Tables() []string {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.name
	}
	return names
}

// exported lists the tables of an export: the team and its people first.
func exported() []table {
	list := []table{{name: "teams"}, {name: "users"}}
	for _, t := range tables {
		if !t.derived {
			list = append(list, t)
		}
	}
	return list
}
