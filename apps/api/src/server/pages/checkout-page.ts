import { Router } from "express";
import { builtFolder, builtPage } from "./built-page.ts";
import type { LeadsSomewhere, PageKind } from "./page-lookup.ts";
import { securePage } from "./page-policy.ts";

/** Wallets with test money that the page offers, for development only: anyone can read their keys. */
export interface DevelopmentWallet {
  /** Of the wallet that pays. */
  readonly privateKey: `0x${string}`;
  /** Of the seller's wallet, which pays refunds. */
  readonly sellerPrivateKey: `0x${string}`;
  readonly rpcUrl: string;
}

/** How the page reaches wallets on other devices. */
export interface WalletConnectTerms {
  readonly projectId: string;
  readonly relayUrl: string;
  /** The chain that is paid on. */
  readonly chainId: number;
}

/** What the page is told of its surroundings. */
export interface PageTerms {
  readonly developmentWallet: DevelopmentWallet | null;
  /** null: the page offers the browser's wallets alone. */
  readonly walletConnect: WalletConnectTerms | null;
}

/**
 * Serves the page where subscribers pay, of checkout sessions and of invoices, their portal, and the page where sellers pay refunds. An
 * address that leads to nothing has the same page, which says so, with the status 404. Any static host can serve the page too
 * (apps/checkout/README.md).
 *
 * @param folder the build output of apps/checkout
 */
export function checkoutPage(
  { developmentWallet, walletConnect }: PageTerms,
  leadsSomewhere: LeadsSomewhere,
  folder: string = builtFolder("checkout"),
): Router {
  const connectTo = [developmentWallet?.rpcUrl, walletConnect?.relayUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin],
  );
  const router = Router();
  router.use("/checkout", securePage(connectTo));
  router.get("/checkout/config.json", (_req, res) => {
    res.set("Cache-Control", "no-store").json({ apiUrl: "", developmentWallet, walletConnect });
  });
  return router.use(
    builtPage({
      folder,
      root: "/checkout",
      paths: Object.keys(paths),
      leadsSomewhere: async (path, { token = "" }) => {
        const kind = paths[path];
        return kind === undefined || leadsSomewhere(kind, token);
      },
      what: "checkout page",
      from: "@usance/checkout",
    }),
  );
}

const paths: Readonly<Record<string, PageKind>> = {
  "/checkout/:token": "checkout",
  "/checkout/invoices/:token": "invoice",
  "/checkout/portal/:token": "portal",
  "/checkout/refunds/:token": "refund",
};
