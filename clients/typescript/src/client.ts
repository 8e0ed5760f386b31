import { ApiError } from "./errors.js";
import type { Answer, Arguments, CallOptions, Method, Operation, PathOf, Row } from "./types.js";

export interface ClientOptions {
  /** The address of the service, without /api/v1. */
  baseUrl: string;
  /** The key of a team. It is sent in Authorization, which no redirect passes on to another host. */
  key: string;
  /** Attempts after the first; 4 when absent. */
  retries?: number;
  /** Bounds each attempt, in milliseconds; 60,000 when absent. */
  timeout?: number;
  /** Bounds the wait for the next attempt, in seconds. A call that is to wait longer fails at once; 60 when absent. */
  maxWait?: number;
  /** Replaces the global fetch. */
  fetch?: typeof fetch;
}

/** A call without the types of its operation. */
interface Call extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: Record<string, unknown>;
}

/** The members of a page that name the next page. */
interface Page extends Record<string, unknown> {
  meta?: { next_cursor?: string | null };
  pagination?: { nextToken?: string | null };
  payload?: { NextToken?: string | null };
}

type Send<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: Arguments<Operation<P, M>>
) => Promise<Answer<Operation<P, M>>>;

/** The jobs that `waitFor` waits for, by the path of their record. */
type JobPath = "/api/v1/documents/{id}" | "/api/v1/imports/{id}" | "/api/v1/price-list-analyzer/analyses/{id}";

/** The states in which a job goes on: of imports, of analyses, and of documents. */
const atWork = ["queued", "running", "taking_back", "parsing", "matching", "pricing", "uploaded", "processing"];

/** The statuses after which the same call may be accepted. */
const passing = [408, 429, 502, 503, 504];

/**
 * Calls the API. Each method takes a path of the published document and throws an {@link ApiError} for a refusal.
 * A call is sent again after a lost connection and after 408, 429, 502, 503 and 504. An Idempotency-Key makes
 * that safe for POST and PATCH.
 */
export class Client {
  readonly get = this.#method("get");
  readonly put = this.#method("put");
  readonly post = this.#method("post");
  readonly patch = this.#method("patch");
  readonly delete = this.#method("delete");

  constructor(private readonly options: ClientOptions) {}

  /** Reads page after page of a list, each when its first row is asked for. */
  async *all<P extends PathOf<"get">>(
    path: P,
    ...init: Arguments<Operation<P, "get">>
  ): AsyncGenerator<Row<Answer<Operation<P, "get">>>, void, undefined> {
    const call: Call = { ...(init as unknown as Call[])[0] };
    for (;;) {
      const page = (await this.#send("get", path, call)) as Page;
      yield* rowsOf(page) as Row<Answer<Operation<P, "get">>>[];
      const next = page.meta?.next_cursor ?? page.pagination?.nextToken ?? page.payload?.NextToken;
      if (!next) return;
      call.query = { ...call.query, [tokenOf(path, page)]: next };
      // Of an older interface of Amazon.
      if (call.query["queryType"] !== undefined) call.query["queryType"] = "NEXT_TOKEN";
    }
  }

  /** Returns a document, an import or an analysis when its work has ended. Its status says how. */
  async waitFor<P extends JobPath>(path: P, id: number, signal?: AbortSignal): Promise<Answer<Operation<P, "get">>> {
    for (let pause = 250; ; pause = Math.min(pause * 1.5, 5000)) {
      const call: Call = { path: { id }, ...(signal && { signal }) };
      const answer = await this.#send("get", path, call);
      const { status } = (answer as { data: { status: string } }).data;
      if (!atWork.includes(status)) return answer as Answer<Operation<P, "get">>;
      await sleep(pause, signal);
    }
  }

  #method<M extends Method>(method: M): Send<M> {
    const send = (path: string, call?: Call): Promise<unknown> => this.#send(method, path, call);
    return send as unknown as Send<M>;
  }

  /** Sends a call until it is answered or refused for good. */
  async #send(method: Method, path: string, call: Call = {}): Promise<unknown> {
    const { retries = 4, maxWait = 60 } = this.options;
    const address = this.options.baseUrl.replace(/\/$/, "") + addressOf(path, call);
    const { headers, body } = await prepare(method, call);
    headers.set("Authorization", `Bearer ${this.options.key}`);
    for (let attempt = 1, lost = false; ; attempt++) {
      let wait = Math.min(0.5 * 2 ** (attempt - 1), 8) * (1 - Math.random() / 2);
      let failure: unknown;
      const got = await this.#attempt(address, method.toUpperCase(), headers, body, call);
      if ("error" in got) {
        lost = true;
        failure = got.error;
      } else {
        const { response, content } = got;
        call.onResponse?.(response);
        // A lost attempt has deleted the record that is missing now.
        if (response.ok || (response.status === 404 && lost && method === "delete")) return answerOf(response, content);
        const refusal = new ApiError(response.status, response.headers, await content.text());
        // The first attempt of a call may still be at work.
        if (!passing.includes(refusal.status) && refusal.code !== "idempotency_in_flight") throw refusal;
        wait = refusal.retryAfter || wait;
        failure = refusal;
      }
      if (attempt > retries || wait > maxWait || call.signal?.aborted) throw failure;
      await sleep(wait * 1000, call.signal);
    }
  }

  /** Sends a request once and reads the whole answer. An error reports that no answer arrived. */
  async #attempt(
    address: string,
    method: string,
    headers: Headers,
    body: BodyInit | null,
    call: Call,
  ): Promise<{ response: Response; content: Blob } | { error: unknown }> {
    const limit = AbortSignal.timeout(call.timeout ?? this.options.timeout ?? 60_000);
    const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
    try {
      const response = await (this.options.fetch ?? fetch)(address, { method, headers, body, signal });
      return { response, content: await response.blob() };
    } catch (error) {
      return { error };
    }
  }
}

/** Writes the path and the query of a call. */
function addressOf(path: string, call: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.path?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value === undefined || value === null) continue;
    const entries = (Array.isArray(value) ? value : [value]).map(textOf);
    // A name that is given once may have several entries, so an entry with a comma is quoted.
    const only = Array.isArray(value) && entries.length === 1 ? entries[0] : undefined;
    if (only !== undefined && /[,"]/.test(only)) entries[0] = `"${only.replaceAll('"', '""')}"`;
    for (const entry of entries) query.append(name, entry);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Makes the headers and the body that all attempts of a call share. */
async function prepare(method: Method, call: Call): Promise<{ headers: Headers; body: BodyInit | null }> {
  const headers = new Headers();
  if (method === "post" || method === "patch") {
    headers.set("Idempotency-Key", call.idempotencyKey ?? crypto.randomUUID());
  }
  if (call.ifMatch !== undefined) headers.set("If-Match", call.ifMatch);
  if (call.ifNoneMatch !== undefined) headers.set("If-None-Match", call.ifNoneMatch);
  if (call.form) {
    const form = new FormData();
    for (const [name, value] of Object.entries(call.form)) {
      if (value instanceof Blob) form.append(name, value);
      else if (typeof value === "object") form.append(name, JSON.stringify(value));
      else if (value !== undefined) form.append(name, String(value));
    }
    // The boundary of a form is made anew each time that it is sent.
    const encoded = new Response(form);
    headers.set("Content-Type", encoded.headers.get("Content-Type") ?? "multipart/form-data");
    return { headers, body: await encoded.arrayBuffer() };
  }
  if (call.body === undefined) return { headers, body: null };
  headers.set("Content-Type", "application/json");
  return { headers, body: JSON.stringify(call.body) };
}

/** Returns the JSON of an answer, a file, or undefined without a body. */
async function answerOf(response: Response, content: Blob): Promise<unknown> {
  if (!response.ok || content.size === 0) return undefined;
  if (/^application\/json\b/.test(response.headers.get("Content-Type") ?? "")) return JSON.parse(await content.text());
  const name = /filename="([^"]*)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return name === undefined ? content : new File([content], name, { type: content.type });
}

/** Returns the rows of a page: data, or the only list of the page or of its payload. */
function rowsOf(page: Page): unknown[] {
  const members: Record<string, unknown> = page.payload ? { ...page.payload } : page;
  const list = members["data"] ?? members["items"] ?? Object.values(members).find(Array.isArray);
  return Array.isArray(list) ? list : [];
}

/** Returns the parameter for the next page. */
function tokenOf(path: string, page: Page): string {
  if (page.meta) return "cursor";
  if (path.includes("/inboundPlans")) return "paginationToken";
  return path.includes("/fba/") ? "nextToken" : "pageToken";
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
