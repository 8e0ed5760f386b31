// Makes calls of all kinds with the TypeScript client, and prints a line for each. transcript.go prints the same lines.
import { ApiError, Client, type Schemas } from "selling-assistant";

declare const process: { env: Record<string, string | undefined> };

const sa = new Client({ baseUrl: process.env["SA_URL"] ?? "", key: process.env["SA_API_KEY"] ?? "" });
let calls = 0;

function say(text: string): void {
  console.log(`${String(++calls).padStart(2, "0")} ${text}`);
}

/** Describes an expected refusal. */
async function refused(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`after call ${calls}: not refused: ${error}`);
  const faults = error.faults.map((f) => f.code + (f.pointer ?? "") + (f.parameter ?? "")).sort();
  return [error.status, error.code, ...faults].join(" ");
}

/** Returns at most n rows. */
async function first<T>(n: number, rows: AsyncIterable<T>): Promise<T[]> {
  const some: T[] = [];
  for await (const row of rows) if (some.push(row) === n) break;
  return some;
}

// Account.
say(`user ${(await sa.get("/api/v1/users/me")).email}`);
const team = (await sa.get("/api/v1/account")).data;
say(`team ${team.name} with the plan ${team.plan.code}`);
say(`role ${(await sa.get("/api/v1/account/user")).data.role}`);

// Research.
const asin = "B0SIM0000A";
const restriction = await sa.get("/api/v1/products/{asin}/restriction-status", {
  path: { asin: "B0CASE0004" },
  query: { domain: "amazon.com" },
});
say(`restriction ${restriction.status}`);
const codes = await sa.get("/api/v1/converters/identifier-to-asins", { query: { identifier: "400781440147" } });
say(`the code belongs to ${codes[0]?.identifier}`);
say(`product ${(await sa.get("/api/v1/products/{asin}", { path: { asin } })).title}`);
const profit = await sa.post("/api/v1/products/{asin}/profit", {
  path: { asin },
  body: {
    cost: 4.4,
    price: 14.99,
    date: "2026-12-10",
    fulfillment: "fba",
    dimensions: { lengthMm: 150, widthMm: 100, heightMm: 50, weightG: 220 },
  },
});
say(`profit ${profit.fba?.profit} ${profit.currency}`);
const sales = await sa.post("/api/v1/sales-estimation", { body: { bsr: 5000, category: "Toys & Games" } });
say(`sales by ${sales.method}`);
const keepa = await sa.get("/api/v1/keepa/product", { query: { asin: [asin] } });
say(`price histories ${keepa.products?.length}`);

// Shipments and listings.
say(`inbound plans ${(await sa.get("/api/v1/inboundPlans/summary")).plans.total}`);
const plans = await first(1000, sa.all("/api/v1/inboundPlans", { query: { pageSize: 10 } }));
say(`inbound plans by pages of ten ${plans.length}`);
const sorted = { pageSize: 20, sortBy: "sku", sortOrder: "ASC" } as const;
const items = await first(25, sa.all("/api/v1/listings-items", { query: sorted }));
say(`listings ${items.length} from ${items[0]?.sku}`);
const offer = await sa.put("/api/v1/listings-items/{sku}", {
  path: { sku: "BLOCKS/RED" },
  query: { dryRun: true },
  body: { asin, price: 19.99, minPrice: 15, maxPrice: 30, quantity: 5 },
});
say(`offer ${offer.sku} ${offer.status}`);
say(`listing ${await refused(sa.get("/api/v1/listings-items/{sku}", { path: { sku: "NO/SUCH" } }))}`);

// SKUs.
const skus = await first(45, sa.all("/api/v1/skus", { query: { limit: 20, sort: "sku" } }));
say(`skus ${skus.length} from ${skus[0]?.sku} to ${skus.at(-1)?.sku}`);
const two = (await sa.get("/api/v1/skus", { query: { sku: ["SIM-0050", "SIM-0051"], sort: "sku" } })).data;
say(`skus ${two[0]?.sku} ${two[1]?.sku}`);
const comma = await sa.get("/api/v1/skus", { query: { sku: ["SIM-0050,SIM-0051"] } });
say(`skus with a comma ${comma.data.length}`);
const sku = two[0]?.id ?? 0;
const updated = await sa.patch("/api/v1/skus/{id}", {
  path: { id: sku },
  body: { costs: { unit_cost: 12.5, prep_cost: 0.4 } },
});
const { costs } = updated.data;
say(`costs ${costs.unit_cost} ${costs.prep_cost} ${costs.currency}`);

// Suppliers.
const wanted: Schemas["NewSupplier"] = { name: "Forty Calls Ltd", currency: "EUR", min_order_value: 250 };
const supplier = (await sa.post("/api/v1/suppliers", { body: wanted })).data;
say(`supplier ${supplier.name} from ${supplier.min_order_value}`);
say(`supplier again ${await refused(sa.post("/api/v1/suppliers", { body: wanted }))}`);
const nameless = sa.post("/api/v1/suppliers", { body: { name: "", default_lead_time_days: -1 } });
say(`supplier without a name ${await refused(nameless)}`);
const path = { id: supplier.id };
let tag = "";
await sa.get("/api/v1/suppliers/{id}", { path, onResponse: (r) => (tag = r.headers.get("ETag") ?? "") });
say(`supplier once more ${await refused(sa.get("/api/v1/suppliers/{id}", { path, ifNoneMatch: tag }))}`);
const change = { path, body: { phone: "+49 421 1", min_order_value: null }, ifMatch: tag };
const changed = (await sa.patch("/api/v1/suppliers/{id}", change)).data;
say(`supplier with the phone ${changed.phone} from ${changed.min_order_value}`);
say(`supplier with an old tag ${await refused(sa.patch("/api/v1/suppliers/{id}", change))}`);
const found = await sa.get("/api/v1/suppliers", { query: { q: "forty calls", count: true } });
say(`suppliers ${found.meta.total}`);

// Orders.
const order = await sa.post("/api/v1/purchase-orders", {
  body: {
    supplier_id: supplier.id,
    items: [
      { title: "Part one", quantity: 24, unit_cost: 12.5 },
      { title: "Part two", quantity: 10, unit_cost: 4.2 },
    ],
  },
});
say(`order ${order.data.status} of ${order.data.items_count} items`);
const ordered = { path: { id: order.data.id }, query: { limit: 1 } };
const lines = await first(9, sa.all("/api/v1/purchase-orders/{id}/items", ordered));
say(`items ${lines.map((i) => i.title).join(", ")}`);
const french = { path: { id: order.data.id }, query: { lang: "fr" } } as const;
const file = await sa.get("/api/v1/purchase-orders/{id}/document", french);
say(`file ${file.type} ${(await file.text()).slice(0, 5)}`);
say(`order 999999 ${await refused(sa.get("/api/v1/purchase-orders/{id}", { path: { id: 999999 } }))}`);

// Tags.
const made = (await sa.post("/api/v1/tags", { body: { name: "Forty", color: "#d62828" } })).data;
say(`tag ${made.name} ${made.color}`);
const tagged = await sa.post("/api/v1/tags/products", {
  body: { product_type: "sku", product_ids: [sku, 999999], add: [made.id] },
});
say(`tagged ${tagged.meta.succeeded}, failed ${tagged.meta.failed} with ${tagged.errors[0]?.code}`);
const tags = await first(1000, sa.all("/api/v1/tags", { query: { limit: 1 } }));
say(`tags ${tags.filter((t) => t.name === "Forty").length}`);

// Notes.
const note = await sa.post("/api/v1/notes", {
  body: { target: { type: "asin", asin, marketplace_id: "ATVPDKIKX0DER" }, body: "Forty calls" },
});
say(`note ${note.data.body}`);
await sa.delete("/api/v1/notes/{id}", { path: { id: note.data.id } });
say("note deleted");
const gone = await sa.delete("/api/v1/notes", { query: { dry_run: true }, body: { ids: [note.data.id, 999999] } });
say(`notes ${gone.data.map((r) => `${r.status} ${r.status === "failed" && r.error.code}`).join(", ")}`);

// Documents.
const invoice = `Harbour Trading GmbH,,,,
Tax ID,DE136695976,,,
Invoice number,FORTY-1,,,
ASIN,Description,Qty,Unit price,Amount
B0SIM00003,Part one,24,$12.50,$300.00
B0SIM00004,Part two,10,$4.20,$42.00
,,,Total,$342.00
`;
const upload = {
  form: {
    file: new File([invoice], "forty.csv", { type: "text/csv" }),
    type: "invoice" as const,
    targets: [{ type: "supplier", id: supplier.id }],
  },
};
const { id } = (await sa.post("/api/v1/documents", upload)).data;
const read = (await sa.waitFor("/api/v1/documents/{id}", id)).data;
say(`document ${read.original_name} ${read.type} ${read.status} for ${read.targets.length}`);
const preview = (await sa.get("/api/v1/documents/{id}/import-preview", { path: { id } })).data;
say(`preview of ${preview.lines.length} lines, total ${preview.header.total}`);
const link = (await sa.get("/api/v1/documents/{id}/download", { path: { id } })).data;
say(`link to ${link.file_size} bytes`);
say(`document again ${await refused(sa.post("/api/v1/documents", upload))}`);

// The repricer.
const bulk = await sa.patch("/api/v1/sa/repricer/products", { body: { ids: [1, 99999, 2], allow_loss: false } });
const rows = bulk.data.map((r) => `${r.id} ${r.status}`).join(", ");
say(`rows ${rows}; ${bulk.meta.failed} failed with ${bulk.errors[0]?.code}`);
const row = (await sa.get("/api/v1/sa/repricer/products/{id}", { path: { id: 4 } })).data;
say(`row ${row.sku} in ${row.currency}`);
const trial = { path: { id: 4 }, query: { dry_run: true }, body: {} };
const tried = (await sa.post("/api/v1/sa/repricer/products/{id}/reprice", trial)).data;
say(`decision in ${tried.decision.currency}, change ${tried.change}`);
const byTwo = { query: { limit: 2, sort: "id" } };
const strategies = await first(1000, sa.all("/api/v1/sa/repricer/strategies", byTwo));
say(`strategies ${strategies.length} from ${strategies[0]?.name}`);
const settings = (await sa.get("/api/v1/sa/repricer/settings")).data;
say(`prices are ${settings.submission_mode === "live" ? "sent" : "suggested"}`);
const table = await sa.get("/api/v1/sa/repricer/products.csv", { query: { sort: "id" } });
const count = (await table.text()).trim().split("\n").length - 1;
say(`table ${table instanceof File ? table.name : ""} of ${count} rows`);

// Imports.
const limits = "SKU,Marketplace,Min,Max\nSIM-0000,ATVPDKIKX0DER,30.94,45.85\nSIM-9999,ATVPDKIKX0DER,28.84,59.05\n";
const started = await sa.post("/api/v1/imports", {
  query: { dry_run: true },
  form: {
    kind: "repricer_product",
    file: new File([limits], "limits-40.csv"),
    mapping: { columns: { min_price: "Min", max_price: "Max" } },
  },
});
const done = (await sa.waitFor("/api/v1/imports/{id}", started.data.id)).data;
say(`import ${done.status}, ${done.rows_failed} of ${done.rows_total} rows failed`);
const reports = await first(9, sa.all("/api/v1/imports/{id}/rows", { path: { id: done.id }, query: { limit: 1 } }));
say(`rows ${reports.map((r) => `${r.row_number} ${r.status}`).join(", ")}`);
const analysis = (await sa.waitFor("/api/v1/price-list-analyzer/analyses/{id}", 1)).data;
say(`analysis ${analysis.status}, ${analysis.rows_total} rows`);

// Amazon's own interface.
const item = await sa.get("/api/v1/sp-api/catalog/2022-04-01/items/{asin}", { path: { asin } });
say(`catalogue item ${item.asin}`);
const stock = await first(60, sa.all("/api/v1/sp-api/fba/inventory/v1/summaries"));
say(`stock at Amazon of ${stock.length} skus`);
say(`sorted by colour ${await refused(sa.get("/api/v1/skus", { query: { sort: "colour" } }))}`);
