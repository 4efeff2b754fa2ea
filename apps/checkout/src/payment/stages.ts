import { isZero } from "@usance/ui";
import type { OpenSession, Screen } from "../session/state.ts";
import type { Asked } from "../wallet/state.ts";

/** The screens of a payment on its way. */
export type ProgressScreen = Extract<Screen, "preparing" | "asking" | "sending" | "under-way">;

/** What the wallet is asked for a payment. */
type AskedToPay = Extract<Asked, "cap" | "permit" | "payment">;

export type StageName = AskedToPay | "send" | "confirm" | "subscribe";

export interface Stage {
  readonly name: StageName;
  readonly standing: "done" | "now" | "to-do";
  readonly transactionHash: string | null;
}

/** The steps of a payment in order: done, current and next. */
export function stagesOf(
  session: Pick<OpenSession, "payable" | "step" | "asks">,
  screen: ProgressScreen,
): readonly Stage[] {
  const isFree = isZero(session.payable.amountDue);
  const asks = session.asks as readonly AskedToPay[];
  const names: readonly StageName[] = [
    // For a payment that had started before the page opened, the page does not know the earlier steps.
    ...(asks.length === 0 && !isFree ? (["payment"] as const) : asks),
    ...(isFree ? (["subscribe"] as const) : (["send", "confirm"] as const)),
  ];
  const now = names.indexOf(stageNow(session, screen) ?? names[0] ?? "send");
  return names.map((name, index) => ({
    name,
    standing: index < now ? "done" : index === now ? "now" : "to-do",
    transactionHash: hashOf(name, session),
  }));
}

/** @returns null for the first one */
function stageNow(
  { payable, step }: Pick<OpenSession, "payable" | "step">,
  screen: ProgressScreen,
): StageName | null {
  switch (screen) {
    case "preparing":
      return null;
    case "asking":
      return step.name === "asking" ? (step.what as AskedToPay) : null;
    case "sending":
      return isZero(payable.amountDue) ? "subscribe" : "send";
    case "under-way":
      return payable.payment?.status === "PENDING" ? "send" : "confirm";
  }
}

function hashOf(
  name: StageName,
  { payable, step }: Pick<OpenSession, "payable" | "step">,
): string | null {
  return name === "send" && step.name === "filling"
    ? (payable.payment?.transactionHash ?? null)
    : null;
}
