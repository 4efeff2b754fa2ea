import { testKey } from "./service.ts";

/** A stream of events that a caller has opened. */
export interface OpenStream {
  readonly response: Response;
  /** The messages so far. */
  readonly messages: { readonly id: string; readonly event: string; readonly data: string }[];
  /** How many comments came so far. */
  readonly comments: () => number;
  /** Resolved when the service has ended the stream. */
  readonly ended: Promise<void>;
  /** Leaves. */
  readonly close: () => void;
}

/** Opens `GET /events` as a stream. @param path with its query: `/events?type=invoice.paid` */
export async function openStream(
  url: string,
  { path = "/events", key = testKey, after }: { path?: string; key?: string; after?: string } = {},
): Promise<OpenStream> {
  const gone = new AbortController();
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: {
      Accept: "text/event-stream",
      Authorization: `Bearer ${key}`,
      ...(after !== undefined && { "Last-Event-ID": after }),
    },
    signal: gone.signal,
  });
  const messages: OpenStream["messages"] = [];
  let comments = 0;
  const read = async () => {
    let rest = "";
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + text).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = block.split("\n").map((line) => line.split(/: ?(.*)/s, 2));
        const { id = "", event = "", data = "" } = Object.fromEntries(fields);
        if (block === ":") comments += 1;
        else messages.push({ id, event, data });
      }
    }
  };
  const ended = response.ok
    ? read().catch((error: unknown) => {
        if (!gone.signal.aborted) throw error;
      })
    : Promise.resolve();
  return { response, messages, comments: () => comments, ended, close: () => gone.abort() };
}
