import { Aside, Button, Copyable, type StageRow, Stages } from "@usance/ui";
import type { Asked, WalletState } from "../wallet/state.ts";
import { askedWords, signingText } from "./words.ts";

interface WalletProgressProps {
  readonly state: WalletState;
  /** The step that sends the signature; null if there is only a transaction. */
  readonly last: readonly [string, string] | null;
  readonly onGiveUp: () => void;
}

const labels: Readonly<Record<Asked, readonly [string, string]>> = {
  cap: [askedWords.cap, "Spending limit signed"],
  permit: [askedWords.permit, "Allowance signed"],
  payment: ["Sign the payment", "Payment signed"],
  revocation: [askedWords.revocation, "Spending limit revoked"],
  deployment: [askedWords.deployment, "Refund contract deployed"],
  allowance: [askedWords.allowance, "Amount allowed"],
  refund: [askedWords.refund, "Refund paid"],
};

/** Whether the wallet sends it itself. A mere signature has no transaction to follow. */
const isTransaction = (name: Asked) =>
  name === "deployment" || name === "allowance" || name === "refund";

/** The way from the wallet to the service. */
export function WalletProgress({
  state: { step, asks, connection },
  last,
  onGiveUp,
}: WalletProgressProps) {
  const names: readonly (Asked | "send")[] = [...asks, ...(last === null ? [] : ["send" as const])];
  const [now] = names.flatMap((name, index) => (isNow(name) ? [index] : []));
  const stages = names.map((name, index): StageRow => {
    const standing = index < (now ?? 0) ? "done" : index === (now ?? 0) ? "now" : "to-do";
    const [toDo, done] = name === "send" ? (last ?? ["", ""]) : labels[name];
    const hash = standing === "now" && step.name === "approving" ? step.transactionHash : null;
    return {
      key: name,
      standing,
      label: standing === "done" ? done : toDo,
      more: hash !== null && <Copyable what="transaction hash" text={hash} />,
    };
  });
  return (
    <div className="progress">
      {stages.length > 0 && <Stages stages={stages} />}
      <Aside>{explanation()}</Aside>
      {(step.name === "asking" || step.name === "approving") && (
        <Button kind="quiet" onClick={onGiveUp}>
          {step.name === "asking" ? "Start over" : "Stop waiting"}
        </Button>
      )}
    </div>
  );

  function isNow(name: Asked | "send"): boolean {
    if (step.name === "asking") return step.what === name;
    if (step.name === "approving") return name !== "send" && isTransaction(name);
    return step.name === "sending" && name === "send";
  }

  function explanation(): string {
    if (step.name === "approving") {
      return "It was sent and is processing, which may take a minute.";
    }
    if (step.name !== "asking") return "One moment.";
    const wallet = connection?.wallet.name ?? "Your wallet";
    return !isTransaction(step.what)
      ? signingText(wallet, step)
      : `${wallet} asks you to confirm. That is a transaction of your own, with a small network fee.`;
  }
}
