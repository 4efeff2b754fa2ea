import { amountText, Button, Field, NumberField, typedNumber } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Invoice } from "../../api/records.ts";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { newKey } from "../../ui/new-key.ts";

interface CreditNoteFormProps {
  readonly invoice: Invoice;
  /** What can be credited at most, in USDC. */
  readonly rest: string;
  readonly onClose: () => void;
}

/** A line as it was typed. */
interface LineDraft {
  readonly key: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitAmount: string;
  readonly amount: string;
}

const newLine = (): LineDraft => ({
  key: newKey(),
  ...{ description: "", quantity: "", unitAmount: "", amount: "" },
});

const lineOf = ({ description, quantity, unitAmount, amount }: LineDraft) => ({
  description,
  quantity: typedNumber(quantity),
  unitAmount: typedNumber(unitAmount),
  amount: typedNumber(amount),
});

/** A part of an invoice's amount that is not owed, with its reason and, if wanted, its lines. */
export function CreditNoteForm({
  invoice: { id: invoiceId, status },
  rest,
  onClose,
}: CreditNoteFormProps) {
  const none: readonly LineDraft[] = [];
  const form = useForm({
    draft: { amount: "", reason: "", lines: none },
    send: ({ amount, reason, lines }) =>
      client.creditNotes.create.mutate({
        ...{ invoiceId, reason, amount: typedNumber(amount) },
        ...(lines.length > 0 && { lines: lines.map(lineOf) }),
      }),
    said: "The credit note was created.",
    changes: [trpc.creditNotes.pathFilter(), trpc.invoices.pathFilter()],
    onDone: onClose,
  });
  const { at, draft, change } = form;
  const { lines } = draft;
  return (
    <FormDialog
      heading="New credit note"
      of={form}
      submit="Create the credit note"
      onClose={onClose}
    >
      <div className="fields">
        <NumberField
          label="Amount"
          unit="USDC"
          hint={
            status === "PAID"
              ? `At most ${amountText(rest)} USDC. You can refund it afterwards.`
              : `Less than the amount due. It lowers the amount due.`
          }
          {...at("amount")}
        />
        <Field label="Reason" hint="The subscriber sees it." {...at("reason")} />
      </div>
      {lines.map((line, place) => (
        <LineFields
          key={line.key}
          place={place}
          line={line}
          errorAt={(name) => form.errorAt(`lines.${place}.${name}`)}
          onChange={(changed) =>
            change({ lines: lines.map((one) => (one.key === changed.key ? changed : one)) })
          }
          onRemove={() => change({ lines: lines.filter(({ key }) => key !== line.key) })}
        />
      ))}
      <Button kind="quiet" isSmall onClick={() => change({ lines: [...lines, newLine()] })}>
        Add a line
      </Button>
    </FormDialog>
  );
}

interface LineFieldsProps {
  /** From 0. */
  readonly place: number;
  readonly line: LineDraft;
  readonly errorAt: (name: string) => string | undefined;
  readonly onChange: (line: LineDraft) => void;
  readonly onRemove: () => void;
}

const numbers = [
  { name: "quantity", label: "Quantity" },
  { name: "unitAmount", label: "Price of a unit", unit: "USDC" },
  { name: "amount", label: "Amount of the line", unit: "USDC" },
] as const;

/** The lines of a credit note add up to its amount; the service checks that. */
const LineFields = ({ place, line, errorAt, onChange, onRemove }: LineFieldsProps) => (
  <fieldset className="tier">
    <legend>Line {place + 1}</legend>
    <div className="fields">
      <Field
        label="Description"
        value={line.description}
        onChange={(description) => onChange({ ...line, description })}
        error={errorAt("description")}
      />
      {numbers.map(({ name, ...terms }) => (
        <NumberField
          key={name}
          {...terms}
          value={line[name]}
          onChange={(value) => onChange({ ...line, [name]: value })}
          error={errorAt(name)}
        />
      ))}
      <Button kind="quiet" isSmall onClick={onRemove}>
        Remove line {place + 1}
      </Button>
    </div>
  </fieldset>
);
