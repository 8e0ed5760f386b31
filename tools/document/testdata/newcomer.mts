// The first calls of a newcomer, with openapi-fetch and the types that openapi-typescript makes of the document:
// the account, a list page by page, a profit, two dry runs, and a refusal handled by its code. No cast is needed.
import createClient from "openapi-fetch";
import type { components, paths } from "./types";

const [baseUrl = "", key = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

// got returns the answer of a call, and throws its refusal.
function got<T>(answer: { data?: T; error?: components["schemas"]["Problem"] }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.code}: ${answer.error?.message} (${answer.error?.trace_id})`);
  return answer.data;
}

const account = got(await api.GET("/api/v1/account")).data;
console.log(`team ${account.name}, plan ${account.plan.code}`);

const orders: string[] = [];
for (let cursor: string | undefined, more = true; more; ) {
  const page = got(await api.GET("/api/v1/purchase-orders", { params: { query: { limit: 2, sort: "number", cursor } } }));
  for (const order of page.data) orders.push(order.number);
  cursor = page.meta.next_cursor ?? undefined;
  more = cursor !== undefined;
}
console.log(`${orders.length} purchase orders from ${orders[0]} to ${orders.at(-1)}`);

const profit = got(
  await api.POST("/api/v1/products/{asin}/profit", {
    params: { path: { asin: "B0SIM00007" } },
    body: { price: 25.99, cost: 8 },
  }),
);
console.log(`profit ${profit.fba?.profit ?? "unknown"} ${profit.currency}`);

const row = got(await api.GET("/api/v1/sa/repricer/products", { params: { query: { limit: 1 } } })).data[0];
if (row === undefined) throw new Error("the repricer has no rows");
const tried = got(
  await api.POST("/api/v1/sa/repricer/products/{id}/reprice", {
    params: { path: { id: row.id }, query: { dry_run: true } },
    body: {},
  }),
).data;
console.log(`dry run: ${tried.decision.sentences.join(" ")}`);

const deleted = got(await api.DELETE("/api/v1/skus", { params: { query: { dry_run: true } }, body: { ids: [1, 999999] } }));
for (const result of deleted.data) {
  console.log(result.status === "failed" ? `${result.id} failed: ${result.error.code}` : `${result.id} would be ${result.status}`);
}

const missing = await api.GET("/api/v1/skus/{id}", { params: { path: { id: 999999 } } });
switch (missing.error?.code) {
  case "not_found":
    console.log(`refused as expected: ${missing.error.message}`);
    break;
  default:
    throw new Error("SKU 999999 is not missing");
}
