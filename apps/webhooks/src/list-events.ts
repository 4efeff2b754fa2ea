import { type components, type paths, UsanceError, usanceClient } from "@usance/sdk";
import type { Service } from "./find-service.ts";
import { noAnswer } from "./no-answer.ts";
import { RelayError, ServiceAway } from "./relay-error.ts";

export type UsanceEvent = components["schemas"]["Event"];

type Query = NonNullable<paths["/api/v1/events"]["get"]["parameters"]["query"]>;

/** Reads one page of what has happened, newest first. */
export type ListEvents = (
  query: Pick<Query, "from" | "cursor" | "limit">,
) => Promise<{ readonly events: UsanceEvent[]; readonly nextCursor: string | null }>;

const timeoutMs = 15_000;

/**
 * @param find asked at every call: `pnpm dev` may come back at another address
 * @returns throws ServiceAway when there is no answer, RelayError when the key is refused
 */
export function eventsOf(find: () => Promise<Service>): ListEvents {
  return async (query) => {
    const { url, apiKey } = await find();
    const usance = usanceClient({ baseUrl: url, apiKey });
    const signal = AbortSignal.timeout(timeoutMs);
    const page = await usance
      .GET("/api/v1/events", { params: { query }, signal })
      .catch((error) => Promise.reject(inWords(error, url)));
    if (!Array.isArray(page.data?.events)) throw noService(url);
    return page.data;
  };
}

function inWords(error: unknown, url: string): RelayError {
  if (error instanceof SyntaxError) return noService(url);
  if (!(error instanceof UsanceError)) {
    return new ServiceAway(`The service at ${url} does not answer: ${noAnswer(error)}`);
  }
  const refused = error.status === 401 || error.status === 403;
  return refused
    ? new RelayError(`The service at ${url} refuses the key: ${error.message}`)
    : new ServiceAway(`The service at ${url} shows no events: ${error.message}`);
}

/** While a service is deployed, something in front of it may answer in its place. */
const noService = (url: string) => new ServiceAway(`What answers at ${url} is no Usance service.`);
