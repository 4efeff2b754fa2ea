import createClient, { type Client } from "openapi-fetch";
import { UsanceError } from "./error.ts";
import type { paths } from "./generated.ts";

export interface UsanceOptions {
  /** Where the service is: `https://billing.example.com`, without the API root. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer <apiKey>`. */
  readonly apiKey: string;
  /** Another fetch than the platform's. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export type UsanceClient = Client<paths>;

/**
 * A client of the Usance API. Paths, bodies and answers are typed from the OpenAPI document; amounts
 * and quantities are decimal strings, never numbers to calculate with.
 *
 * Every call resolves with `data`; an answer that is not a success throws a UsanceError.
 */
export function usanceClient({ baseUrl, apiKey, fetch }: UsanceOptions): UsanceClient {
  const client = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    headers: { Authorization: `Bearer ${apiKey}` },
    ...(fetch !== undefined && { fetch }),
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await UsanceError.from(response);
    },
  });
  return client;
}
