import { useInfiniteQuery } from "@tanstack/react-query";
import { Aside, amountText, difference, Empty, isZero, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { CreditNote, Invoice } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { DialogButton } from "../../ui/form.tsx";
import { byCursor, More } from "../../ui/record-list.tsx";
import { State } from "../../ui/state.tsx";
import { CreditNoteForm } from "./credit-note-form.tsx";
import { LineTable } from "./line-table.tsx";
import { RefundOf } from "./refund.tsx";

/** The parts of an invoice that are not owed, their refunds, and a form for another one. */
export function CreditNotes({ invoice }: { invoice: Invoice }) {
  const { id: invoiceId, amount, credited, status } = invoice;
  const mayRead = useMay("credit-notes:read");
  const mayWrite = useMay("credit-notes:write");
  const list = useInfiniteQuery({
    ...trpc.creditNotes.list.infiniteQueryOptions({ invoiceId, limit: 10 }, byCursor),
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
          <DialogButton words="New credit note…">
            {(close) => <CreditNoteForm invoice={invoice} rest={rest} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <Answer of={list}>
        {({ pages }) => {
          const creditNotes = pages.flatMap((page) => page.creditNotes);
          if (creditNotes.length === 0) {
            return (
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
        <Aside>It was applied to what is due, so there is nothing to refund.</Aside>
      ) : (
        <RefundOf creditNote={creditNote} mayWrite={mayWrite} />
      )}
    </article>
  );
}
