import { useMutation, useQueryClient } from "@tanstack/react-query";
import { amountText, Button, Field, NumberField, Problem, Select, typedNumber } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Dispute, Invoice } from "../../api/records.ts";
import { fieldErrors } from "../../ui/field-errors.ts";
import { Form } from "../../ui/form.tsx";

interface AnswerFormProps {
  readonly dispute: Dispute;
  readonly invoice: Invoice;
}

const isFormField = (path: string) => ["answer", "amount", "refundTo"].includes(path);

const refunds = [
  { value: "", words: "Not yet" },
  { value: "BALANCE", words: "To the prepaid balance" },
  { value: "WALLET", words: "To the wallet, from yours" },
] as const;

/** Accepts or declines a dispute. */
export function AnswerForm({ dispute: { id: disputeId, amount }, invoice }: AnswerFormProps) {
  const queries = useQueryClient();
  const [answer, setAnswer] = useState("");
  const [credited, setCredited] = useState("");
  const [refundTo, setRefundTo] = useState<string>("");
  const onSettled = () =>
    Promise.all(
      [trpc.disputes, trpc.invoices, trpc.creditNotes].map((noun) =>
        queries.invalidateQueries(noun.pathFilter()),
      ),
    );
  const accept = useMutation(trpc.disputes.accept.mutationOptions({ onSettled }));
  const decline = useMutation(trpc.disputes.decline.mutationOptions({ onSettled }));
  const error = accept.error ?? decline.error;
  const errors = fieldErrors(error, isFormField);
  const submit = () => {
    decline.reset();
    accept.mutate({
      disputeId,
      answer,
      ...(credited !== "" && { amount: typedNumber(credited) }),
      ...(refundTo !== "" && { refundTo: refundTo === "WALLET" ? "WALLET" : "BALANCE" }),
    });
  };
  return (
    <Form error={error} onSubmit={submit}>
      <div className="fields">
        <Field
          label="Answer"
          isOptional
          value={answer}
          onChange={setAnswer}
          error={errors.at("answer")}
          hint="The payer sees it. Needed to decline."
        />
        <NumberField
          label="Amount to credit"
          isOptional
          unit="USDC"
          value={credited}
          onChange={setCredited}
          error={errors.at("amount")}
          hint={amount === null ? "0 for none." : `Empty: ${amountText(amount)}, or what is left.`}
        />
        {invoice.status === "PAID" && (
          <Select
            label="Refund"
            value={refundTo}
            onChange={setRefundTo}
            options={[...refunds]}
            error={errors.at("refundTo")}
          />
        )}
      </div>
      <p className="aside">
        Accepting voids the events, records the quantities of the payer instead, and credits the
        amount. You cannot undo this.
      </p>
      <Problem text={errors.rest} />
      <div className="section-actions">
        <Button type="submit" isSmall isBusy={accept.isPending}>
          Accept the dispute
        </Button>
        <Button
          kind="quiet"
          isSmall
          isBusy={decline.isPending}
          onClick={() => {
            accept.reset();
            decline.mutate({ disputeId, answer });
          }}
        >
          Decline the dispute
        </Button>
      </div>
    </Form>
  );
}
