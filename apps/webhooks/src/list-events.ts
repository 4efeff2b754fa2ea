import {
  ConnectionError,
  type EventListParams,
  TimeoutError,
  UnexpectedAnswerError,
  UsanceError,
  type UsanceEvent,
  usanceClient,
} from "@usance/sdk";
import type { Service } from "./find-service.ts";
import { noAnswer, RelayError, ServiceAway } from "./relay-error.ts";

/** Lists events, newest first, in pages of `limit`. */
export type ListEvents = (
  query: Pick<EventListParams, "from" | "limit">,
) => AsyncIterable<UsanceEvent>;

const timeoutMs = 15_000;

/**
 * @param find is called for each read: `pnpm dev` may restart at another address
 * @returns throws ServiceAway when there is no response, RelayError when the key is refused
 */
export function eventsOf(find: () => Promise<Service>): ListEvents {
  return async function* list(query) {
    const { url, apiKey } = await find();
    // The caller reports that the service is away, and reads again.
    const usance = usanceClient({ baseUrl: url, apiKey, timeoutMs, maxRetries: 0 });
    try {
      yield* usance.events.list(query);
    } catch (error) {
      throw inWords(error, url);
    }
  };
}

function inWords(error: unknown, url: string): unknown {
  if (!(error instanceof UsanceError)) return error;
  if (error instanceof UnexpectedAnswerError) {
    // During a deployment, a proxy may respond in place of the service.
    return new ServiceAway(`What answers at ${url} is no Usance service.`);
  }
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    const why = noAnswer(error instanceof TimeoutError ? error : error.cause);
    return new ServiceAway(`The service at ${url} does not answer: ${why}`);
  }
  const refused = error.status === 401 || error.status === 403;
  return refused
    ? new RelayError(`The service at ${url} refuses the key: ${error.message}`)
    : new ServiceAway(`The service at ${url} shows no events: ${error.message}`);
}
