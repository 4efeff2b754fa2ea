import {
  Aside,
  amountText,
  Button,
  Copyable,
  capPeriodText,
  Note,
  Term,
  Terms,
  Time,
} from "@usance/ui";
import { useCallback, useEffect, useId, useState } from "react";
import type { Cap, CapAnswer, PortalApi, Subscription } from "../api/portal-api.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import type { Discovery } from "../wallet/discovery.ts";
import { useMay } from "./may.ts";
import { useAnswer } from "./use-answer.ts";

const CapForm = lazyPart("The spending limit", () => import("./cap-form.tsx"));
const CapRevocation = lazyPart("The revocation", () => import("./cap-revocation.tsx"));

interface CapSectionProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
  readonly discovery: Discovery;
  readonly onSaid: (said: string) => void;
}

/** The spending limit: its amount, the rest of it, and the buttons to change or revoke it. */
export function CapSection({ api, subscription, discovery, onSaid }: CapSectionProps) {
  const { id, service } = subscription;
  const { answer, again } = useAnswer(
    useCallback((signal) => api.spendingCap(id, signal), [api, id]),
  );
  const [task, setTask] = useState<"none" | "sign" | "revoke">("none");
  const mayChange = useMay("spending-caps:write");
  const headingId = useId();
  const isOnItsWay = answer.state === "read" && isRevoking(answer.value.spendingCap);
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setInterval(again, lookEveryMs);
    return () => clearInterval(timer);
  }, [isOnItsWay, again]);
  const done = (said: string | null) => {
    setTask("none");
    again();
    if (said !== null) onSaid(said);
  };

  const body = () => {
    if (answer.state === "reading") return <Aside>Reading the spending limit…</Aside>;
    if (answer.state === "failed") {
      return (
        <>
          <Note>The spending limit cannot be read from the chain at the moment.</Note>
          <Button kind="quiet" onClick={again}>
            Try again
          </Button>
        </>
      );
    }
    const { spendingCap: cap, chainId, rateCards } = answer.value;
    const shared = { api, subscription, discovery, onDone: done };
    const mayRevoke = cap !== null && (cap.revokedAt === null || cap.revocation !== null);
    return (
      <>
        {cap === null ? (
          <Aside>No limit: you pay every invoice yourself.</Aside>
        ) : (
          <CapTerms cap={cap} />
        )}
        {cap !== null && <CapState cap={cap} seller={service.name} />}
        {cap?.state === "ACTIVE" && <UnsignedPrices cap={cap} rateCards={rateCards} />}
        {task === "sign" && chainId !== null && (
          <CapForm {...shared} answer={answer.value} chainId={chainId} onRefused={again} />
        )}
        {task === "revoke" && cap !== null && <CapRevocation {...shared} cap={cap} />}
        {task === "none" && (
          <div className="actions">
            {chainId !== null && (
              <Button kind="quiet" onClick={() => setTask("sign")}>
                {cap?.state === "ACTIVE" ? "Change the spending limit" : "Set a spending limit"}
              </Button>
            )}
            {mayChange && mayRevoke && cap.state !== "EXPIRED" && (
              <Button kind="quiet" onClick={() => setTask("revoke")}>
                {cap.revokedAt === null ? "Revoke…" : "Revoke it on the chain too…"}
              </Button>
            )}
          </div>
        )}
      </>
    );
  };

  return (
    <section className="part" aria-labelledby={headingId}>
      <h3 id={headingId}>Spending limit</h3>
      {body()}
    </section>
  );
}

const lookEveryMs = 3_000;

/** Whether a revocation that the wallet has signed is on its way to the contract. */
const isRevoking = (cap: Cap | null) =>
  cap !== null && cap.revokedAt !== null && cap.isRelaying && !cap.revokedOnChain;

const CapTerms = ({ cap }: { cap: Cap }) => (
  <Terms>
    <Term name="Left" isStrong>
      {amountText(cap.left)} USDC
      {cap.state === "ACTIVE" && (
        <>
          {" "}
          until <Time at={cap.periodEnd} isDate />
        </>
      )}
    </Term>
    <Term name="Spending limit">
      {amountText(cap.perPeriod)} USDC per {capPeriodText(cap.periodSeconds)}
    </Term>
    <Term name="Spent in all">
      {amountText(cap.spent)} of {amountText(cap.total)} USDC
    </Term>
    <Term name={cap.state === "EXPIRED" ? "Ended" : "Until"}>
      <Time at={cap.validUntil} isDate />
    </Term>
    <Term name="Wallet">
      <Copyable what="wallet's address" text={cap.payerAddress} />
    </Term>
  </Terms>
);

/** Says that a price that is shown is not one that was signed; nothing if all are. */
function UnsignedPrices({ cap, rateCards }: { cap: Cap } & Pick<CapAnswer, "rateCards">) {
  const card = rateCards.find(({ hash }) => !cap.rateCardHashes.includes(hash));
  if (card === undefined) return null;
  return (
    <Note>
      You have not signed the prices
      {card.isInEffect ? (
        " of this period"
      ) : (
        <>
          {" "}
          from <Time at={card.effectiveFrom} isDate />
        </>
      )}
      . Usage that costs more than you signed is not collected: you pay it yourself, or change the
      spending limit and sign.
    </Note>
  );
}

const CapState = ({ cap, seller }: { cap: Cap; seller: string }) => {
  switch (cap.state) {
    case "ACTIVE":
      return <Aside>{seller} collects invoices from this wallet, up to what is left.</Aside>;
    case "REVOKED":
      return (
        <Note>
          You have revoked this spending limit{cap.revokedOnChain && ", also on the chain"}. Nothing
          more is collected. You pay every invoice yourself.
          {isRevoking(cap) && " The contract is told: that may take a minute."}
        </Note>
      );
    case "EXPIRED":
      return <Note>This spending limit has ended. You pay every invoice yourself.</Note>;
    case "OUTDATED":
      return (
        <Note>
          {seller} is paid at another address now, so nothing is collected under this spending
          limit. Set a new one, or pay every invoice yourself.
        </Note>
      );
  }
};
