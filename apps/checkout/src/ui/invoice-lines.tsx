import type { Invoice } from "../api/invoice-api.ts";
import { amountText, quantityText } from "../money.ts";

/** What an invoice bills, line by line. */
export const InvoiceLines = ({ lines }: Pick<Invoice, "lines">) => (
  <table className="lines">
    <caption className="unseen">What this invoice bills</caption>
    <thead>
      <tr>
        <th scope="col">Description</th>
        <th scope="col">Quantity × price</th>
        <th scope="col">USDC</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ description, quantity, unitAmount, amount }, position) => (
        <tr key={position}>
          <th scope="row">{description}</th>
          <td>
            {quantityText(quantity)} × {amountText(unitAmount)}
          </td>
          <td>{amountText(amount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
