// Four clients made for Amazon, each as a function that calls an operation by its name. They are
// used as their guides say: with a client id, a client secret and a refresh token.
import * as amazon from "@amazon-sp-api-release/amazon-sp-api-sdk-js";
import scaleleap from "@scaleleap/selling-partner-api-sdk";
import { SellingPartnerApiAuth } from "@sp-api-sdk/auth";
import { SellingPartner } from "amazon-sp-api";

// apis names each interface of Amazon as the four clients do, with the operations that are relayed.
// @sp-api-sdk has no package for the first.
const apis = [
  ["sellers", "", "", "Sellers", "SellersSpApi.SellersApi", "getMarketplaceParticipations"],
  ["orders", "v0", "orders-api-v0", "Orders", "OrdersSpApi.OrdersV0Api", "getOrders getOrderItems"],
  ["catalogItems", "2022-04-01", "catalog-items-api-2022-04-01", "CatalogItemsV20220401", "CatalogitemsSpApi.CatalogApi",
    "searchCatalogItems getCatalogItem"],
  ["productTypeDefinitions", "", "product-type-definitions-api-2020-09-01", "ProductTypeDefinitions",
    "ProducttypedefinitionsSpApi.DefinitionsApi", "searchDefinitionsProductTypes getDefinitionsProductType"],
  ["fbaInventory", "", "fba-inventory-api-v1", "FbaInventory", "FbainventorySpApi.FbaInventoryApi", "getInventorySummaries"],
  ["listingsItems", "2021-08-01", "listings-items-api-2021-08-01", "ListingsItemsV20210801", "ListingsitemsSpApi.ListingsApi",
    "searchListingsItems getListingsItem patchListingsItem putListingsItem deleteListingsItem"],
  ["listingsRestrictions", "", "listings-restrictions-api-2021-08-01", "ListingsRestrictions",
    "ListingsrestrictionsSpApi.ListingsApi", "getListingsRestrictions"],
  ["productPricing", "v0", "product-pricing-api-v0", "ProductPricing", "Pricing_v0SpApi.ProductPricingApi",
    "getPricing getCompetitivePricing getItemOffers getItemOffersBatch"],
  ["productPricing", "2022-05-01", "product-pricing-api-2022-05-01", "ProductPricingV20220501", "PricingSpApi.ProductPricingApi",
    "getCompetitiveSummary getFeaturedOfferExpectedPriceBatch"],
  ["productFees", "", "product-fees-api-v0", "ProductFees", "ProductfeesSpApi.FeesApi",
    "getMyFeesEstimateForASIN getMyFeesEstimateForSKU getMyFeesEstimates"],
  ["fulfillmentInbound", "v0", "fulfillment-inbound-api-v0", "FulfillmentInbound", "Fulfillmentinbound_v0SpApi.FbaInboundApi",
    "getShipments getShipmentItemsByShipmentId getShipmentItems"],
  ["fulfillmentInbound", "2024-03-20", "fulfillment-inbound-api-2024-03-20", "FulfillmentInboundV20240320",
    "FulfillmentinboundSpApi.FbaInboundApi",
    "listInboundPlans getInboundPlan listInboundPlanBoxes listInboundPlanItems listPackingGroupBoxes listPackingGroupItems " +
      "listPackingOptions listPlacementOptions getShipment listShipmentBoxes listShipmentItems listTransportationOptions"],
].map(([endpoint, version, sdk, scale, own, operations]) => ({ endpoint, version, sdk, scale, own, operations: operations.split(" ") }));

export const operations = apis.flatMap((api) => api.operations);
const apiOf = (operation) => apis.find((api) => api.operations.includes(operation));

// named answers any spelling of a parameter's name, and the body under every other name.
const named = (parameters, body) => {
  const all = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]));
  const get = (_, name) => {
    if (typeof name !== "string" || name === "then") return undefined;
    return all.get(name.toLowerCase()) ?? (/body|request/i.test(name) ? body : undefined);
  };
  return new Proxy({}, { get });
};

const lower = (name) => name[0].toLowerCase() + name.slice(1);
const lowered = (parameters, body) => {
  const all = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [lower(name), value]));
  return body === undefined ? all : named(all, body);
};

function amazonSpApi(key) {
  const client = new SellingPartner({
    region: "na", refresh_token: "none",
    credentials: { SELLING_PARTNER_APP_CLIENT_ID: "team", SELLING_PARTNER_APP_CLIENT_SECRET: key },
  });
  return (operation, parameters, body, path) => {
    const { endpoint, version } = apiOf(operation);
    const pick = (inPath) => Object.fromEntries(Object.entries(parameters).filter(([name]) => path.includes(name) === inPath));
    return client.callAPI({ operation, endpoint, path: pick(true), query: pick(false), body, options: version ? { version } : {} });
  };
}

function spApiSdk(key) {
  const auth = new SellingPartnerApiAuth({ clientId: "team", clientSecret: key, refreshToken: "none" });
  return async (operation, parameters, body) => {
    const { sdk } = apiOf(operation);
    if (!sdk) return undefined;
    const [client] = Object.entries(await import(`@sp-api-sdk/${sdk}`)).find(([name]) => name.endsWith("ApiClient")).slice(1);
    const { data } = await new client({ auth, region: "na", rateLimiting: { retry: true } })[operation](lowered(parameters, body));
    return data;
  };
}

function scaleLeap(key) {
  return async (operation, parameters, body) => {
    const [name, version] = apiOf(operation).scale.split(/(?=V\d{8}$)/);
    const client = new scaleleap[`${name}ApiClient${version ?? ""}`]({ accessToken: key, region: "us-east-1" });
    const { data } = await client[operation](lowered(parameters, body));
    return data;
  };
}

function amazonsOwn(key) {
  return (operation, parameters, body) => {
    const [space, api] = apiOf(operation).own.split(".");
    const client = new amazon[space].ApiClient("https://sellingpartnerapi-na.amazon.com");
    client.enableAutoRetrievalAccessToken("team", key, "none", null);
    const call = new amazon[space][api](client);
    // The required parameters come first, in an order of the client's own, and the others as options.
    const names = call[operation].toString().match(/\(([^)]*)\)/)[1].split(", ").filter(Boolean);
    const all = named(parameters, body);
    return call[operation](...names.map((name) => (name === "opts" ? named(parameters, undefined) : all[name])));
  };
}

// based reads a product with the clients that take a base address instead of a host.
export async function based(base, key, asin, marketplaceIds) {
  const address = `${base}/api/v1/sp-api`;
  const api = new amazon.CatalogitemsSpApi.ApiClient(address);
  api.applyXAmzAccessTokenToRequest(key);
  const leap = new scaleleap.CatalogItemsApiClientV20220401({ accessToken: key, basePath: address, region: "us-east-1" });
  return [
    (await new amazon.CatalogitemsSpApi.CatalogApi(api).getCatalogItem(asin, marketplaceIds)).asin,
    (await leap.getCatalogItem({ asin, marketplaceIds })).data.asin,
  ];
}

export const clients = {
  "amazon-sp-api": amazonSpApi, "@sp-api-sdk": spApiSdk, "@scaleleap": scaleLeap, "Amazon's SDK for JavaScript": amazonsOwn,
};
