import { TRPCError } from "@trpc/server";
import type { Context } from "../../operation/context.ts";
import type { Listing } from "../../operation/operation.ts";
import type { Exchange } from "../exchange.ts";
import { isRead } from "../send.ts";
import { lineOf } from "./cell.ts";
import { columnsOf, valueAt } from "./columns.ts";

/** Media type of a list as CSV. */
export const csvType = "text/csv";

/**
 * Answers with a list as CSV, a page at a time: the next page is read once the caller has read this one, and none after the
 * caller has gone. So a list of any length takes the memory of a page.
 *
 * @param item the schema of the list's items, whose fields are the columns
 * @param reply status and headers from the call
 * @throws TRPCError before the response has started; a later error breaks the connection off
 */
export async function answerCsv(
  item: Listing["item"],
  pages: AsyncIterable<readonly object[]>,
  reply: Context["reply"],
  exchange: Pick<Exchange, "req" | "res" | "headers" | "failure">,
): Promise<void> {
  const { res, headers } = exchange;
  const columns = columnsOf(item);
  try {
    for await (const page of pages) {
      const lines = page.map((one) => lineOf(columns.map((column) => valueAt(one, column))));
      if (!res.headersSent) {
        res.writeHead(200, {
          ...headers,
          "Content-Type": `${csvType}; charset=utf-8; header=present`,
          "Cache-Control": "no-store",
          ...reply.headers,
        });
        lines.unshift(lineOf(columns.map(({ name }) => name)));
      }
      if (exchange.req.method === "HEAD" || !(await isRead(res, lines.join("")))) break;
    }
    res.end();
  } catch (error) {
    if (!res.headersSent || !(error instanceof TRPCError)) throw error;
    exchange.failure = error.message;
    res.destroy();
  }
}
