import { useQuery } from "@tanstack/react-query";
import {
  Aside,
  Badge,
  Copyable,
  DataTable,
  Note,
  Problem,
  quantityText,
  Section,
  Stat,
  Stats,
} from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { useReadiness } from "../../api/readiness.ts";
import type { SystemState } from "../../api/records.ts";
import { Answer } from "../../ui/answer.tsx";
import { View } from "../../ui/view.tsx";

const pollMs = 15_000;

/** Whether the service can work, what waits for the chain, and what runs here, for those who run it. */
export function System() {
  const readiness = useReadiness();
  const found = useQuery(trpc.system.get.queryOptions({}, { refetchInterval: pollMs }));
  return (
    <View
      heading="System"
      lead="The state of the service. More metrics of queues, signers and the chain are in Prometheus."
    >
      <Answer of={readiness}>
        {({ ready, reasons, warnings }) => (
          <Section
            heading="Readiness"
            actions={<Badge kind={ready ? "good" : "bad"}>{ready ? "Ready" : "Not ready"}</Badge>}
          >
            {reasons.map((reason) => (
              <Problem key={reason} text={reason} />
            ))}
            {warnings.map((warning) => (
              <Note key={warning}>{warning}</Note>
            ))}
            {reasons.length + warnings.length === 0 && (
              <Aside>
                Database, chain, signers and contracts are as they should be. Nothing needs
                attention.
              </Aside>
            )}
          </Section>
        )}
      </Answer>
      <Answer of={found}>
        {({ system }) => (
          <>
            {system.queue !== null && <Queue queue={system.queue} />}
            {system.signers !== null && <Signers signers={system.signers} />}
            <Versions system={system} />
          </>
        )}
      </Answer>
    </View>
  );
}

const Queue = ({
  queue: { pending, submitted, oldestSeconds },
}: {
  queue: NonNullable<SystemState["queue"]>;
}) => (
  <Section heading="Queue of settlements">
    <Stats>
      <Stat name="Not sent yet" value={pending.toLocaleString("en")} />
      <Stat name="Wait for a result" value={submitted.toLocaleString("en")} />
      <Stat name="The oldest waits for" value={oldestSeconds.toLocaleString("en")} unit="seconds" />
    </Stats>
  </Section>
);

const Signers = ({ signers }: { signers: NonNullable<SystemState["signers"]> }) => (
  <Section heading="Signers">
    {signers.length === 0 ? (
      <Aside>A wallet provider sends the settlements, and shows its wallets itself.</Aside>
    ) : (
      <DataTable
        caption="Accounts that send settlements"
        rows={signers}
        keyOf={({ address }) => address}
        columns={[
          {
            label: "Account",
            cell: ({ address }) => <Copyable what="signer's address" text={address} />,
          },
          {
            label: "State",
            cell: ({ isHalted }) => (
              <Badge kind={isHalted ? "bad" : "good"}>{isHalted ? "Halted" : "Active"}</Badge>
            ),
          },
          {
            label: "Balance for gas",
            cell: ({ balance }) => (
              <span title={balance}>{quantityText(balance.replace(/(\.\d{6})\d+$/, "$1"))}</span>
            ),
            isFigure: true,
          },
          {
            label: "Pays for",
            cell: ({ settlements }) =>
              settlements === null
                ? "Gas is free"
                : `${BigInt(settlements).toLocaleString("en")} settlements`,
            isFigure: true,
          },
          {
            label: "Not in a block yet",
            cell: ({ unconfirmed }) => unconfirmed.toLocaleString("en"),
            isFigure: true,
          },
        ]}
      />
    )}
  </Section>
);

const Versions = ({ system: { version, chainId, contracts } }: { system: SystemState }) => (
  <Section heading="Versions">
    <Aside>
      Usance {version}, on the chain with id {chainId}.
    </Aside>
    <DataTable
      caption="Contracts"
      rows={contracts}
      keyOf={({ address }) => address}
      columns={[
        { label: "Contract", cell: ({ name }) => name },
        { label: "Version", cell: (contract) => contract.version },
        {
          label: "Address",
          cell: ({ address }) => <Copyable what="contract's address" text={address} />,
        },
      ]}
    />
  </Section>
);
