import { batchCallers, batchSide } from "./batches.ts";
import { call } from "./call.ts";
import type { Child } from "./child.ts";
import type { Filled } from "./filled.ts";
import { readCallers } from "./reads.ts";
import { gets } from "./requests.ts";
import { httpSide, type Side } from "./sides.ts";
import { restSide } from "./singles.ts";

/** A figure of one database. */
export interface SizeFigure {
  readonly side: Side;
  readonly callers: number;
  readonly writes: boolean;
}

/**
 * All that is measured by the size of the database; reads first, for what is written changes them. The
 * most callers write first, since they touch the most pages while nothing is measured yet.
 */
export async function sizeFigures(
  service: Child,
  { names, read, middle }: Filled,
): Promise<SizeFigure[]> {
  const list = "/api/v1/usage-events?limit=20";
  const upTo = await call(`${service.url}${list}&to=${middle}`, 200);
  const { nextCursor } = upTo as { readonly nextCursor: string };
  const reads = {
    "summary of 1,000 events": `/api/v1/usage-events/summary?subscriptionId=${read.subscriptionId}`,
    "list, first page of 20": list,
    "list, page from the middle": `${list}&cursor=${encodeURIComponent(nextCursor)}`,
    "invoice with 20 events": `/api/v1/invoices/${read.invoiceId}`,
  };
  const single = restSide(service, names);
  return [
    ...Object.entries(reads).map(([name, path]) => ({
      side: httpSide(name, [service], { requestOf: gets([path]), status: 200 }),
      callers: readCallers,
      writes: false,
    })),
    { side: single, callers: 128, writes: true },
    { side: single, callers: 32, writes: true },
    { side: batchSide(service, names, 1_000), callers: batchCallers, writes: true },
  ];
}
