import {
  amountText,
  Button,
  chainInFull,
  chainName,
  Note,
  Spinner,
  shortened,
  TextButton,
} from "@usance/ui";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { Wallet } from "../wallet/discovery.ts";
import type { Connection, WalletState } from "../wallet/state.ts";
import type { WalletActions } from "../wallet/use-wallet-runs.ts";
import { lazyPart } from "./lazy-part.tsx";

const NoWallet = lazyPart("Help to get a wallet", () => import("./no-wallet.tsx"));

interface WalletSectionProps {
  readonly wallet: Pick<WalletState, "connection" | "step">;
  /** The chain that the wallet must be on; null: it does not matter. */
  readonly chainId: number | null;
  readonly wallets: readonly Wallet[];
  readonly actions: WalletActions;
  /** What it has, in USDC; null while that is unknown. */
  readonly balance?: string | null;
  /** What the wallet is for, once it is connected. */
  readonly purpose: string;
  /** The action of the button once a wallet is connected. */
  readonly button: ReactNode;
}

/** Which wallet pays: chosen, then connected, then on the chain that is paid on. */
export function WalletSection({
  wallet: { connection, step },
  chainId,
  wallets,
  actions,
  purpose,
  balance = null,
  button,
}: WalletSectionProps) {
  const headingId = useId();
  return (
    <section className="wallet-section" aria-labelledby={headingId}>
      <h3 id={headingId}>{connection === null ? "Choose your wallet" : purpose}</h3>
      {connection === null ? (
        <Choice
          wallets={wallets}
          connecting={step.name === "connecting" ? step.walletId : null}
          actions={actions}
        />
      ) : (
        <>
          <Connected connection={connection} balance={balance} onChange={actions.disconnect} />
          {chainId !== null && chainId !== connection.chainId ? (
            <WrongChain
              chainId={chainId}
              walletChainId={connection.chainId}
              isSwitching={step.name === "switching"}
              onSwitch={actions.switchChain}
            />
          ) : (
            <FocusTaker>{button}</FocusTaker>
          )}
        </>
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly wallets: readonly Wallet[];
  readonly connecting: string | null;
  readonly actions: WalletActions;
}

function Choice({ wallets, connecting, actions }: ChoiceProps) {
  return (
    <>
      {wallets.length === 0 && <NoWallet />}
      <ul className="wallets">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button
              type="button"
              className="wallet"
              aria-busy={connecting === wallet.id}
              onClick={() => actions.connect(wallet)}
            >
              <WalletIcon wallet={wallet} />
              <span className="wallet-name">{wallet.name}</span>
              {connecting === wallet.id ? <Spinner /> : <span className="wallet-do">Connect</span>}
            </button>
          </li>
        ))}
      </ul>
      {connecting !== null && (
        <p className="aside">
          {"Confirm in your wallet. If you do not see it, open your wallet. "}
          <TextButton onClick={actions.giveUp}>Choose another</TextButton>
        </p>
      )}
    </>
  );
}

function Connected({
  connection: { wallet, address },
  balance,
  onChange,
}: {
  connection: Connection;
  balance: string | null;
  onChange: () => void;
}) {
  return (
    <div className="wallet wallet-connected">
      <WalletIcon wallet={wallet} />
      <span className="wallet-name">
        {wallet.name}
        <span className="wallet-more">
          <code title={address}>{shortened(address)}</code>
          <span role="status">{balance !== null && `${amountText(balance)} USDC`}</span>
        </span>
      </span>
      <TextButton onClick={onChange}>Change</TextButton>
    </div>
  );
}

interface WrongChainProps {
  readonly chainId: number;
  readonly walletChainId: number;
  readonly isSwitching: boolean;
  readonly onSwitch: () => void;
}

const WrongChain = ({ chainId, walletChainId, isSwitching, onSwitch }: WrongChainProps) => (
  <>
    <Note>
      Your wallet is on {chainInFull(walletChainId)}. This seller is on {chainInFull(chainId)}.
    </Note>
    <FocusTaker>
      <Button isBusy={isSwitching} onClick={onSwitch}>
        {isSwitching ? "Confirm in your wallet…" : `Switch to ${chainName(chainId)}`}
      </Button>
    </FocusTaker>
  </>
);

const WalletIcon = ({ wallet: { icon, name } }: { wallet: Wallet }) =>
  icon === null ? (
    <span className="wallet-icon" aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  ) : (
    <img className="wallet-icon" src={icon} alt="" width="32" height="32" />
  );

/** Gives its button the focus if the element that had it has disappeared, because the button is the next step. */
function FocusTaker({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    place.current?.querySelector("button")?.focus();
  }, []);
  return <div ref={place}>{children}</div>;
}
