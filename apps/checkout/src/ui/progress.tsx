import { Aside, Button, Stages, shortened, type Waiting, WaitingNote } from "@usance/ui";
import type { Ref } from "react";
import { type ProgressScreen, type StageName, stagesOf } from "../payment/stages.ts";
import type { OpenSession } from "../session/state.ts";
import { Transaction } from "./transaction.tsx";
import { askedWords, signingText, titleOn } from "./words.ts";

interface ProgressProps {
  readonly session: OpenSession;
  readonly screen: ProgressScreen;
  readonly waiting: Waiting | null;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onGiveUp: () => void;
}

/** The payment's way, from the wallet to the chain. */
export function Progress({ session, screen, waiting, headingRef, onGiveUp }: ProgressProps) {
  const { payable, connection } = session;
  const inWallet = screen === "asking";
  const payer = payable.payment?.payerAddress ?? connection?.address;
  return (
    <div className="progress">
      <h2 ref={headingRef} tabIndex={-1}>
        {titleOn(screen, payable)}
      </h2>
      <Aside>{explanation(screen, session)}</Aside>
      <Stages
        stages={stagesOf(session, screen).map(({ name, standing, transactionHash }) => ({
          key: name,
          label: labels[name][standing === "done" ? 1 : 0],
          standing,
          more: transactionHash !== null && (
            <Transaction hash={transactionHash} chain={payable.chain} />
          ),
        }))}
      />
      {payer !== undefined && <p className="fact">From {shortened(payer)}</p>}
      <WaitingNote waiting={waiting} />
      {inWallet && (
        <Button kind="quiet" onClick={onGiveUp}>
          Start over
        </Button>
      )}
    </div>
  );
}

/** The name of each step before it is done, and after. */
const labels: Readonly<Record<StageName, readonly [string, string]>> = {
  cap: [askedWords.cap, "Spending limit signed"],
  permit: [askedWords.permit, "Allowance signed"],
  payment: [askedWords.payment, "Payment signed"],
  send: ["Send to the chain", "Sent to the chain"],
  confirm: ["Confirm on the chain", "Confirmed on the chain"],
  subscribe: ["Subscribe", "Subscribed"],
};

function explanation(screen: ProgressScreen, { connection, step }: OpenSession): string {
  switch (screen) {
    case "preparing":
      return "One moment.";
    case "asking": {
      const wallet = connection?.wallet.name ?? "Your wallet";
      return step.name === "asking" ? signingText(wallet, step) : "";
    }
    case "sending":
      return "Please keep this page open.";
    case "under-way":
      return "You can close this page: the payment goes on without it.";
  }
}
