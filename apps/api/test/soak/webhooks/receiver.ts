import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { onFreePort } from "../../harness/on-free-port.ts";
import type { Random } from "../random.ts";

/** The deliveries to an endpoint: how often each event was accepted, and its body. */
interface Inbox {
  readonly secret: string;
  readonly taken: Map<string, number>;
  readonly bodies: Map<string, string>;
}

/** A seller's server with an inbox for each path. It fails a share of the attempts. */
export interface FailingReceiver {
  readonly url: string;
  readonly inboxes: Map<string, Inbox>;
  /** The number of attempts, and of those that it failed. */
  readonly counts: { attempts: number; failed: number };
  stop(): void;
}

const failures = ["500", "503", "302", "cut"] as const;

/**
 * @param options.failures the share of failed attempts, from 0 to 1
 * @param options.problem is called for a delivery that must not happen
 */
export async function startFailingReceiver(options: {
  readonly failures: number;
  readonly random: Random;
  readonly problem: (what: string) => void;
}): Promise<FailingReceiver> {
  const { random, problem } = options;
  const inboxes = new Map<string, Inbox>();
  const counts = { attempts: 0, failed: 0 };
  const server = createServer(async (req, res) => {
    const body = await text(req).catch(() => null); // its sender was killed
    const inbox = inboxes.get(req.url ?? "");
    if (body === null) return;
    if (inbox === undefined) return problem(`something came to ${req.url}`);
    counts.attempts += 1;
    check(inbox, req.headers, body, problem);
    if (random.chance(options.failures)) {
      counts.failed += 1;
      return fail(res, random);
    }
    const id = String(req.headers["webhook-id"]);
    inbox.taken.set(id, (inbox.taken.get(id) ?? 0) + 1);
    res.writeHead(204).end();
  });
  const { url } = await onFreePort(server);
  return {
    url,
    inboxes,
    counts,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The signature must be valid, and a repeated delivery of an id must be identical. */
function check(
  { secret, bodies }: Inbox,
  headers: IncomingHttpHeaders,
  body: string,
  problem: (what: string) => void,
): void {
  const id = String(headers["webhook-id"]);
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } catch (error) {
    problem(`the signature of ${id} is not good: ${error}`);
  }
  if (JSON.parse(body).id !== id) problem(`${id} has another id in its body`);
  const known = bodies.get(id);
  if (known !== undefined && known !== body) problem(`${id} came with another body`);
  bodies.set(id, body);
}

function fail(res: ServerResponse, random: Random): void {
  const how = random.oneOf(failures);
  if (how === "cut") res.destroy();
  else res.writeHead(Number(how), { location: "/elsewhere" }).end("no");
}
