import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Aside,
  amountText,
  Copyable,
  DataTable,
  Empty,
  Field,
  isZero,
  Note,
  NumberField,
  Section,
  Select,
  Term,
  Terms,
  Time,
  typedNumber,
} from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Balance, RecurringGrant } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { State } from "../../ui/state.tsx";
import { entryColumns } from "./entry-columns.tsx";

/** The prepaid balances of a subscriber: one for each service at most, and others for prefixes. */
export function Balances({ userId }: { userId: string }) {
  const mayRead = useMay("balances:read");
  const found = useQuery({
    ...trpc.balances.list.queryOptions({ userId, limit: 100 }),
    enabled: mayRead,
  });
  const services = useQuery(trpc.services.list.queryOptions());
  if (!mayRead) return null;
  const names = new Map(services.data?.services.map(({ id, name }) => [id, name]));
  return (
    <Answer of={found}>
      {({ balances }) =>
        balances.length === 0 ? (
          <Section heading="Prepaid balances">
            <Empty heading="No balance yet">
              <p>The subscriber has not prepaid. A balance begins with a top-up or a credit.</p>
            </Empty>
          </Section>
        ) : (
          balances.map((balance) => (
            <OneBalance key={balance.id} balance={balance} service={names.get(balance.serviceId)} />
          ))
        )
      }
    </Answer>
  );
}

type Backing = NonNullable<Balance["backing"]>;

interface OneBalanceProps {
  readonly balance: Balance;
  readonly service: string | undefined;
}

function OneBalance({ balance, service }: OneBalanceProps) {
  const mayWrite = useMay("balances:write");
  const { id, keyPrefix, available, held, owed, overdraft, backing, status } = balance;
  const forPrefix = keyPrefix === null ? "" : ` for ${keyPrefix}`;
  const heading = `Prepaid balance${forPrefix}`;
  return (
    <Section
      heading={service === undefined ? heading : `${heading} · ${service}`}
      actions={
        <>
          <State status={status} />
          {mayWrite && (
            <DialogButton words="Grant credit…">
              {(close) => <GrantForm balanceId={id} onClose={close} />}
            </DialogButton>
          )}
        </>
      }
    >
      <Terms>
        <Term name="Available" isStrong>
          {amountText(available)} USDC{forPrefix}
        </Term>
        {!isZero(held) && <Term name="On hold">{amountText(held)} USDC</Term>}
        {!isZero(owed) && <Term name="Owed">{amountText(owed)} USDC</Term>}
        {(backing !== null || !isZero(overdraft)) && (
          <Term name="Overdraft">{amountText(overdraft)} USDC</Term>
        )}
        {backing !== null && backingTerms(backing)}
        <Term name="Id">
          <Copyable what="balance's id" text={id} />
        </Term>
      </Terms>
      {backing !== null && backing.trouble !== null && <Note>{troubles[backing.trouble]}</Note>}
      <RecurringGrants balanceId={id} mayEnd={mayWrite} />
      <Entries balanceId={id} />
    </Section>
  );
}

/** What backs the overdraft, as of the last lookup. */
function backingTerms({ max, capLeft, walletLeft, inFlight, lookedUpAt }: Backing) {
  const amounts = [
    ["Overdraft at most", max],
    ["Left under the spending limit", capLeft],
    ["In the wallet", walletLeft],
    ["In flight from the wallet", inFlight],
  ] as const;
  return (
    <>
      {amounts.map(
        ([name, amount]) =>
          amount !== null && (
            <Term key={name} name={name}>
              {amountText(amount)} USDC
            </Term>
          ),
      )}
      {lookedUpAt !== null && (
        <Term name="Looked up">
          <Time at={lookedUpAt} />
        </Term>
      )}
    </>
  );
}

const troubles: Readonly<Record<NonNullable<Backing["trouble"]>, string>> = {
  NO_CAP: "There is no spending limit that can be used, so no overdraft is granted.",
  CHAIN_UNAVAILABLE: "The chain does not answer, so no overdraft is granted.",
};

const everyWords: Readonly<Record<RecurringGrant["interval"], string>> = {
  DAY: "a day",
  WEEK: "a week",
  MONTH: "a month",
};

interface RecurringGrantsProps {
  readonly balanceId: string;
  readonly mayEnd: boolean;
}

function RecurringGrants({ balanceId, mayEnd }: RecurringGrantsProps) {
  const found = useQuery(trpc.balances.recurringGrants.queryOptions({ balanceId }));
  return (
    <Answer of={found}>
      {({ recurringGrants }) =>
        recurringGrants.length > 0 && (
          <DataTable
            caption="Recurring grants"
            rows={recurringGrants}
            keyOf={({ id }) => id}
            columns={[
              {
                label: "Recurring grant",
                cell: ({ amount, interval, reason }) =>
                  `${amountText(amount)} USDC ${everyWords[interval]}: ${reason}`,
              },
              {
                label: "Carried over at most",
                cell: ({ rolloverMax }) => `${amountText(rolloverMax)} USDC`,
                isFigure: true,
                isWide: true,
              },
              {
                label: "Priority",
                cell: ({ priority }) => priority,
                isFigure: true,
                isWide: true,
              },
              { label: "Period until", cell: ({ periodEnd }) => <Time at={periodEnd} /> },
              {
                label: "Status",
                cell: (recurring) =>
                  recurring.status === "ACTIVE" && mayEnd ? (
                    <EndGrant recurring={recurring} />
                  ) : (
                    <State status={recurring.status} />
                  ),
              },
            ]}
          />
        )
      }
    </Answer>
  );
}

function EndGrant({ recurring: { id, balanceId } }: { recurring: RecurringGrant }) {
  const queries = useQueryClient();
  const end = useMutation(
    trpc.balances.endRecurringGrant.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.balances.pathFilter()),
    }),
  );
  return (
    <Confirm
      action="End it"
      kind="quiet"
      said="The grants have ended."
      keep="Keep it"
      onConfirm={() => end.mutateAsync({ balanceId, recurringGrantId: id })}
    >
      Nothing more is granted. What it has granted stays until the period is over.
    </Confirm>
  );
}

const times = [
  { value: "ONCE", words: "Once" },
  { value: "DAY", words: "Each day" },
  { value: "WEEK", words: "Each week" },
  { value: "MONTH", words: "Each month" },
] as const;

/** When credit is spent. */
const orders = [
  { value: "before", words: "Before top-ups", priority: 25 },
  { value: "with", words: "With top-ups, by its expiry", priority: 50 },
  { value: "after", words: "After top-ups", priority: 75 },
] as const;

interface GrantDraft {
  readonly amount: string;
  readonly reason: string;
  readonly order: (typeof orders)[number]["value"];
  readonly often: (typeof times)[number]["value"];
  readonly rolloverMax: string;
}

const noGrant: GrantDraft = {
  ...{ amount: "", reason: "", rolloverMax: "" },
  ...{ order: "with", often: "ONCE" },
};

interface GrantFormProps {
  readonly balanceId: string;
  readonly onClose: () => void;
}

/** Credit without a payment, once or in each period. */
function GrantForm({ balanceId, onClose }: GrantFormProps) {
  const form = useForm({
    draft: noGrant,
    send: async ({ amount, reason, order, often, rolloverMax }): Promise<unknown> => {
      const priority = orders.find(({ value }) => value === order)?.priority ?? 50;
      const credit = { balanceId, reason, priority, amount: typedNumber(amount) };
      if (often === "ONCE") return client.balances.grant.mutate(credit);
      const rollover = rolloverMax !== "" && { rolloverMax: typedNumber(rolloverMax) };
      return client.balances.addRecurringGrant.mutate({ ...credit, ...rollover, interval: often });
    },
    said: "The credit was granted.",
    changes: trpc.balances.pathFilter(),
    onDone: onClose,
  });
  const { at, draft } = form;
  return (
    <FormDialog heading="Grant credit" of={form} submit="Grant the credit" onClose={onClose}>
      <div className="fields">
        <NumberField label="Amount" unit="USDC" {...at("amount")} />
        <Field label="Reason" {...at("reason")} />
        <Select label="Spent" options={orders} {...at("order", "priority")} />
        <Select label="How often" options={times} {...at("often", "interval")} />
        {draft.often !== "ONCE" && (
          <NumberField
            label="Carried over at most"
            unit="USDC"
            isOptional
            hint="Of what is left at the end of a period. The rest expires."
            {...at("rolloverMax")}
          />
        )}
      </div>
      {draft.often !== "ONCE" && <Aside>The first period begins now.</Aside>}
    </FormDialog>
  );
}

/** What moved the balance, newest first. */
function Entries({ balanceId }: { readonly balanceId: string }) {
  const list = useInfiniteQuery(
    trpc.balances.entries.infiniteQueryOptions({ balanceId, limit: 10 }, { ...byCursor }),
  );
  return (
    <RecordList
      of={list}
      rowsOf={({ balanceEntries }) => balanceEntries}
      caption="Entries of the balance, newest first"
      columns={entryColumns}
      keyOf={({ position }) => String(position)}
      empty={null}
    />
  );
}
