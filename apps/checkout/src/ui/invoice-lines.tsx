import { amountText, quantityText, Table } from "@usance/ui";
import type { Invoice } from "../api/invoice-api.ts";

const columns = [
  { label: "Description" },
  { label: "Quantity × price", width: "36%", isSoft: true },
  { label: "USDC", width: "25%" },
];

/** What an invoice bills, line by line. */
export const InvoiceLines = ({ lines }: Pick<Invoice, "lines">) => (
  <Table
    caption="What this invoice bills"
    columns={columns}
    rows={lines.map(({ description, quantity, unitAmount, amount }, position) => ({
      key: position,
      cells: [
        description,
        `${quantityText(quantity)} × ${amountText(unitAmount)}`,
        amountText(amount),
      ],
    }))}
  />
);
