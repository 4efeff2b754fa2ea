import type { AnyOperation } from "../../src/operation/operation.ts";
import { operations as all } from "../../src/server/router.ts";
import { testKey } from "./service.ts";

/** A response of either door: a status, and the body or the error. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any body
  readonly body: any;
  readonly headers: Headers;
}

/** A response, with the code and the field of an error, which each door sends in its own way. */
export interface CodedAnswer extends Answer {
  /** The code of the error, and the field that caused it; both null for a success. */
  readonly code: string | null;
  readonly param: string | null;
}

export interface Door {
  readonly name: "REST" | "tRPC";
  /**
   * @param key null sends no key
   * @param headers additional headers
   */
  call(
    url: string,
    operation: string,
    input?: unknown,
    key?: string | null,
    headers?: Readonly<Record<string, string>>,
  ): Promise<CodedAnswer>;
}

/** All operations by name. */
export const operations: Readonly<Record<string, AnyOperation>> = Object.fromEntries(
  all.map((one) => [one.name, one]),
);

/** The REST door, for tests in which the door does not matter. */
export const restDoor: Door = {
  name: "REST",
  async call(url, operation, input = {}, key = testKey, headers = {}) {
    const { method, path } = placeOf(operation);
    const { parameters, body } = splitInput(path, input);
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(pathText(parameters[name])),
    );
    const hasBody = method !== "GET" && method !== "DELETE";
    const search = hasBody ? "" : queryText(body);
    const response = await fetch(url + target + search, {
      method,
      headers: {
        ...authorization(key),
        ...headers,
        ...(hasBody && { "Content-Type": "application/json" }),
      },
      ...(hasBody && { body: JSON.stringify(body) }),
    });
    const { status, headers: answered } = response;
    const [code, param] = [answered.get("usance-error"), answered.get("usance-error-param")];
    return { status, body: await response.json(), headers: answered, code, param };
  },
};

const trpc: Door = {
  name: "tRPC",
  async call(url, operation, input = {}, key = testKey, headers = {}) {
    const query = placeOf(operation).method === "GET";
    const search = query ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
    const response = await fetch(`${url}/trpc/${operation}${search}`, {
      method: query ? "GET" : "POST",
      headers: {
        ...authorization(key),
        ...headers,
        ...(!query && { "Content-Type": "application/json" }),
      },
      ...(!query && { body: JSON.stringify(input) }),
    });
    const { result, error } = (await response.json()) as {
      result?: { data: unknown };
      error?: { message: string; data: { error: string; param?: string } } | string;
    };
    const data = typeof error === "object" ? error.data : null;
    return {
      status: response.status,
      // Errors from before a door takes the request have the format of REST on both doors.
      body:
        error === undefined
          ? result?.data
          : { error: typeof error === "string" ? error : error.message },
      headers: response.headers,
      code: data?.error ?? response.headers.get("usance-error"),
      param: data?.param ?? null,
    };
  },
};

/** The two doors, to run the same tests through both. */
export const doors: readonly Door[] = [restDoor, trpc];

function placeOf(operation: string): AnyOperation {
  const place = operations[operation];
  if (place === undefined) throw new Error(`There is no operation ${operation}.`);
  return place;
}

function authorization(key: string | null): Record<string, string> {
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

/** Whether a path can contain a value: a text that is not empty, without half a surrogate pair. */
function pathText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text?.isWellFormed() && !/^\.*$/.test(text) ? text : "any";
}

/** Converts an input to a query string, whose values are texts. An array becomes a repeated parameter. */
function queryText(body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === null || one === undefined) continue;
      search.append(name, typeof one === "string" ? one : JSON.stringify(one));
    }
  }
  return search.size === 0 ? "" : `?${search}`;
}

/** Splits an input into the path and the rest, for the body or the query string. */
function splitInput(path: string, input: unknown) {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { parameters: {} as Record<string, unknown>, body: input };
  }
  const entries = Object.entries(input);
  return {
    parameters: Object.fromEntries(entries.filter(([name]) => named.includes(name))),
    body: Object.fromEntries(entries.filter(([name]) => !named.includes(name))),
  };
}
