import {
  Amount,
  amountText,
  type DataColumn,
  DataTable,
  Figure,
  quantityText,
  TextButton,
} from "@usance/ui";
import { useState } from "react";
import type { Invoice } from "../api/answers.ts";

const columns: readonly DataColumn<Invoice["lines"][number]>[] = [
  { label: "Description", cell: ({ description }) => <bdi>{description}</bdi> },
  {
    label: "Quantity × price",
    cell: ({ quantity, unitAmount }) => (
      <Figure text={`${quantityText(quantity)} × ${amountText(unitAmount)}`} />
    ),
    isFigure: true,
    isSoft: true,
  },
  { label: "USDC", cell: ({ amount }) => <Amount of={amount} />, isFigure: true },
];

/** How many lines are shown at first, so that the way to pay is not far below them on a phone. Paper has all. */
const maxAtFirst = 10;

/** The lines of an invoice. */
export function InvoiceLines({ lines }: Pick<Invoice, "lines">) {
  const [isFolded, setFolded] = useState(lines.length > maxAtFirst);
  return (
    <div className={isFolded ? "lines lines-folded" : "lines"}>
      <DataTable caption="What this invoice bills" columns={columns} rows={lines} />
      {isFolded && (
        <TextButton onClick={() => setFolded(false)}>Show all {lines.length} lines</TextButton>
      )}
    </div>
  );
}
