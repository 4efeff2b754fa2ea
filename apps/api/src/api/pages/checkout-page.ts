import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import express, { type Response, Router } from "express";
import { securePage } from "./page-policy.ts";

/** A wallet with test money that the page offers, for development only: anyone can read its key. */
export interface DevelopmentWallet {
  readonly privateKey: `0x${string}`;
  readonly rpcUrl: string;
}

const built = join(
  dirname(createRequire(import.meta.url).resolve("@usance/checkout/package.json")),
  "dist",
);

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
 * Serves the page where subscribers pay, of checkout sessions and of invoices, and their portal. Any static host can serve it too (apps/checkout/README.md).
 *
 * @param folder the build output of apps/checkout
 */
export function checkoutPage(
  { developmentWallet, walletConnect }: PageTerms,
  folder: string = built,
): Router {
  const others = [developmentWallet?.rpcUrl, walletConnect?.relayUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin],
  );
  const router = Router();
  router.use("/checkout", securePage(others));
  router.get("/checkout/config.json", (_req, res) => {
    res.set("Cache-Control", "no-store").json({ apiUrl: "", developmentWallet, walletConnect });
  });
  router.use(
    "/checkout/assets",
    express.static(join(folder, "assets"), {
      index: false,
      redirect: false,
      immutable: true,
      maxAge: "1y",
    }),
  );
  const pages = [
    "/checkout/:sessionId",
    "/checkout/invoices/:linkToken",
    "/checkout/portal/:portalToken",
  ];
  router.get(pages, (_req, res, next) => sendPage(res, folder, next));
  return router;
}

function sendPage(res: Response, folder: string, next: (error: unknown) => void): void {
  if (!existsSync(join(folder, "index.html"))) {
    res.status(503).set("Cache-Control", "no-store").type("text").send(notBuilt);
    return;
  }
  res.set("Cache-Control", "no-cache");
  res.sendFile("index.html", { root: folder, cacheControl: false }, (error) => {
    if (error !== undefined && error !== null && !res.headersSent) next(error);
  });
}

const notBuilt =
  "The checkout page is not built. Build it with: npx --yes pnpm@12 --filter @usance/checkout build\n";
