import { Aside, Button, Note, Problem, shortened } from "@usance/ui";
import { useEffect, useRef, useState } from "react";
import type { Cap, PortalApi, Subscription } from "../api/portal-api.ts";
import { sleep } from "../time.ts";
import { useAction } from "../ui/use-action.ts";
import { WalletProgress } from "../ui/wallet-progress.tsx";
import { WalletSection } from "../ui/wallet-section.tsx";
import type { Discovery } from "../wallet/discovery.ts";
import { useOwnWallet } from "../wallet/use-own-wallet.ts";
import { revokeOnChain } from "./cap-flow.ts";
import { useMay } from "./may.ts";

const last = ["Send it", "Sent"] as const;

interface CapRevocationProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
  readonly cap: Cap;
  readonly discovery: Discovery;
  /** @param said what has changed; null: nothing */
  readonly onDone: (said: string | null) => void;
}

/** The two ways to end a cap: the service stops at once, and the wallet signs that it ends on the chain, for good. */
export default function CapRevocation({
  api,
  subscription,
  cap,
  discovery,
  onDone,
}: CapRevocationProps) {
  const { state, wallets, actions, isUnderWay } = useOwnWallet(discovery, cap.chainId);
  const here = useAction();
  const isNew = cap.revokedAt === null;
  const mayStop = useMay("limits:write") && subscription.status === "ACTIVE" && isNew;
  const [isToStop, setToStop] = useState(true);
  const stops = mayStop && isToStop;
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector("button")?.focus(), []);

  if (isUnderWay) return <WalletProgress state={state} last={last} onGiveUp={actions.giveUp} />;

  const { connection } = state;
  const isSigner = connection?.address.toLowerCase() === cap.payerAddress.toLowerCase();
  const revoke = () => {
    if (connection === null || cap.revocation === null) return;
    const { revocation } = cap;
    const { provider } = connection.wallet;
    const payer = { provider, address: connection.address, chainId: cap.chainId };
    actions.run(async (signal, report) => {
      const input = { subscriptionId: subscription.id, stopUsage: stops };
      await revokeOnChain(input, revocation, payer, { api, report, sleep, signal });
      onDone("The spending limit is revoked. The contract is told too.");
    });
  };
  return (
    <div className="cap cap-on" ref={first}>
      {mayStop && (
        <>
          <label className="choice">
            <input
              type="checkbox"
              checked={isToStop}
              onChange={(event) => setToStop(event.target.checked)}
            />
            Stop all usage too
          </label>
          <Aside>
            {subscription.service.name} refuses usage from then on, until you start it again or sign
            a new spending limit.
          </Aside>
        </>
      )}
      {isNew && (
        <>
          <Button
            isBusy={here.isBusy}
            onClick={() =>
              here.run(async (signal) => {
                await api.revokeCap({ subscriptionId: subscription.id, stopUsage: stops }, signal);
                onDone("The spending limit is revoked. Nothing more is collected.");
              })
            }
          >
            Revoke it now
          </Button>
          <Aside>
            Nothing more is collected from then on, without a fee. What was sent to the chain before
            may still be taken.
          </Aside>
          <Problem text={here.problem} />
        </>
      )}
      {cap.revocation !== null && (
        <>
          <WalletSection
            wallet={state}
            chainId={cap.chainId}
            wallets={wallets}
            actions={actions}
            purpose="Revoke with"
            button={
              isSigner ? (
                <Button kind="quiet" onClick={revoke}>
                  Revoke it on the chain
                </Button>
              ) : (
                <Note>
                  The spending limit was signed with {shortened(cap.payerAddress)}. Choose that
                  account in your wallet.
                </Note>
              )
            }
          />
          <Aside>
            On the chain, the contract itself refuses the spending limit for good. You only sign,
            without a fee, and it is sent for you.
          </Aside>
        </>
      )}
      <Problem text={state.problem} />
      <Button kind="quiet" onClick={() => onDone(null)}>
        Keep it as it is
      </Button>
    </div>
  );
}
