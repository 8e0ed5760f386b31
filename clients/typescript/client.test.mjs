// Tests the parts of the client that a call through a proxy does not show. It runs with: node --test
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, Client, hasCode, verifyWebhook } from "./dist/index.js";

/** Answers the attempts of a call in turn. An error is a lost connection. */
function service(...answers) {
  const got = [];
  const fetch = async (address, init) => {
    got.push({ address, ...init, body: init.body === null ? null : await new Response(init.body).text() });
    init.signal.throwIfAborted();
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  return { got, sa: new Client({ baseUrl: "http://service.test/", key: "sak_1", fetch }) };
}

const json = (status, body, headers = {}) =>
  new Response(body && JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

test("a call is sent again with its key", async () => {
  const { got, sa } = service(new TypeError("lost"), json(409, { code: "idempotency_in_flight" }), json(201, { data: { id: 1 } }));
  assert.deepEqual(await sa.post("/api/v1/tags", { body: { name: "a" } }), { data: { id: 1 } });
  assert.equal(got.length, 3);
  for (const sent of got) {
    assert.equal(sent.method, "POST");
    assert.equal(sent.body, '{"name":"a"}');
    assert.equal(sent.headers.get("Authorization"), "Bearer sak_1");
    assert.equal(sent.headers.get("Idempotency-Key"), got[0].headers.get("Idempotency-Key"));
  }
  assert.match(got[0].headers.get("Idempotency-Key"), /^[0-9a-f-]{36}$/);
});

test("a call gives up", async () => {
  let { got, sa } = service(json(429, { code: "rate_limited" }, { "Retry-After": "61" }));
  await assert.rejects(sa.get("/api/v1/account"), (e) => hasCode(e, "rate_limited") && e.retryAfter === 61);
  assert.equal(got.length, 1);

  ({ got, sa } = service(json(500, { code: "internal_error" })));
  await assert.rejects(sa.get("/api/v1/account"), (e) => hasCode(e, "internal_error"));

  ({ got, sa } = service(json(503, undefined, { "Retry-After": "50" })));
  const ended = new AbortController();
  const call = sa.get("/api/v1/account", { signal: ended.signal });
  setTimeout(() => ended.abort(new Error("ended")), 10);
  await assert.rejects(call, { message: "ended" });
  assert.equal(got.length, 1);

  ({ got, sa } = service());
  await assert.rejects(sa.get("/api/v1/account", { signal: AbortSignal.abort(new Error("before")) }), { message: "before" });
});

test("a deletion that was lost", async () => {
  const { sa } = service(new TypeError("lost"), json(404, { code: "not_found" }), json(404, { code: "not_found" }));
  assert.equal(await sa.delete("/api/v1/tags/{id}", { path: { id: 1 } }), undefined);
  await assert.rejects(sa.delete("/api/v1/tags/{id}", { path: { id: 1 } }), (e) => hasCode(e, "not_found"));
});

test("refusals", async () => {
  const faults = [{ code: "required", message: "is required", pointer: "/a" }, { code: "invalid", message: "is wrong", parameter: "b" }];
  const { sa } = service(
    json(400, { code: "validation_failed", message: "two faults", trace_id: "t1", errors: faults }),
    new Response(null, { status: 304 }),
    new Response("", { status: 404 }),
    new Response("<html>", { status: 403, headers: { "X-Request-Id": "r1" } }),
  );
  for (const message of [
    "two faults; /a is required; b is wrong (400 validation_failed, trace t1)",
    "HTTP status 304 (304 not_modified, trace )",
    "HTTP status 404 (404 not_found, trace )",
    "HTTP status 403 (403 , trace r1)",
  ]) {
    await assert.rejects(sa.get("/api/v1/account"), (e) => e instanceof ApiError && e.message === message);
  }
});

test("addresses", async () => {
  const { got, sa } = service(json(200, {}));
  const query = { names: ["a", "b,c"], one: ['d,"e"'], none: undefined, at: new Date(0), grey: false };
  await sa.get("/api/v1/listings-items/{sku}", { path: { sku: "A/B C" }, query });
  assert.equal(
    got[0].address,
    "http://service.test/api/v1/listings-items/A%2FB%20C" +
      "?names=a&names=b%2Cc&one=%22d%2C%22%22e%22%22%22&at=1970-01-01T00%3A00%3A00.000Z&grey=false",
  );
});

test("pages", async () => {
  const pages = {
    "/api/v1/skus": ["cursor", { data: [1, 2], meta: { next_cursor: "n" } }, { data: [3], meta: { next_cursor: null } }],
    "/api/v1/inboundPlans": ["paginationToken", { plans: [1, 2], pagination: { nextToken: "n" } }, { plans: [3], pagination: {} }],
    "/api/v1/listings-items": ["pageToken", { items: [1, 2], pagination: { nextToken: "n" } }, { items: [3] }],
    "/api/v1/sp-api/fba/inbound/v0/shipments": ["nextToken", { payload: { S: [1, 2], NextToken: "n" } }, { payload: { S: [3] } }],
  };
  for (const [path, [token, first, second]] of Object.entries(pages)) {
    const { got, sa } = service(json(200, first), json(200, second));
    const rows = [];
    for await (const row of sa.all(path, { query: { a: 1 } })) rows.push(row);
    assert.deepEqual(rows, [1, 2, 3]);
    assert.equal(got[1].address, `http://service.test${path}?a=1&${token}=n`);
  }
});

test("webhooks", async () => {
  // The example of the Standard Webhooks specification.
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const body = '{"test": 2432232314}';
  const headers = new Headers({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
  const at = (seconds) => new Date((1614265330 + seconds) * 1000);
  assert.equal(await verifyWebhook(secret, headers, body, at(300)), true);
  assert.equal(await verifyWebhook(secret, headers, body, at(301)), false);
  assert.equal(await verifyWebhook(secret, headers, body + " ", at(0)), false);
  assert.equal(await verifyWebhook("whsec_!", headers, body, at(0)), false);
  assert.equal(await verifyWebhook(secret, new Headers(), body, at(0)), false);
});
