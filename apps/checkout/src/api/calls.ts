import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";
import { eitherSignal } from "@usance/ui";
import { apiErrorOf } from "./api-error.ts";

const timeoutMs = 20_000;

/** @param apiUrl where the API is; empty where the page is */
export const procedures = (apiUrl: string): TRPCClient<AppRouter> =>
  createTRPCClient<AppRouter>({ links: [httpLink({ url: `${apiUrl}/trpc` })] });

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
