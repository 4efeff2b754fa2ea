import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { devUsdcAddress } from "../../src/cli/dev/deploy-contracts.ts";
import { findPort } from "../../src/server/process/listen.ts";
import { forRows } from "../harness/for-rows.ts";
import { walletOn } from "../harness/payer.ts";
import { payments, testKey, useService } from "../harness/service.ts";
import { run, runUsance } from "./entry.ts";
import { machinePath, root } from "./program.ts";
import { type CallTool, clientOf2025, clientOf2026 } from "./stdio-assistants.ts";

/* `usance mcp --wallet`, with the example's seller. */

const service = useService(payments);
// Holds expire by the time of the seller.
beforeAll(() => service().clock.set(new Date().toISOString()));

/** Starts the example's seller. @returns its address */
async function aSeller(): Promise<string> {
  const port = await findPort({ PORT: 0, HOST: "127.0.0.1" });
  const seller = run([process.execPath, join(root, "examples/x402-express/src/seller.ts")], {
    ...{ USANCE_URL: service().url, USANCE_API_KEY: testKey, PORT: String(port) },
    PAYOUT_ADDRESS: privateKeyToAddress(generatePrivateKey()),
    PATH: machinePath(),
  });
  onTestFinished(async () => {
    seller.signal("SIGTERM");
    await seller.ended;
  });
  await seller.printed(/^Weather API on /m);
  return `http://127.0.0.1:${port}`;
}

/** The settings of a wallet with some USDC, and a home of its own. */
async function aWallet(limit: string) {
  const home = await mkdtemp(join(tmpdir(), "usance-wallet-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const key = generatePrivateKey();
  await walletOn(service().anvil.url, "10", key);
  return {
    HOME: home,
    USANCE_WALLET_KEY: key as string,
    USANCE_WALLET_RPC_URL: service().anvil.url,
    USANCE_WALLET_TOKEN: devUsdcAddress as string,
    USANCE_WALLET_LIMIT: limit,
  };
}

it("an assistant pays for calls, within its limit, also after a restart", () =>
  forRows([[clientOf2026()], [clientOf2025]], async (start) => {
    const [seller, other] = [await aSeller(), await aSeller()];
    const wallet = await aWallet("1.5");
    const said: unknown[] = [];
    const telling =
      (call: CallTool): CallTool =>
      async (tool, input) => {
        const answer = await call(tool, input);
        said.push(answer);
        return answer;
      };
    const call = telling(await start(["--wallet"], wallet));

    expect(await call("wallet_balance")).toMatchObject({
      structuredContent: { balance: "10", limit: "1.5", spent: "0", remaining: "1.5" },
    });
    const cheap = { url: `${seller}/cheap`, maxPrice: "0.01" };
    expect(await call("paid_fetch", cheap)).toMatchObject({
      isError: true,
      content: [{ text: '{"error":"It costs 1 USDC, and maxPrice is 0.01."}' }],
    });
    const sunny = { status: 200, body: '{"weather":"sunny"}', isCut: false };
    expect(await call("paid_fetch", { ...cheap, maxPrice: "1" })).toMatchObject({
      structuredContent: { ...sunny, signed: "1", isPaid: true },
    });
    expect(await call("paid_fetch", cheap)).toMatchObject({
      structuredContent: { ...sunny, signed: null, isPaid: false },
    });
    expect(await call("paid_fetch", { ...cheap, url: `${seller}/fails` })).toMatchObject({
      structuredContent: { status: 500, signed: null },
    });
    expect(await call("paid_fetch", { ...cheap, url: "http://127.0.0.1:1/" })).toMatchObject({
      isError: true,
    });

    const again = telling(await start(["--wallet"], wallet));
    const dear = { url: `${other}/cheap`, maxPrice: "1" };
    expect(await again("paid_fetch", dear)).toMatchObject({
      isError: true,
      content: [{ text: '{"error":"It costs 1 USDC, and the limit has 0.5 left."}' }],
    });
    expect(await again("spending")).toMatchObject({
      structuredContent: {
        ...{ limit: "1.5", spent: "1", remaining: "0.5" },
        payments: [{ url: `${seller}/cheap`, amount: "1", status: "PAID" }],
      },
    });
    expect(JSON.stringify(said)).not.toContain(wallet.USANCE_WALLET_KEY.slice(2, 20));
  }));

it("says which variable is missing or wrong", async () => {
  const wallet = await aWallet("5");
  for (const [name, value, why] of [
    ["USANCE_WALLET_KEY", "", "Set USANCE_WALLET_KEY to a private key"],
    ["USANCE_WALLET_KEY", "/none", "neither a private key nor the path of a file"],
    ["USANCE_WALLET_RPC_URL", "", "Set USANCE_WALLET_RPC_URL"],
    ["USANCE_WALLET_RPC_URL", "http://127.0.0.1:1", "does not answer"],
    ["USANCE_WALLET_TOKEN", "0x", "Set USANCE_WALLET_TOKEN"],
    ["USANCE_WALLET_LIMIT", "much", "Set USANCE_WALLET_LIMIT"],
  ] as const) {
    const lost = runUsance(["mcp", "--wallet"], { ...wallet, [name]: value });
    expect(await lost.ended, name).toBe(1);
    expect(lost.err()).toContain(why);
    expect(lost.err() + lost.out()).not.toContain(wallet.USANCE_WALLET_KEY);
  }
});
