import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import type { Context } from "../trpc/context.ts";
import { keyChallenge, PublicError } from "../trpc/errors.ts";
import type { AppRouter } from "../trpc/router.ts";
import type { Door } from "./app.ts";
import { readJsonText } from "./body.ts";
import type { ContextOf } from "./context.ts";
import type { Exchange } from "./exchange.ts";

/** Calls that may travel in one HTTP request. */
const maxBatchSize = 50;

const root = "/trpc/";

/** Typed tRPC calls, batches included, with the statuses and messages of the REST door. */
export function trpcDoor(appRouter: AppRouter, contextOf: ContextOf): Door {
  return (exchange) => {
    if (!exchange.path.startsWith(root)) return null;
    const { req, res } = exchange;
    const path = exchange.path.slice(root.length);
    const ctx = contextOf(exchange, callsIn(path));
    // tRPC's own Vary takes the place of what was there.
    const vary = res.getHeader("Vary");
    return nodeHTTPRequestHandler({
      req,
      res,
      path,
      router: appRouter,
      maxBatchSize,
      createContext: () => ctx,
      middleware: (_req, _res, proceed: (error?: unknown) => void) => {
        // Streamed answers have one status for all that is in them; ours have that of the call.
        delete req.headers["trpc-accept"];
        req.headers.accept = "application/json";
        if (req.method === "GET" || req.method === "HEAD") return proceed();
        readInput(ctx, exchange).then(() => proceed(), proceed);
      },
      responseMeta: ({ paths = [], errors }) => {
        // What a call says of its answer holds for the answer of a request with that call alone.
        const reply = paths.length === 1 ? ctx.reply : undefined;
        const unauthorized = errors.filter(({ code }) => code === "UNAUTHORIZED").length;
        return {
          headers: new Headers({
            ...exchange.headers,
            "Cache-Control": "no-store",
            ...(vary !== undefined && { Vary: String(vary) }),
            ...(unauthorized > 0 && unauthorized === paths.length && keyChallenge),
            ...reply?.headers,
          }),
          ...(reply?.status !== undefined && errors.length === 0 && { status: reply.status }),
        };
      },
    });
  };
}

/** As many as tRPC will find names: counted from the path alone, since nothing has been read yet. */
const callsIn = (path: string) => path.split(/,|%2c/i).length;

function wrongMethod(): PublicError {
  const message = "Queries are called by GET, mutations by POST.";
  return new PublicError({ code: "METHOD_NOT_SUPPORTED", message });
}

/**
 * Reads the body as the REST door does, and hands it to tRPC as text. Of a request that is not let in
 * it is not read: tRPC is given nothing, and every call of the batch is told why.
 */
async function readInput({ request }: Context, { req }: Exchange): Promise<void> {
  try {
    if (req.method !== "POST") throw wrongMethod();
    const letIn = await request.caller().then(
      () => true,
      () => false,
    );
    Object.assign(req, { body: letIn ? await readJsonText(req) : "{}" });
  } finally {
    // tRPC would look at the type before it hears of the error: what was wrong with it is in there.
    req.headers["content-type"] = "application/json";
  }
}
