import { useQuery } from "@tanstack/react-query";
import { amountText, Copyable, Fact, Facts, Time } from "@usance/ui";
import { refusalOf, trpc } from "../../api/client.ts";
import type { Settlement } from "../../api/records.ts";
import { isUnderWay, pollWhile } from "../../api/under-way.ts";
import { State } from "../../ui/state.tsx";
import { eventsOf, stepsOf } from "./settlement-steps.ts";

/** The states of a payment, and its place on the chain. */
export function SettlementTimeline({ settlementId }: { settlementId: string }) {
  const found = useQuery(
    trpc.settlements.get.queryOptions(
      { settlementId },
      { refetchInterval: pollWhile(({ settlement }) => isUnderWay(settlement)) },
    ),
  );
  const settlement = found.data?.settlement;
  return settlement === undefined ? null : <Timeline settlement={settlement} />;
}

function Timeline({ settlement }: { settlement: Settlement }) {
  const { id: settlementId, serviceId, createdAt, status } = settlement;
  const service = useQuery(trpc.services.get.queryOptions({ serviceId }, { staleTime: 60_000 }));
  const isOnTestClock = (service.data?.service.testClockId ?? null) !== null;
  const events = useQuery(
    trpc.events.list.queryOptions(
      { serviceId, limit: 100, ...(!isOnTestClock && { from: createdAt }) },
      { retry: false, enabled: !service.isPending },
    ),
  );
  const proof = useQuery({
    ...trpc.settlements.proof.queryOptions({ settlementId }),
    enabled: status === "CONFIRMED",
    retry: (failures, error) => failures < 3 && refusalOf(error) === null,
  });
  const proven = proof.data?.proof ?? null;
  const own = eventsOf(events.data?.events ?? [], { settlementId, isOnTestClock });
  const steps = stepsOf(settlement, own, proven);
  return (
    <article className="timeline" aria-label={`Payment of ${amountText(settlement.amount)} USDC`}>
      <header className="timeline-head">
        <State status={status} />
        <strong>{amountText(settlement.amount)} USDC</strong>
      </header>
      <ol className="steps">
        {steps.map(({ key, words, at, standing }) => (
          <li key={key} className={`step step-${standing}`}>
            <span>{words}</span>
            {at !== null && <Time at={at} isFull />}
          </li>
        ))}
      </ol>
      <Facts>
        {settlement.transactionHash !== null && (
          <Fact name="Transaction">
            <Copyable what="transaction's hash" text={settlement.transactionHash} />
          </Fact>
        )}
        {proven !== null && (
          <>
            <Fact name="Block">
              {String(proven.blockNumber)} of chain {proven.chainId}
            </Fact>
            <Fact name="Recorded by the contract">
              <Copyable what="contract's address" text={proven.contract} />
            </Fact>
            <Fact name="Payer">
              <Copyable what="payer's address" text={proven.event.payer} />
            </Fact>
            <Fact name="Paid to">
              <Copyable what="merchant's address" text={proven.event.merchant} />
            </Fact>
          </>
        )}
        <Fact name="Settlement">
          <code>{settlementId}</code>
        </Fact>
      </Facts>
    </article>
  );
}
