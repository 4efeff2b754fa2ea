import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Aside, amountText, Copyable, Fact, Facts, Problem, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { CreditNote } from "../../api/records.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { LinkToSend } from "../../ui/link-to-send.tsx";

interface RefundOfProps {
  readonly creditNote: CreditNote;
  readonly mayWrite: boolean;
}

/** The refund of a credit note, or the ways to start one. */
export function RefundOf({ creditNote, mayWrite }: RefundOfProps) {
  const { status, refund } = creditNote;
  return (
    <>
      {refund !== null && <Refund refund={refund} />}
      {status === "ISSUED" && refund?.status !== "FAILED" && (
        <Aside>It was not refunded yet.</Aside>
      )}
      {status === "ISSUED" && mayWrite && <RefundWays creditNote={creditNote} />}
    </>
  );
}

type RefundRecord = NonNullable<CreditNote["refund"]>;

function Refund({ refund }: { refund: RefundRecord }) {
  const { to, status, url, failure, confirmedAt, transactionHash, payerAddress } = refund;
  if (to === "BALANCE") {
    return (
      <Aside>
        It was credited to the subscriber's balance
        {confirmedAt !== null && (
          <>
            {" "}
            at <Time at={confirmedAt} />
          </>
        )}
        .
      </Aside>
    );
  }
  return (
    <>
      {status === "PENDING" && url !== null && (
        <>
          <p className="next">
            <strong>What happens next.</strong> Open the refund page in a browser that has your
            wallet, and pay there. The service sees the payment on the chain by itself.
          </p>
          <p>
            <a href={url} target="_blank" rel="noreferrer">
              Open the refund page
            </a>
          </p>
          <LinkToSend what="refund" url={url} />
        </>
      )}
      <Problem text={status === "FAILED" ? `The refund failed. ${failure ?? ""}` : null} />
      <Facts>
        {payerAddress !== null && (
          <Fact name="Refund to the wallet">
            <Copyable what="wallet's address" text={payerAddress} />
          </Fact>
        )}
        {confirmedAt !== null && (
          <Fact name="Confirmed">
            <Time at={confirmedAt} />
          </Fact>
        )}
        {transactionHash !== null && (
          <Fact name="Transaction">
            <Copyable what="refund's transaction hash" text={transactionHash} />
          </Fact>
        )}
      </Facts>
    </>
  );
}

function RefundWays({ creditNote: { id: creditNoteId, amount } }: { creditNote: CreditNote }) {
  const queries = useQueryClient();
  const refund = useMutation(
    trpc.creditNotes.refund.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.creditNotes.pathFilter()),
    }),
  );
  return (
    <div className="section-actions">
      <Confirm
        action="Refund to the balance"
        kind="quiet"
        said="The credit is on the subscriber's balance."
        onConfirm={() => refund.mutateAsync({ creditNoteId, to: "BALANCE" })}
      >
        {amountText(amount)} USDC are credited to the subscriber's prepaid balance at once. You
        cannot undo this.
      </Confirm>
      <Confirm
        action="Refund to the wallet"
        kind="quiet"
        said="The refund waits for your wallet."
        onConfirm={() => refund.mutateAsync({ creditNoteId, to: "WALLET" })}
      >
        You get the link of a page on which your wallet pays {amountText(amount)} USDC to the wallet
        that paid the invoice. The link works for one day.
      </Confirm>
    </div>
  );
}
