import { amountText, quantityText, Table } from "@usance/ui";
import type { Invoice } from "../../api/records.ts";

interface LineTableProps {
  readonly caption: string;
  readonly lines: Invoice["lines"];
}

/** The lines of an invoice or of a credit note. */
export const LineTable = ({ caption, lines }: LineTableProps) => (
  <Table
    caption={caption}
    columns={[
      { label: "Description" },
      { label: "Quantity × price", width: "36%", isSoft: true },
      { label: "USDC", width: "24%" },
    ]}
    rows={Array.from(lines.entries(), ([place, line]) => ({
      key: place,
      cells: [
        line.description,
        `${quantityText(line.quantity)} × ${quantityText(line.unitAmount)}`,
        amountText(line.amount),
      ],
    }))}
  />
);
