import { amountText, Field, NumberField, Select, typedNumber } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Dispute, Invoice } from "../../api/records.ts";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";

interface AnswerFormProps {
  readonly dispute: Dispute;
  readonly invoice: Invoice;
}

const refunds = [
  { value: "", words: "Not yet" },
  { value: "BALANCE", words: "To the prepaid balance" },
  { value: "WALLET", words: "To the wallet, from yours" },
] as const;

/** A dispute changes its invoice, whose credit notes it may add to. */
const changedByAnswer = [trpc.disputes, trpc.invoices, trpc.creditNotes].map((noun) =>
  noun.pathFilter(),
);

/** Accepts or declines a dispute. */
export function AnswerForm({ dispute, invoice }: AnswerFormProps) {
  return (
    <div className="section-actions">
      <DialogButton words="Accept…" kind="main">
        {(close) => <AcceptForm dispute={dispute} invoice={invoice} onClose={close} />}
      </DialogButton>
      <DialogButton words="Decline…">
        {(close) => <DeclineForm dispute={dispute} onClose={close} />}
      </DialogButton>
    </div>
  );
}

interface Closable {
  readonly onClose: () => void;
}

function AcceptForm({
  dispute: { id: disputeId, amount },
  invoice,
  onClose,
}: AnswerFormProps & Closable) {
  const draft: AcceptDraft = { answer: "", credited: "", refundTo: "" };
  const form = useForm({
    draft,
    send: ({ answer, credited, refundTo }) =>
      client.disputes.accept.mutate({
        ...{ disputeId, answer },
        ...(credited !== "" && { amount: typedNumber(credited) }),
        ...(refundTo !== "" && { refundTo }),
      }),
    said: "The dispute is accepted.",
    changes: changedByAnswer,
    onDone: onClose,
  });
  const { at } = form;
  return (
    <FormDialog
      heading="Accept the dispute?"
      of={form}
      submit="Accept the dispute"
      onClose={onClose}
    >
      <div className="fields">
        <Field label="Answer" isOptional hint="The payer sees it." {...at("answer")} />
        <NumberField
          label="Amount to credit"
          isOptional
          unit="USDC"
          hint={amount === null ? "0 for none." : `Empty: ${amountText(amount)}, or what is left.`}
          {...at("credited", "amount")}
        />
        {invoice.status === "PAID" && (
          <Select label="Refund" options={refunds} {...at("refundTo")} />
        )}
      </div>
      <p>
        Accepting voids the events, records the quantities of the payer instead, and credits the
        amount. You cannot undo this.
      </p>
    </FormDialog>
  );
}

interface AcceptDraft {
  readonly answer: string;
  readonly credited: string;
  readonly refundTo: (typeof refunds)[number]["value"];
}

function DeclineForm({
  dispute: { id: disputeId },
  onClose,
}: Pick<AnswerFormProps, "dispute"> & Closable) {
  const form = useForm({
    draft: { answer: "" },
    send: ({ answer }) => client.disputes.decline.mutate({ disputeId, answer }),
    said: "The dispute is declined.",
    changes: changedByAnswer,
    onDone: onClose,
  });
  return (
    <FormDialog
      heading="Decline the dispute?"
      of={form}
      submit="Decline the dispute"
      onClose={onClose}
    >
      <Field label="Answer" hint="The payer sees it." {...form.at("answer")} />
    </FormDialog>
  );
}
