import { amountText, DataTable, quantityText } from "@usance/ui";
import type { Invoice } from "../../api/records.ts";

interface LineTableProps {
  readonly caption: string;
  readonly lines: Invoice["lines"];
}

/** The lines of an invoice or of a credit note. */
export const LineTable = ({ caption, lines }: LineTableProps) => (
  <DataTable
    caption={caption}
    rows={lines}
    columns={[
      { label: "Description", cell: ({ description }) => description },
      {
        label: "Quantity × price",
        cell: ({ quantity, unitAmount }) =>
          `${quantityText(quantity)} × ${quantityText(unitAmount)}`,
        isFigure: true,
        isSoft: true,
      },
      { label: "USDC", cell: ({ amount }) => amountText(amount), isFigure: true },
    ]}
  />
);
