import { useQueries, useQuery } from "@tanstack/react-query";
import { amountText } from "@usance/ui";
import { trpc } from "../api/client.ts";
import type { Balance } from "../api/records.ts";
import { FoundField, useEmail, useFoundSubscribers } from "./found-field.tsx";

interface BalanceFieldProps {
  readonly serviceId: string;
  /** Id of the balance; empty: none is chosen. */
  readonly value: string;
  readonly onChange: (balanceId: string) => void;
  readonly error?: string | undefined;
}

/** Chooses a prepaid balance with a service by the beginning of its subscriber's e-mail address. */
export function BalanceField({ serviceId, ...field }: BalanceFieldProps) {
  const { subscribers, onType } = useFoundSubscribers();
  const lists = useQueries({
    queries: subscribers.map(({ id: userId }) =>
      trpc.balances.list.queryOptions({ userId, serviceId, limit: 20 }, { staleTime: 60_000 }),
    ),
  });
  const chosen = useQuery({
    ...trpc.balances.get.queryOptions({ balanceId: field.value }),
    enabled: field.value !== "",
  });
  const balance = field.value === "" ? undefined : chosen.data?.balance;
  const payer = useEmail(balance?.userId);
  return (
    <FoundField
      label="Balance"
      options={subscribers.flatMap(({ email }, place) =>
        (lists[place]?.data?.balances ?? []).map((one) => ({
          value: one.id,
          words: wordsOf(email, one),
        })),
      )}
      words={balance && payer && wordsOf(payer, balance)}
      onType={onType}
      {...field}
    />
  );
}

const wordsOf = (
  email: string,
  { keyPrefix, available }: Pick<Balance, "keyPrefix" | "available">,
) => `${email} · ${keyPrefix === null ? "" : `for ${keyPrefix}, `}${amountText(available)} USDC`;
