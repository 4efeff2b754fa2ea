import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventTypes } from "../../../api/src/schemas/events.ts";
import { operations } from "../../../api/src/server/router.ts";
import { always, changes, followEvents } from "./follow-events.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that shows calls, and the service's streams. */
function aPage({ mayListen = true, isDown = false } = {}) {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const streams: { tell: (text: string) => void; end: () => void; signal: AbortSignal }[] = [];
  const down = { isDown };
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", async (_: string, { signal }: { signal: AbortSignal }) => {
    if (down.isDown) throw new TypeError("Failed to fetch");
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const send = (text: string) => void writer.write(new TextEncoder().encode(text));
    signal.addEventListener("abort", () => void writer.abort().catch(() => undefined));
    streams.push({ tell: send, end: () => void writer.close(), signal });
    return new Response(readable);
  });
  const queryClient = new QueryClient();
  const reads: string[] = [];
  for (const name of [
    "invoices.list",
    "subscriptions.upcomingTotals",
    "services.list",
    "session",
  ]) {
    const queryKey = name.includes(".") ? [name.split("."), {}] : [name];
    const queryFn = async () => reads.push(name);
    const meta = { isKept: name.startsWith("subscriptions.") };
    new QueryObserver(queryClient, { queryKey, queryFn, meta }).subscribe(() => undefined);
  }
  const gone = new AbortController();
  followEvents({ queryClient, headers: {}, mayListen, signal: gone.signal });
  /** @returns what was read in so many seconds */
  const readIn = async (seconds: number) => {
    reads.length = 0;
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return [...reads];
  };
  const hide = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { streams, readIn, hide, leave: () => gone.abort(), down };
}

const message = (type: string) => `id: 1\nevent: ${type}\ndata: {"event: a.b":1}\n\n`;

test("every noun of an event changes calls that exist", () => {
  const nouns = new Set(eventTypes.map((type) => type.split(".")[0]));
  expect(Object.keys(changes).toSorted()).toEqual([...nouns].toSorted());
  const known = new Set(operations.map(({ name }) => name.split(".")[0]));
  const named = `${always} ${Object.values(changes).join(" ")}`.split(" ");
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("an event has what it changes read again, and nothing else; a burst once a second", async () => {
  const { streams, readIn } = aPage();
  await readIn(20);
  const [stream] = streams;

  stream?.tell(message("invoice.paid").slice(0, 12));
  expect(await readIn(0)).toEqual([]);
  stream?.tell(message("invoice.paid").slice(12) + message("settlement.confirmed"));
  expect(await readIn(0.5)).toEqual(["invoices.list"]);
  stream?.tell(message("invoice.opened"));
  stream?.tell(message("test_clock.ready"));
  expect(await readIn(0.4)).toEqual([]);
  expect((await readIn(1)).toSorted()).toEqual(["invoices.list", "services.list"]);
  stream?.tell(":\n\n");
  expect(await readIn(20)).toEqual([]);
});

test("a stream that ends is opened again, and all is read again", async () => {
  const { streams, readIn } = aPage();
  await readIn(5);
  streams[0]?.end();
  expect(await readIn(7)).toEqual(["invoices.list", "services.list"]);
  expect(streams).toHaveLength(2);
});

test("a stream on which nothing comes any more is opened again", async () => {
  const { streams, readIn } = aPage();
  await readIn(44);
  expect(streams).toHaveLength(1);
  await readIn(8);
  expect(streams).toHaveLength(2);
});

test("without a stream, all is read every half minute", async () => {
  const { readIn, down, streams } = aPage({ isDown: true });
  await readIn(1);
  expect(await readIn(60)).toEqual([
    ...["invoices.list", "services.list"],
    ...["invoices.list", "services.list"],
  ]);
  down.isDown = false;
  await readIn(30);
  expect(streams).toHaveLength(1);

  const { readIn: readWithoutScope, streams: none } = aPage({ mayListen: false });
  await readWithoutScope(1);
  expect(await readWithoutScope(30)).toEqual(["invoices.list", "services.list"]);
  expect(none).toEqual([]);
});

test("a hidden tab and one that is left listen to nothing", async () => {
  const { streams, readIn, hide, leave } = aPage();
  await readIn(5);
  hide(true);
  expect(streams[0]?.signal.aborted).toBe(true);
  expect(await readIn(100)).toEqual([]);
  hide(false);
  expect(await readIn(1)).toEqual(["invoices.list", "services.list"]);
  expect(streams).toHaveLength(2);
  leave();
  expect(streams[1]?.signal.aborted).toBe(true);
  hide(true);
  hide(false);
  expect(await readIn(100)).toEqual([]);
  expect(streams).toHaveLength(2);
});
