import { Router } from "express";
import { builtFolder, builtPage } from "./built-page.ts";
import type { Exists, PageKind } from "./page-lookup.ts";
import { securePage } from "./page-policy.ts";

/** Wallets with test money that the page offers, for development only: anyone can read their keys. */
export interface DevelopmentWallet {
  /** Of the wallet that pays. */
  readonly privateKey: `0x${string}`;
  /** Of the seller's wallet, which pays refunds. */
  readonly sellerPrivateKey: `0x${string}`;
  readonly rpcUrl: string;
}

/**
 * Serves the page where subscribers pay, of checkout sessions and of invoices, their portal, and the page where sellers
 * pay refunds. An unknown address gets the same page with the status 404. Any static host can serve the page too
 * (apps/checkout/README.md).
 *
 * @param folder the build output of apps/checkout
 */
export function checkoutPage(
  developmentWallet: DevelopmentWallet | null,
  exists: Exists,
  folder: string = builtFolder("checkout"),
): Router {
  const connectTo = developmentWallet === null ? [] : [new URL(developmentWallet.rpcUrl).origin];
  const router = Router();
  router.use("/checkout", securePage(connectTo));
  router.get("/checkout/config.json", (_req, res) => {
    res.set("Cache-Control", "no-store").json({ apiUrl: "", developmentWallet });
  });
  return router.use(
    builtPage({
      folder,
      root: "/checkout",
      paths: Object.keys(paths),
      exists: async (path, { token = "" }) => {
        const kind = paths[path];
        return kind === undefined || exists(kind, token);
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
