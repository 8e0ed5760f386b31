import type { Schemas } from "./types.js";

/** A wrong part of a call: a member of the body by its JSON pointer, or a parameter. */
export interface Fault {
  code: string;
  message: string;
  pointer?: string;
  parameter?: string;
}

/** A call that the service refused. */
export class ApiError extends Error {
  /** A stable word, such as `not_found`. `/problems/CODE` of the service explains it. */
  readonly code: Schemas["Problem"]["code"] | "not_modified" | "";
  /** Names the call in the logs of the service. */
  readonly traceId: string;
  /** The faults of the call. It may be empty if there is a single fault. */
  readonly faults: Fault[];
  /** Seconds after which the service may accept the call; undefined if unknown. */
  readonly retryAfter: number | undefined;
  /** The whole problem document, with the members that only some codes have. */
  readonly problem: Record<string, unknown>;

  constructor(
    /** The HTTP status. */
    readonly status: number,
    headers: Headers,
    body: string,
  ) {
    const problem = read(body);
    const faults = (problem["errors"] ?? []) as Fault[];
    const empty = new Map([[304, "not_modified"], [404, "not_found"]]).get(status);
    const code = body === "" ? (empty ?? "") : (problem["code"] ?? "");
    const trace = String(problem["trace_id"] ?? headers.get("X-Request-Id") ?? "");
    const parts = [problem["message"] ?? `HTTP status ${status}`];
    if (faults.length > 1) parts.push(...faults.map((f) => `${f.pointer || f.parameter} ${f.message}`));
    super(`${parts.join("; ")} (${status} ${code}, trace ${trace})`);
    this.name = "ApiError";
    this.code = code as ApiError["code"];
    this.traceId = trace;
    this.faults = faults;
    this.retryAfter = seconds(headers.get("Retry-After"));
    this.problem = problem;
  }
}

/** Reports whether an error is a refusal with the code. */
export function hasCode(error: unknown, code: ApiError["code"]): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Reads a problem document. An answer of something between client and service has no problem. */
function read(body: string): Record<string, unknown> {
  try {
    const problem: unknown = JSON.parse(body);
    return typeof problem === "object" && problem !== null ? (problem as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Reads Retry-After: seconds or a date. */
function seconds(text: string | null): number | undefined {
  if (text === null) return undefined;
  const wait = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
