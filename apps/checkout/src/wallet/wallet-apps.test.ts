import { expect, test } from "vitest";
import { forRows } from "../../../api/test/harness/for-rows.ts";
import { walletApps } from "./wallet-apps.ts";

const page = new URL("https://pay.example.com/checkout/invoices/9f3c?a=1&b=2");
const encoded = "https%3A%2F%2Fpay.example.com%2Fcheckout%2Finvoices%2F9f3c%3Fa%3D1%26b%3D2";

test("each wallet opens the page by its own link", () =>
  forRows(
    [
      ["MetaMask", "https://link.metamask.io/dapp/pay.example.com/checkout/invoices/9f3c?a=1&b=2"],
      ["Coinbase Wallet", `https://go.cb-w.com/dapp?cb_url=${encoded}`],
      ["Trust Wallet", `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`],
      ["Rainbow", `https://rnbwapp.com/dapp?url=${encoded}`],
    ],
    (name, link) => {
      expect(walletApps.find((app) => app.name === name)?.linkTo(page)).toBe(link);
    },
  ));
