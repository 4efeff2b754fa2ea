import type { Query, QueryClient } from "@tanstack/react-query";

interface Needs {
  readonly queryClient: QueryClient;
  /** The headers of the dashboard's own calls. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the session may read events. */
  readonly mayListen: boolean;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** What an event of each noun changes, by the first words of calls. */
export const changes: Readonly<Record<string, string>> = {
  checkout_session: "checkoutSessions",
  subscription: "subscriptions subscribers",
  invoice: "invoices subscriptions",
  credit_note: "creditNotes invoices",
  dispute: "disputes invoices usageEvents",
  settlement: "settlements invoices disputes subscriptions system",
  balance: "balances",
  hold: "balances",
  limit: "limits",
  alert: "alerts",
  test_clock: "testClocks services",
};

/** What every event changes. */
export const always = "events reports auditEvents emails webhookEndpoints webhookDeliveries";

/** The shortest time between two refreshes, and how long to wait for a service that does not tell, in milliseconds. */
const pauseMs = { told: 1_000, untold: 30_000 };

/** After a stream has ended, tabs do not all come back at once: it may have ended because the service was updated. */
const pauseOfEndedMs = () => 1_000 + 5_000 * Math.random();

/** How long a stream may be quiet, in milliseconds. The service sends something every 15 seconds. */
const quietMs = 45_000;

/**
 * Keeps what is on the screen up to date: with the events that the service tells, or every half minute without them. Hidden
 * tabs do not listen, since a browser has few connections.
 */
export function followEvents(needs: Needs): void {
  const { signal } = needs;
  let hidden = new AbortController();
  const turn = () => {
    hidden.abort();
    hidden = new AbortController();
    if (!(document.hidden || signal.aborted)) void follow({ ...needs, signal: hidden.signal });
  };
  turn();
  document.addEventListener("visibilitychange", turn, { signal });
  signal.addEventListener("abort", turn);
}

async function follow(needs: Needs): Promise<void> {
  const { queryClient, mayListen, signal } = needs;
  while (!signal.aborted) {
    const wasTold = mayListen && (await listen(needs).catch(() => false));
    await new Promise((resolve) =>
      setTimeout(resolve, wasTold ? pauseOfEndedMs() : pauseMs.untold),
    );
    if (!(wasTold || signal.aborted)) refresh(queryClient, "all");
  }
}

/** Reads the stream to its end, or until it is quiet for too long. @returns whether there was one */
async function listen({ queryClient, headers, signal }: Needs): Promise<boolean> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  signal.addEventListener("abort", leave);
  let quiet = setTimeout(leave, quietMs);
  const { ok, body } = await fetch("/api/v1/events", {
    headers: { ...headers, Accept: "text/event-stream" },
    signal: gone.signal,
  });
  if (!ok || body === null) return false;
  refresh(queryClient, "all", { cancelRefetch: false }); // what was read before the stream began
  const tell = teller((names) => refresh(queryClient, names));
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
    clearTimeout(quiet);
    if (done) return true;
    quiet = setTimeout(leave, quietMs);
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [, noun] = /^event: (\w+)/.exec(line) ?? [];
      if (noun !== undefined) tell(noun);
    }
  }
}

/** Collects what events change. @param flush is called at once, and then after pauses with what was told meanwhile */
function teller(flush: (names: ReadonlySet<unknown>) => void): (noun: string) => void {
  let told = new Set<unknown>();
  let isResting = false;
  const flushTold = () => {
    if (isResting || told.size === 0) return;
    flush(told);
    told = new Set();
    isResting = true;
    setTimeout(() => {
      isResting = false;
      flushTold();
    }, pauseMs.told);
  };
  return (noun) => {
    for (const name of `${always} ${changes[noun]}`.split(" ")) told.add(name);
    queueMicrotask(flushTold); // after the other events of the same moment
  };
}

/** Reads calls again that are on the screen. @param names the first words of the calls */
function refresh(
  queryClient: QueryClient,
  names: ReadonlySet<unknown> | "all",
  options?: { readonly cancelRefetch: boolean },
): void {
  // The session and the readiness are no calls with a path. What takes the service long says that it is kept.
  const predicate = ({ queryKey: [path], meta }: Query) =>
    Array.isArray(path) && (names === "all" || names.has(path[0])) && meta?.isKept !== true;
  void queryClient.invalidateQueries({ predicate }, options);
}
