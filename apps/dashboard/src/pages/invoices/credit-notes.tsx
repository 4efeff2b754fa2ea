import { useInfiniteQuery } from "@tanstack/react-query";
import { Aside, amountText, Button, difference, Empty, isZero, Section, Time } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { CreditNote, Invoice } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { More } from "../../ui/more.tsx";
import { State } from "../../ui/state.tsx";
import { CreditNoteForm } from "./credit-note-form.tsx";
import { LineTable } from "./line-table.tsx";
import { RefundOf } from "./refund.tsx";

/** The parts of an invoice that are not owed, their refunds, and a form for another one. */
export function CreditNotes({ invoice }: { invoice: Invoice }) {
  const { id: invoiceId, amount, credited, status } = invoice;
  const [isOpen, setOpen] = useState(false);
  const mayRead = useMay("credit-notes:read");
  const mayWrite = useMay("credit-notes:write");
  const list = useInfiniteQuery({
    ...trpc.creditNotes.list.infiniteQueryOptions(
      { invoiceId, limit: 10 },
      { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: 5_000 },
    ),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const rest = difference(amount, credited);
  const isCreditable = (status === "OPEN" || status === "PAID") && !isZero(rest);
  return (
    <Section
      heading="Credit notes"
      actions={
        mayWrite &&
        isCreditable && (
          <Button kind="quiet" isSmall onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Close the form" : "New credit note…"}
          </Button>
        )
      }
    >
      {isOpen && isCreditable && (
        <CreditNoteForm invoice={invoice} rest={rest} onDone={() => setOpen(false)} />
      )}
      <Answer of={list}>
        {({ pages }) => {
          const creditNotes = pages.flatMap((page) => page.creditNotes);
          if (creditNotes.length === 0) {
            return isOpen ? null : (
              <Empty heading="No credit notes">
                <p>{emptyWords[status]}</p>
              </Empty>
            );
          }
          return (
            <>
              {creditNotes.map((creditNote) => (
                <OneCreditNote key={creditNote.id} creditNote={creditNote} mayWrite={mayWrite} />
              ))}
              <More list={list} />
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

const emptyWords: Readonly<Record<Invoice["status"], string>> = {
  DRAFT: "A draft needs none: void wrong usage events, or void the draft.",
  OPEN: "If the invoice bills too much, a credit note lowers what is due.",
  PAID: "If the invoice billed too much, create a credit note, and then refund it.",
  VOID: "Nothing is due.",
  EXPIRED: "Nothing is due any more.",
};

interface OneCreditNoteProps {
  readonly creditNote: CreditNote;
  readonly mayWrite: boolean;
}

function OneCreditNote({ creditNote, mayWrite }: OneCreditNoteProps) {
  const { amount, reason, status, createdAt, lines } = creditNote;
  return (
    <article className="credit-note" aria-label={`Credit note of ${amountText(amount)} USDC`}>
      <header className="timeline-head">
        <State status={status} />
        <strong>{amountText(amount)} USDC</strong>
      </header>
      <p>
        {reason}
        <span className="under">
          <Time at={createdAt} />
        </span>
      </p>
      {lines.length > 0 && <LineTable caption="What is credited" lines={lines} />}
      {status === "APPLIED" ? (
        <Aside>It was taken off what is due, so there is nothing to refund.</Aside>
      ) : (
        <RefundOf creditNote={creditNote} mayWrite={mayWrite} />
      )}
    </article>
  );
}
