// Calls each relayed operation with clients made for Amazon: run.mjs BASE KEY SELLER CASES. The
// cases are those of test/openapi/sandbox.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { based, clients, operations } from "./clients.mjs";

const [base, key, seller, table] = process.argv.slice(2);
const wait = (seconds) => new Promise((wake) => setTimeout(wake, seconds * 1000));

// read calls the relay without a client, to find ids.
async function read(path) {
  for (;;) {
    const answer = await fetch("https://sellingpartnerapi-na.amazon.com" + path, { headers: { "x-amz-access-token": key } });
    if (answer.status === 200) return answer.json();
    if (answer.status !== 429) throw new Error(`${path}: ${await answer.text()}`);
    await wait(Number(answer.headers.get("retry-after")));
  }
}

// world finds the ids that the cases have in braces, as Discover of test/openapi/sandbox does.
async function world() {
  const found = {
    seller, asin: "B0SIM00002", asin2: "B0SIM00003", type: "PRODUCT", sku: "SIM-0000", sku2: "SIM-0001", sku3: "SIM-0002",
  };
  const plans = "/inbound/fba/2024-03-20/inboundPlans";
  for (const { inboundPlanId } of (await read(`${plans}?pageSize=30&sortBy=CREATION_TIME`)).inboundPlans) {
    const of = (rest) => read(`${plans}/${inboundPlanId}${rest}`);
    const group = (await of("/packingOptions")).packingOptions?.[0]?.packingGroups[0];
    const shipment = (await of("")).shipments?.[0]?.shipmentId;
    if (!group || !shipment) continue;
    const whole = await of(`/shipments/${shipment}`);
    if (!whole.shipmentConfirmationId) continue;
    return {
      ...found, group, shipment, plan: inboundPlanId, placement: whole.placementOptionId, confirmed: whole.shipmentConfirmationId,
    };
  }
  throw new Error("the account has no plan with everything");
}

const ids = await world();
const filled = (text) => text.replace(/\{(\w+)\}/g, (all, name) => ids[name] ?? all);
const cases = readFileSync(table, "utf8").trimEnd().split("\n").slice(1).map((line) => {
  const [operation, status, parameters, , body] = line.split("\t");
  const given = parameters.split(" ").filter((p) => p && !p.endsWith("={token}")).map((p) => {
    const [, name, value] = filled(p).match(/^([^=]+)=(.*)$/);
    return [name, value.startsWith("[") ? value.slice(1, -1).split(",") : value];
  });
  return { operation, status: Number(status), parameters: Object.fromEntries(given), body: body ? JSON.parse(filled(body)) : undefined };
});

// inPath lists the parameters that a path has.
function inPath({ operation, parameters }) {
  if (operation === "getListingsRestrictions") return [];
  if (operation === "listTransportationOptions") return ["inboundPlanId"];
  const names = ["Asin", "SellerSKU", "orderId", "asin", "sellerId", "sku", "productType", "inboundPlanId", "packingGroupId", "shipmentId"];
  return names.filter((name) => parameters[name] !== undefined);
}

const statusOf = (fault) => fault.response?.status ?? fault.status ?? fault.innerError?.response?.status;
const wordsOf = (fault) => JSON.stringify([fault.code, fault.message, fault.response?.data, fault.response?.text]);

// Some clients refuse a call without a required parameter themselves.
const unsent = /[Mm]issing the required parameter|[Rr]equired parameter \w+ was null/;

// outcome is the status of a call. A call that Amazon's pace refuses comes again, when its answer says.
async function outcome(call, c) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await call(c.operation, { ...c.parameters }, c.body, inPath(c));
      return answer === undefined ? [0] : [200, answer];
    } catch (fault) {
      if (/QuotaExceeded/.test(wordsOf(fault)) && tries < 20) {
        const headers = fault.response?.headers ?? fault.response?.header ?? {};
        await wait(Number(headers["retry-after"] ?? 10));
        continue;
      }
      if (c.status === 400 && unsent.test(fault.message)) return [400];
      const word = { InvalidInput: 400, NotFound: 404, NOT_FOUND: 404 }[wordsOf(fault).match(/InvalidInput|NotFound|NOT_FOUND/)?.[0]];
      return [statusOf(fault) ?? word ?? -1, wordsOf(fault)];
    }
  }
}

// slow lists the operations that Amazon lets through every ten seconds or less often.
const slow = ["getCompetitiveSummary", "getFeaturedOfferExpectedPriceBatch", "getItemOffersBatch"];

let failed = 0;
await Promise.all(Object.entries(clients).map(async ([name, open]) => {
  const call = open(key), done = new Set(), lines = [];
  let held = 0, absent = 0;
  const each = async (some) => {
    for (const c of some) {
      const [status, said] = await outcome(call, c);
      if (status === 0) absent++;
      else if (status === c.status) held++;
      else lines.push(`  ${c.operation} ${JSON.stringify(c.parameters)}: ${c.status} expected, ${status}: ${said}`);
      if (status === 200) done.add(c.operation);
    }
  };
  const waits = slow.map((name) => each(cases.filter((c) => c.operation === name)));
  await Promise.all([...waits, each(cases.filter((c) => !slow.includes(c.operation)))]);
  failed += lines.length;
  console.log([`${name}: ${held} of ${cases.length - absent} cases, ${done.size} of ${operations.length} operations`, ...lines].join("\n"));
}));

assert.deepEqual(await based(base, key, ids.asin, ["ATVPDKIKX0DER"]), [ids.asin, ids.asin]);

// A wrong secret is refused in words.
const wrong = clients["amazon-sp-api"]("sak_wrong");
await assert.rejects(wrong("getMarketplaceParticipations", {}, undefined, []), /API key/);
process.exit(failed ? 1 : 0);
