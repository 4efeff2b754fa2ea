import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  splitLink,
  TRPCClientError,
} from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@usance/api";

/** The service takes the session's cookie only with this header, which no other site's page can send. */
export const ownPage = { "Usance-Dashboard": "1" };

const url = "/trpc";

/** Calls the service as the session that is signed in. */
export const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      // Signing in and out sets a cookie, which the answer to a batch does not.
      condition: ({ path }) => path.startsWith("dashboard."),
      true: httpLink({ url, headers: ownPage }),
      false: httpBatchLink({ url, headers: ownPage, maxItems: 50, maxURLLength: 8_000 }),
    }),
  ],
});

/** Calls the service once with a key that a person has pasted. The key is not stored. */
export const clientWithKey = (key: string) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url, headers: { Authorization: `Bearer ${key}` } })],
  });

interface Refusal {
  readonly status: number;
  readonly code: string;
  /** The path of the field that is at fault, such as `components.0.amount`; undefined if none is. */
  readonly param: string | undefined;
}

/** The error of a call that was refused; null if the service gave no answer. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { data } = error as TRPCClientError<AppRouter>;
  return data == null ? null : { status: data.httpStatus, code: data.error, param: data.param };
}

const endSession = (error: unknown) => {
  if (refusalOf(error)?.status === 401) queryClient.setQueryData(sessionKey, null);
};

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSession }),
  mutationCache: new MutationCache({ onError: endSession }),
  defaultOptions: {
    queries: {
      // The service would refuse the same call again.
      retry: (failures, error) => failures < 3 && (refusalOf(error)?.status ?? 500) >= 500,
      staleTime: 5_000,
    },
  },
});

/** For what takes the service long to calculate: it is shown for five minutes, whatever happens meanwhile. */
export const kept = { staleTime: 300_000, meta: { isKept: true } };

export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/**
 * Reads the session that has just been opened, for the page that observes it. Nothing of an earlier session stays, except
 * what the sign-in page itself shows.
 */
export async function beginSession(): Promise<void> {
  queryClient.removeQueries({ type: "inactive" });
  queryClient.getMutationCache().clear();
  await queryClient.refetchQueries({ queryKey: sessionKey });
}

/** The cache key of the current session; its value is null if nobody is signed in. */
export const sessionKey = ["session"] as const;
