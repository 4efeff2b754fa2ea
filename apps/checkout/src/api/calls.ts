import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";
import { eitherSignal } from "@usance/ui";
import { apiErrorOf, refusalIn } from "./api-error.ts";

const timeoutMs = 20_000;

/**
 * The API's procedures, with the types of tRPC's client. Its protocol is one request for each call; the client itself, with its
 * links and streams, is as large as a page.
 *
 * @param apiUrl where the API is; empty where the page is
 */
export const procedures = (apiUrl: string) =>
  procedureAt(`${apiUrl}/trpc/`, []) as TRPCClient<AppRouter>;

type Asked = [input: unknown, options: { readonly signal: AbortSignal }];

/** @param names those of the procedure, then `query` or `mutate` */
const procedureAt = (url: string, names: readonly string[]): unknown =>
  new Proxy(() => undefined, {
    get: (_, name) => procedureAt(url, [...names, String(name)]),
    apply: (_, _this, [input, options]: Asked) =>
      request(`${url}${names.slice(0, -1).join(".")}`, names.at(-1) === "query", input, options),
  });

/** @throws ApiError, or what `fetch` does when there is no answer */
async function request(
  url: string,
  isQuery: boolean,
  ...[input, { signal }]: Asked
): Promise<unknown> {
  const body = JSON.stringify(input);
  const headers = { "Content-Type": "application/json" };
  const response = isQuery
    ? await fetch(`${url}?input=${encodeURIComponent(body)}`, { signal })
    : await fetch(url, { signal, method: "POST", headers, body });
  const answer = await response.json();
  if (answer?.result === undefined) throw refusalIn(answer, response.headers);
  return answer.result.data;
}

/** Makes a call with a time limit. @throws ApiError, or the signal's reason */
export async function call<Answer>(
  signal: AbortSignal,
  ask: (options: { signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask({ signal: eitherSignal(signal, AbortSignal.timeout(timeoutMs)) });
  } catch (error) {
    signal.throwIfAborted();
    throw apiErrorOf(error);
  }
}
