import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Trouble } from "./trouble.tsx";
import { type Subscription, useTRPC } from "./trpc.ts";

/** Drafts an invoice of an amount that the seller has worked out: what usage costs is theirs to say. */
export function DraftInvoice({ subscription }: { readonly subscription: Subscription }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [amount, setAmount] = useState("");
  const draft = useMutation(
    trpc.invoices.create.mutationOptions({
      onSuccess: async () => {
        setAmount("");
        await queryClient.invalidateQueries(trpc.invoices.pathFilter());
      },
    }),
  );
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        draft.mutate({ subscriptionId, serviceId, paymentPlanId, userId, amount });
      }}
    >
      <label>
        Amount
        <input value={amount} onChange={({ target }) => setAmount(target.value)} />
      </label>
      <button type="submit" disabled={draft.isPending}>
        Draft an invoice
      </button>
      {draft.error && <Trouble error={draft.error} />}
    </form>
  );
}
