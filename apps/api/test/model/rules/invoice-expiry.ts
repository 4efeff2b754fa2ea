import { type Id, type Invoice, known, put, type World } from "../world.ts";

/** An invoice after due changes. */
export function invoiceAsOfNow(world: World, id: Id): Invoice {
  const invoice = known(world.invoices, id);
  const isOver = invoice.status === "OPEN" && !isDue(world, invoice);
  if (isOver) put(world.invoices, { ...invoice, status: "EXPIRED" });
  return known(world.invoices, id);
}

/** Whether it can be paid now. */
export const isDue = ({ now }: World, { status, dueAt }: Invoice): boolean =>
  status === "OPEN" && (dueAt === null || dueAt > now);

export function expireInvoices(world: World): void {
  for (const id of [...world.invoices.keys()]) invoiceAsOfNow(world, id);
}
