import {
  Aside,
  amountText,
  Badge,
  Button,
  DataTable,
  isLess,
  isZero,
  Note,
  Term,
  Terms,
  Time,
} from "@usance/ui";
import { useId, useState } from "react";
import type { Balance, PortalApi } from "../api/portal-api.ts";
import { BalanceEntries } from "./balance-entries.tsx";
import { useMay } from "./may.ts";
import { TopUpForm } from "./top-up-form.tsx";

interface BalanceProps {
  readonly balance: Balance;
}

interface BalancePanelProps extends BalanceProps {
  readonly api: PortalApi;
}

/** One prepaid balance: the available amount, credit that expires, and top-ups. */
export default function BalancePanel({ api, balance }: BalancePanelProps) {
  const [task, setTask] = useState<"none" | "top up" | "changes">("none");
  const mayTopUp = useMay("balances:write");
  const headingId = useId();
  const { keyPrefix, service } = balance;
  const { name } = service;
  const close = () => setTask("none");
  return (
    <section className="subscription" aria-labelledby={headingId}>
      <div className="subscription-head">
        <h2 id={headingId}>
          {name} · Prepaid balance{forPrefix(keyPrefix)}
        </h2>
        <Badge kind={isLow(balance) ? "late" : "good"}>{stateText(balance)}</Badge>
      </div>
      <BalanceTerms balance={balance} />
      {balance.status === "FROZEN" && (
        <Note>
          {balance.backing === null
            ? "A chain reorganization undid a payment that you had already used. You can spend nothing more until the payment is confirmed again, or you top up the missing amount."
            : "Your spending limit or your wallet does not cover what you have used. You can spend nothing more until it does, or you top up the missing amount."}
        </Note>
      )}
      <ExpiringCredit balance={balance} />
      <AutomaticTopUps balance={balance} />
      {task === "top up" && <TopUpForm api={api} balance={balance} onDone={close} />}
      {task === "changes" && <BalanceEntries api={api} balance={balance} />}
      <div className="actions">
        {mayTopUp && task !== "top up" && (
          <Button kind="quiet" onClick={() => setTask("top up")}>
            Top up
            <span className="unseen">
              {" "}
              your balance{forPrefix(keyPrefix)} with {name}
            </span>
          </Button>
        )}
        {task !== "changes" && (
          <Button kind="quiet" onClick={() => setTask("changes")}>
            Show changes
            <span className="unseen">
              {" "}
              of your balance{forPrefix(keyPrefix)} with {name}
            </span>
          </Button>
        )}
      </div>
    </section>
  );
}

/** What its credit pays for; nothing if for all usage. */
const forPrefix = (keyPrefix: string | null) => (keyPrefix === null ? "" : ` for ${keyPrefix}`);

/** Usage that a spending limit backs goes on without credit. */
const isLow = ({ status, available, backing }: Balance) =>
  status === "FROZEN" || (backing === null && !isLess("0", available));

function stateText(balance: Balance): string {
  if (balance.status === "FROZEN") return "Stopped";
  return isLow(balance) ? "Used up" : "Active";
}

const BalanceTerms = ({
  balance: { keyPrefix, available, held, owed, overdraft, backing, createdAt },
}: BalanceProps) => (
  <Terms>
    <Term name="Available" isStrong>
      {amountText(available)} USDC{forPrefix(keyPrefix)}
    </Term>
    {!isZero(held) && <Term name="On hold">{amountText(held)} USDC</Term>}
    {!isZero(owed) && <Term name="You owe">{amountText(owed)} USDC</Term>}
    {backing !== null && (
      <Term name="Your spending limit covers">
        {amountText(overdraft)} USDC of at most {amountText(backing.max)} USDC
      </Term>
    )}
    {backing === null && !isZero(overdraft) && (
      <Term name="May go below zero by">{amountText(overdraft)} USDC</Term>
    )}
    <Term name="Opened">
      <Time at={createdAt} isDate />
    </Term>
  </Terms>
);

/** Credit that never expires needs no table: it is what is available. */
const ExpiringCredit = ({ balance: { credits } }: BalanceProps) =>
  credits.some(({ expiresAt }) => expiresAt !== null) && (
    <DataTable
      caption="Your credit, in the order in which it is spent"
      rows={credits}
      isPlain
      columns={[
        {
          label: "Credit until",
          cell: ({ expiresAt }) => (expiresAt === null ? "No end" : <Time at={expiresAt} isDate />),
        },
        { label: "USDC left", cell: ({ remaining }) => amountText(remaining), isFigure: true },
      ]}
    />
  );

const AutomaticTopUps = ({ balance: { autoTopUp, service } }: BalanceProps) => {
  if (autoTopUp === null) return null;
  const { status, below, amount, pausedUntil } = autoTopUp;
  if (pausedUntil !== null) {
    return (
      <Note>
        Automatic top-ups have reached their limit in 24 hours. The next one can be made{" "}
        <Time at={pausedUntil} />. Until then, top up yourself.
      </Note>
    );
  }
  return status === "ACTIVE" ? (
    <Aside>
      {amount === null
        ? `${service.name} collects what you owe under your spending limit, at least once a day.`
        : `${service.name} tops it up by ${amountText(amount)} USDC under your spending limit, as soon as less than ${amountText(below)} USDC is available.`}
    </Aside>
  ) : (
    <Note>
      Automatic top-ups have stopped. Top up yourself, or set a new spending limit under “Limits”
      and ask {service.name} to start them again.
    </Note>
  );
};
