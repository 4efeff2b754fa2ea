import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Aside,
  amountText,
  Button,
  Field,
  isZero,
  Note,
  NumberField,
  Problem,
  Section,
  Select,
  Term,
  Terms,
  Time,
  typedNumber,
} from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Balance, RecurringGrant } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { fieldErrors } from "../../ui/field-errors.ts";
import { Form } from "../../ui/form.tsx";
import { Records } from "../../ui/records.tsx";
import { State } from "../../ui/state.tsx";

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
        balances.map((balance) => (
          <OneBalance key={balance.id} balance={balance} service={names.get(balance.serviceId)} />
        ))
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
  const [isGranting, setGranting] = useState(false);
  const mayWrite = useMay("balances:write");
  const { id, keyPrefix, available, held, owed, overdraft, backing, status } = balance;
  const forPrefix = keyPrefix === null ? "" : ` for ${keyPrefix}`;
  const heading = `Prepaid balance${forPrefix}`;
  return (
    <Section
      heading={service === undefined ? heading : `${heading} · ${service}`}
      actions={<State status={status} />}
    >
      <Terms>
        <Term name="Available" isStrong>
          {amountText(available)} USDC{forPrefix}
        </Term>
        {!isZero(held) && <Term name="Held for calls">{amountText(held)} USDC</Term>}
        {!isZero(owed) && <Term name="Owed">{amountText(owed)} USDC</Term>}
        {(backing !== null || !isZero(overdraft)) && (
          <Term name="Overdraft">{amountText(overdraft)} USDC</Term>
        )}
        {backing !== null && backingTerms(backing)}
        <Term name="Id">
          <code>{id}</code>
        </Term>
      </Terms>
      {backing !== null && backing.trouble !== null && <Note>{troubles[backing.trouble]}</Note>}
      <RecurringGrants balanceId={id} mayEnd={mayWrite} />
      {isGranting ? (
        <GrantForm balanceId={id} onDone={() => setGranting(false)} />
      ) : (
        mayWrite && (
          <div className="section-actions">
            <Button kind="quiet" isSmall onClick={() => setGranting(true)}>
              Grant credit…
            </Button>
          </div>
        )
      )}
    </Section>
  );
}

/** What backs the overdraft, as of the last lookup. */
function backingTerms({ max, capLeft, walletLeft, inFlight, lookedUpAt }: Backing) {
  const amounts = [
    ["Overdraft at most", max],
    ["Left under the spending cap", capLeft],
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
  NO_CAP: "There is no spending cap that can be used, so no overdraft is granted.",
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
          <Records
            caption="Recurring grants"
            columns={[
              { label: "Recurring grant" },
              { label: "Carried over at most", isFigure: true },
              { label: "Priority", isFigure: true },
              { label: "Period until" },
              { label: "Status" },
            ]}
            rows={recurringGrants.map((recurring) => ({
              key: recurring.id,
              cells: [
                `${amountText(recurring.amount)} USDC ${everyWords[recurring.interval]}: ${recurring.reason}`,
                `${amountText(recurring.rolloverMax)} USDC`,
                recurring.priority,
                <Time key="until" at={recurring.periodEnd} />,
                recurring.status === "ACTIVE" && mayEnd ? (
                  <EndGrant key="status" recurring={recurring} />
                ) : (
                  <State key="status" status={recurring.status} />
                ),
              ],
            }))}
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
      onConfirm={() => end.mutateAsync({ balanceId, recurringGrantId: id })}
    >
      Nothing more is granted. What it has granted stays until the period is over.
    </Confirm>
  );
}

const once = "ONCE";
const times = [
  { value: once, words: "Once" },
  { value: "DAY", words: "Each day" },
  { value: "WEEK", words: "Each week" },
  { value: "MONTH", words: "Each month" },
] as const;
type Times = (typeof times)[number]["value"];

/** When credit is spent. */
const orders = [
  { value: "before", words: "Before top-ups", priority: 25 },
  { value: "with", words: "With top-ups, by its expiry", priority: 50 },
  { value: "after", words: "After top-ups", priority: 75 },
] as const;

const fields = ["amount", "reason", "rolloverMax"];

interface GrantFormProps {
  readonly balanceId: string;
  readonly onDone: () => void;
}

/** Credit without a payment, once or in each period. */
function GrantForm({ balanceId, onDone }: GrantFormProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState({ amount: "", reason: "", rolloverMax: "" });
  const [order, setOrder] = useState<(typeof orders)[number]>(orders[1]);
  const [often, setOften] = useState<Times>(once);
  const options = {
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries(trpc.balances.pathFilter()),
  };
  const grant = useMutation(trpc.balances.grant.mutationOptions(options));
  const recur = useMutation(trpc.balances.addRecurringGrant.mutationOptions(options));
  const { error, isPending } = often === once ? grant : recur;
  const errors = fieldErrors(error, (path) => fields.includes(path));
  const at = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    error: errors.at(name),
  });
  const submit = () => {
    const { amount, reason, rolloverMax } = draft;
    const { priority } = order;
    const credit = { balanceId, reason, priority, amount: typedNumber(amount) };
    if (often === once) grant.mutate(credit);
    else {
      const rollover = rolloverMax !== "" && { rolloverMax: typedNumber(rolloverMax) };
      recur.mutate({ ...credit, ...rollover, interval: often });
    }
  };
  return (
    <Form error={error} onSubmit={submit}>
      <div className="fields">
        <NumberField label="Amount" unit="USDC" {...at("amount")} />
        <Field label="Reason" {...at("reason")} />
        <Select
          label="Spent"
          value={order.value}
          options={orders}
          onChange={(value) => setOrder(orders.find((one) => one.value === value) ?? orders[1])}
        />
        <Select
          label="How often"
          value={often}
          options={times}
          onChange={(value) => setOften(times.find((one) => one.value === value)?.value ?? once)}
        />
        {often !== once && (
          <NumberField
            label="Carried over at most"
            unit="USDC"
            isOptional
            hint="Of what is left at the end of a period. The rest expires."
            {...at("rolloverMax")}
          />
        )}
      </div>
      <Problem text={errors.rest} />
      <div className="section-actions">
        <Button type="submit" isSmall isBusy={isPending}>
          Grant the credit
        </Button>
        <Button kind="quiet" isSmall onClick={onDone}>
          Cancel
        </Button>
      </div>
      {often !== once && <Aside>The first period begins now.</Aside>}
    </Form>
  );
}
