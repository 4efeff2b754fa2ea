import { amountText, type DataColumn, entryWords, isLess, Time } from "@usance/ui";
import type { BalanceEntry } from "../../api/records.ts";

const signed = (amount: string) =>
  isLess("0", amount) ? `+${amountText(amount)}` : amountText(amount);

/** What is shown of a change of a balance. */
export const entryColumns: readonly DataColumn<BalanceEntry>[] = [
  {
    label: "Change",
    cell: ({ type, createdAt }) => (
      <>
        {entryWords[type]}
        <span className="under">
          <Time at={createdAt} />
        </span>
      </>
    ),
  },
  { label: "USDC", cell: ({ available }) => signed(available), isFigure: true },
  { label: "On hold", cell: ({ held }) => signed(held), isFigure: true, isWide: true },
  {
    label: "Available",
    cell: ({ availableAfter }) => amountText(availableAfter),
    isFigure: true,
    isWide: true,
  },
];
