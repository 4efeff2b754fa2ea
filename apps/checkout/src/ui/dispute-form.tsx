import { Button, Field, Problem } from "@usance/ui";
import { type FormEvent, useState } from "react";
import type { DisputedEvent, Objection } from "../api/billed-api.ts";
import { useAction } from "./use-action.ts";
import { eventsOf } from "./words.ts";

/** Disputes an invoice. */
export type SendDispute = (objection: Objection, signal: AbortSignal) => Promise<void>;

interface DisputeFormProps {
  readonly disputable: readonly DisputedEvent[];
  readonly dispute: SendDispute;
}

/** Sends the differences to the seller, with a reason. */
export function DisputeForm({ disputable, dispute }: DisputeFormProps) {
  const [reason, setReason] = useState("");
  const { isBusy, problem, run } = useAction();
  const usageEvents = firstOf(disputable);
  const send = (event: FormEvent) => {
    event.preventDefault();
    run((signal) => dispute({ usageEvents, reason }, signal));
  };
  return (
    <form className="form" noValidate onSubmit={send}>
      <p className="aside">
        You can tell the seller
        {usageEvents.length < disputable.length && `, ${usageEvents.length} at a time`}. Until the
        seller has answered, nothing changes and the invoice stays due.
      </p>
      <Field label="Why is it wrong?" value={reason} onChange={setReason} />
      <Problem text={problem} />
      <Button type="submit" kind="quiet" isBusy={isBusy}>
        Dispute {eventsOf(usageEvents.length)}
      </Button>
    </form>
  );
}

/** How many events a dispute can name, and bytes the call can have. */
const maxEvents = 100;
const maxBytes = 14_000;

/** As many of the events as one dispute can name. */
function firstOf(events: readonly DisputedEvent[]): DisputedEvent[] {
  const first = events.slice(0, maxEvents);
  const bytes = () => new TextEncoder().encode(JSON.stringify(first)).length;
  while (first.length > 1 && bytes() > maxBytes) first.length = Math.floor(first.length / 2);
  return first;
}
