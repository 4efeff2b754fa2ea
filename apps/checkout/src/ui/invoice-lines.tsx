import { Amount, amountText, Figure, quantityText, Table, TextButton } from "@usance/ui";
import { useState } from "react";
import type { Invoice } from "../api/answers.ts";

const columns = [
  { label: "Description" },
  { label: "Quantity × price", width: "40%", isSoft: true },
  { label: "USDC", width: "24%" },
];

/** How many lines are shown at first, so that the way to pay is not far below them on a phone. Paper has all. */
const maxAtFirst = 10;

/** The lines of an invoice. */
export function InvoiceLines({ lines }: Pick<Invoice, "lines">) {
  const [isFolded, setFolded] = useState(lines.length > maxAtFirst);
  return (
    <div className={isFolded ? "lines lines-folded" : "lines"}>
      <Table
        caption="What this invoice bills"
        columns={columns}
        rows={lines.map(({ description, quantity, unitAmount, amount }, position) => ({
          key: position,
          cells: [
            <bdi key="description">{description}</bdi>,
            <Figure key="price" text={`${quantityText(quantity)} × ${amountText(unitAmount)}`} />,
            <Amount key="amount" of={amount} />,
          ],
        }))}
      />
      {isFolded && (
        <TextButton onClick={() => setFolded(false)}>Show all {lines.length} lines</TextButton>
      )}
    </div>
  );
}
