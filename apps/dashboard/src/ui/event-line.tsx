import { Link } from "@tanstack/react-router";
import type { Event } from "../api/records.ts";
import { eventWords, invoiceOf } from "../words/events.ts";

/** One event in words, with a link to its invoice. */
export function EventLine({ event }: { event: Event }) {
  const invoiceId = invoiceOf(event);
  const words = eventWords(event);
  if (invoiceId === null) return <span>{words}</span>;
  return (
    <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
      {words}
    </Link>
  );
}
