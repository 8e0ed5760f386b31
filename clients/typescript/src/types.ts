import type { components, paths } from "./document.js";

/** The types of the published document by name: `Schemas["Sku"]`. */
export type Schemas = components["schemas"];

export type Method = "get" | "put" | "post" | "patch" | "delete";

/** The paths that have an operation with a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

export type Operation<P, M extends Method> = P extends keyof paths
  ? paths[P] extends Record<M, infer O>
    ? O
    : never
  : never;

/** Options of a call that have nothing to do with its operation. */
export interface CallOptions {
  /** Lets a change through only while the record has the tag; else the call fails with `precondition_failed`. */
  ifMatch?: string;
  /** Asks for an answer only if its tag differs; else the call fails with `not_modified`. */
  ifNoneMatch?: string;
  /** Replaces the key that each POST and PATCH gets by itself, for a program that repeats a call after a crash. */
  idempotencyKey?: string;
  /** Ends the call, also while it waits. */
  signal?: AbortSignal;
  /** Bounds each attempt, in milliseconds. */
  timeout?: number;
  /** Gets the last response, for its headers such as `ETag`. Its body has been read. */
  onResponse?: (response: Response) => void;
}

type ParametersOf<O, In extends string> = O extends { parameters: infer P }
  ? In extends keyof P
    ? P[In]
    : never
  : never;

type RequestBody<O> = O extends { requestBody?: infer B } ? B : never;

type Content<B, Media extends string> = [NonNullable<B>] extends [never]
  ? never
  : NonNullable<B> extends { content: infer C }
    ? Media extends keyof C
      ? undefined extends B
        ? C[Media] | undefined
        : C[Media]
      : never
    : never;

/** A form has its file as a Blob or File. Lists and objects among its parts are sent as JSON text. */
type Form<F> = { [K in keyof F]: K extends "file" ? Blob : F[K] | object };

type Member<N extends string, T> = [NonNullable<T>] extends [never]
  ? { [K in N]?: never }
  : undefined extends T
    ? { [K in N]?: NonNullable<T> }
    : { [K in N]: T };

/** The parts of a call: `path`, `query`, and `body` or `form`. */
export type Init<O> = CallOptions &
  Member<"path", ParametersOf<O, "path">> &
  Member<"query", ParametersOf<O, "query">> &
  Member<"body", Content<RequestBody<O>, "application/json">> &
  Member<"form", Form<Content<RequestBody<O>, "multipart/form-data">>>;

/** The arguments after the path. A call without a required part needs no arguments. */
export type Arguments<O> = Partial<Init<O>> extends Init<O> ? [init?: Init<O>] : [init: Init<O>];

type Success = 200 | 201 | 202 | 204;

type Payload<R> = R extends { content: infer C }
  ? "application/json" extends keyof C
    ? C["application/json"]
    : Blob
  : undefined;

/** The answer of an operation: its JSON, a Blob for a file, undefined without a body. */
export type Answer<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends Success ? Payload<R[S]> : never }[keyof R]
  : never;

/** Leaves out the members that a type has by an index signature. */
type Known<A> = { [K in keyof A as string extends K ? never : number extends K ? never : K]: A[K] };

type ListIn<A> = { [K in keyof A]-?: NonNullable<A[K]> extends readonly (infer T)[] ? T : never }[keyof A];

type Inner<A> = "payload" extends keyof A ? Known<NonNullable<A["payload" & keyof A]>> : A;

/** A row of a page: of `data`, or of the only list that the page or its payload has. */
export type Row<A> = A extends { data: readonly (infer T)[] } ? T : ListIn<Inner<Known<A>>>;
