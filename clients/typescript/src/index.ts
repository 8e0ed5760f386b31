export { Client, type ClientOptions } from "./client.js";
export type { components, operations, paths } from "./document.js";
export { ApiError, type Fault, hasCode } from "./errors.js";
export type { Answer, Arguments, CallOptions, Init, Method, Operation, PathOf, Row, Schemas } from "./types.js";
export { verifyWebhook } from "./webhook.js";
