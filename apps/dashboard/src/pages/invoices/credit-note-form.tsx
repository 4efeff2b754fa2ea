import { useMutation, useQueryClient } from "@tanstack/react-query";
import { amountText, Button, Field, NumberField, Problem, typedNumber } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Invoice } from "../../api/records.ts";
import { fieldErrors } from "../../ui/field-errors.ts";
import { Form } from "../../ui/form.tsx";
import { newKey } from "../../ui/new-key.ts";

interface CreditNoteFormProps {
  readonly invoice: Invoice;
  /** What can be credited at most, in USDC. */
  readonly rest: string;
  readonly onDone: () => void;
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

const isFormField = (path: string) => /^(?:amount|reason|lines\.\d+\.[a-zA-Z]+)$/.test(path);

/** A part of an invoice's amount that is not owed, with its reason and, if wanted, its lines. */
export function CreditNoteForm({
  invoice: { id: invoiceId, status },
  rest,
  onDone,
}: CreditNoteFormProps) {
  const queries = useQueryClient();
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [lines, setLines] = useState<readonly LineDraft[]>([]);
  const create = useMutation(
    trpc.creditNotes.create.mutationOptions({
      onSuccess: onDone,
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries(trpc.creditNotes.pathFilter()),
          queries.invalidateQueries(trpc.invoices.pathFilter()),
        ]),
    }),
  );
  const errors = fieldErrors(create.error, isFormField);
  const submit = () =>
    create.mutate({
      ...{ invoiceId, reason, amount: typedNumber(amount) },
      ...(lines.length > 0 && { lines: lines.map(lineOf) }),
    });
  const change = (changed: LineDraft) =>
    setLines(lines.map((line) => (line.key === changed.key ? changed : line)));
  return (
    <Form error={create.error} onSubmit={submit}>
      <div className="fields">
        <NumberField
          label="Amount"
          unit="USDC"
          value={amount}
          onChange={setAmount}
          error={errors.at("amount")}
          hint={
            status === "PAID"
              ? `At most ${amountText(rest)} USDC. You can refund it afterwards.`
              : `Less than the amount due. It lowers the amount due.`
          }
        />
        <Field
          label="Reason"
          value={reason}
          onChange={setReason}
          error={errors.at("reason")}
          hint="The subscriber sees it."
        />
      </div>
      {lines.map((line, place) => (
        <LineFields
          key={line.key}
          place={place}
          line={line}
          errorAt={(name) => errors.at(`lines.${place}.${name}`)}
          onChange={change}
          onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
      <Problem text={errors.rest} />
      <div className="section-actions">
        <Button type="submit" isSmall isBusy={create.isPending}>
          Create the credit note
        </Button>
        <Button kind="quiet" isSmall onClick={() => setLines([...lines, newLine()])}>
          Add a line
        </Button>
      </div>
    </Form>
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
