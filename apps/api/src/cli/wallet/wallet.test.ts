import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localChainId } from "@usance/local-stack";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it, onTestFinished } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { aPayer, walletOn } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { TestClock } from "../../../test/harness/test-clock.ts";
import { authorizationOf, signedFor, transferOf } from "../../../test/harness/x402.ts";
import { devUsdcAddress } from "../dev/deploy-contracts.ts";
import { paidFetch } from "./paid-fetch.ts";
import { Spending } from "./spending.ts";
import { openWallet } from "./wallet.ts";
import { walletAccount } from "./wallet-key.ts";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "usance-wallet-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const aPayee = `0x${"ab".repeat(20)}` as const;

const payment = (nonce: number, amount = 300_000n) => ({
  ...{ nonce: `0x${nonce}`, url: "https://api.example.com", payee: "0x1", amount },
  signedAt: new Date(nonce),
  validBefore: new Date(300_000),
});

it("no process of a wallet signs more than its limit, also after a restart", () => {
  const path = join(aFolder(), "state", "wallet.sqlite");
  const processes = [new Spending(path), new Spending(path)];
  const reserved = Array.from({ length: 6 }, (_, at) =>
    processes[at % 2]?.reserve("wallet", 1_000_000n, payment(at)),
  );
  expect(reserved).toEqual([true, true, true, false, false, false]);
  expect(processes[0]?.reserve("another", 1_000_000n, payment(9))).toBe(true);
  processes[0]?.end("wallet", "0x0", "PAID");
  processes[0]?.end("wallet", "0x1", "LAPSED");
  processes[0]?.end("wallet", "0x0", "LAPSED");
  for (const one of processes) one.close();

  expect(statSync(path).mode & 0o777).toBe(0o600);
  const later = new Spending(path);
  expect(later.spent("wallet")).toBe(600_000n);
  expect(later.reserve("wallet", 900_000n, payment(7))).toBe(true);
  expect(later.reserve("wallet", 900_000n, payment(8, 1n))).toBe(false);
  const statuses = later.list("wallet", 10).map(({ nonce, status }) => [nonce, status]);
  expect(statuses).toEqual([
    ["0x7", "SIGNED"],
    ["0x2", "SIGNED"],
    ["0x1", "LAPSED"],
    ["0x0", "PAID"],
  ]);
  later.close();
});

/** A keystore of go-ethereum's tests (accounts/keystore/testdata/very-light-scrypt.json), whose password is empty. */
const keystore = {
  address: "45dea0fb0bba44f4fcf290bba71fd57d7117cbb8",
  crypto: {
    cipher: "aes-128-ctr",
    ciphertext: "b87781948a1befd247bff51ef4063f716cf6c2d3481163e9a8f42e1f9bb74145",
    cipherparams: { iv: "dc4926b48a105133d2f16b96833abf1e" },
    kdf: "scrypt",
    kdfparams: {
      ...{ dklen: 32, n: 2, p: 1, r: 8 },
      salt: "004244bbdc51cadda545b1cfa43cff9ed2ae88e08c61f1479dbb45410722f8f0",
    },
    mac: "39990c1684557447940d4c69e06b1b82b2aceacb43f284df65c956daf3046b85",
  },
  version: 3,
} as const;

it("a key is read from an encrypted keystore, and is not in any error", () => {
  const path = join(aFolder(), "key.json");
  const read = (password: string) =>
    walletAccount({ USANCE_WALLET_KEY: path, USANCE_WALLET_PASSWORD: password });
  writeFileSync(path, JSON.stringify(keystore));

  expect(read("").address.toLowerCase()).toBe(`0x${keystore.address}`);
  expect(() => read("wrong")).toThrow("USANCE_WALLET_PASSWORD does not open the keystore.");
  const weak = { ...keystore.crypto.kdfparams, n: 2 ** 18, r: 1 };
  writeFileSync(
    path,
    JSON.stringify({ version: 3, crypto: { ...keystore.crypto, kdfparams: weak } }),
  );
  expect(() => read("")).toThrow("cannot be opened with its scrypt parameters");
  const key = generatePrivateKey();
  writeFileSync(path, key);
  expect(() => read("")).toThrow("is not a keystore of version 3 with scrypt.");
  const short = key.slice(0, -1);
  expect(() => walletAccount({ USANCE_WALLET_KEY: short })).toThrow(
    /^USANCE_WALLET_KEY is neither a private key nor the path of a file that can be read\.$/,
  );
});

const service = useService(payments);

it("a payment counts until the chain shows that nobody can carry it out any more", async () => {
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const payer = await walletOn(service().anvil.url, "2", key);
  const spending = new Spending(join(aFolder(), "wallet.sqlite"));
  const clock = new TestClock();
  const environment = {
    USANCE_WALLET_RPC_URL: service().anvil.url,
    USANCE_WALLET_TOKEN: devUsdcAddress,
    USANCE_WALLET_LIMIT: "2",
  };
  const wallet = await openWallet(environment, { account, spending, clock });
  const all = [];
  for (const _ of [1, 2]) {
    const asked = await signedFor(payer, { payTo: aPayee, amount: "1000000" });
    const { nonce, validBefore } = authorizationOf(asked).authorization;
    const over = new Date(Number(validBefore) * 1_000);
    spending.reserve(wallet.name, 2_000_000n, {
      ...payment(1, 1_000_000n),
      nonce,
      validBefore: over,
    });
    all.push({ asked, over });
  }
  const [paid, lapsing] = all;
  if (paid === undefined || lapsing === undefined) throw new Error("There are two.");
  const books = async () => {
    await wallet.endPayments();
    const statuses = spending.list(wallet.name, 10).map(({ status }) => status);
    return [spending.spent(wallet.name), ...statuses.toSorted()];
  };

  expect(await books()).toEqual([2_000_000n, "SIGNED", "SIGNED"]);
  await (await aPayer(service())).send(transferOf(paid.asked));
  expect(await books()).toEqual([2_000_000n, "PAID", "SIGNED"]);
  // The time of the chain alone, or of this machine alone, does not end it.
  clock.set(new Date(lapsing.over.getTime() + 300_000).toISOString());
  expect(await books()).toEqual([2_000_000n, "PAID", "SIGNED"]);
  clock.set(lapsing.over.toISOString());
  await rpc(service(), "evm_increaseTime", [301]);
  await rpc(service(), "evm_mine", []);
  expect(await books()).toEqual([2_000_000n, "PAID", "SIGNED"]);
  clock.set(new Date(lapsing.over.getTime() + 300_000).toISOString());
  expect(await books()).toEqual([1_000_000n, "LAPSED", "PAID"]);
  spending.close();
});

describe("a server", () => {
  const offer = {
    ...{ scheme: "exact", network: `eip155:${localChainId}`, amount: "1000", payTo: aPayee },
    ...{ asset: devUsdcAddress, maxTimeoutSeconds: 300, extra: { name: "Dev USDC", version: "1" } },
  };

  /** Calls a server that makes these offers. @returns what came of it, and how many payments it has got */
  async function called(
    offers: readonly object[],
    answer: RequestListener = (_, res) => res.end("{}"),
  ) {
    let payments = 0;
    const server = createServer((req, res) => {
      if (req.headers["payment-signature"] !== undefined) {
        payments += 1;
        answer(req, res);
        return;
      }
      const resource = { url: "http://localhost/", description: "", mimeType: "" };
      const required = JSON.stringify({ x402Version: 2, resource, accepts: offers });
      res.writeHead(402, { "PAYMENT-REQUIRED": Buffer.from(required).toString("base64") });
      const endless = () => {
        if (res.writable) res.write("x".repeat(100_000), endless);
      };
      endless();
    });
    onTestFinished(() => void server.close().closeAllConnections());
    const { url } = await onFreePort(server);
    const spending = new Spending(join(aFolder(), "wallet.sqlite"));
    onTestFinished(() => spending.close());
    const environment = {
      USANCE_WALLET_RPC_URL: service().anvil.url,
      USANCE_WALLET_TOKEN: devUsdcAddress,
      USANCE_WALLET_LIMIT: "0.01",
    };
    const account = privateKeyToAccount(generatePrivateKey());
    const wallet = await openWallet(environment, { account, spending, clock: new TestClock() });
    const call = { url, method: "GET", headers: {}, body: undefined, maxPrice: 2_000n };
    const came = await paidFetch(wallet, call).catch((error: Error) => error.message);
    return { came, payments, spent: spending.spent(wallet.name) };
  }

  it("gets a payment for the cheapest offer in the wallet's USDC, whatever its 402 has for a body", async () => {
    const dear = { ...offer, amount: "2000" };
    expect(await called([dear, offer])).toMatchObject({
      came: { status: 200, body: "{}", signed: "0.001", isPaid: false },
      ...{ payments: 1, spent: 1_000n },
    });
  });

  it("gets none for other offers", () =>
    forRows(
      [
        [{ amount: "2001" }, "It costs 0.002001 USDC, and maxPrice is 0.002."],
        ...[
          ...[{ amount: 1_000 }, { amount: ["1000"] }, { amount: "-1" }, { amount: "0x1" }],
          ...[{ asset: aPayee }, { asset: null }, { scheme: "upto" }, { network: "eip155:1" }],
          ...[{ maxTimeoutSeconds: "9" }, { maxTimeoutSeconds: 1e10 }, { maxTimeoutSeconds: -1 }],
          ...[{ extra: { assetTransferMethod: "permit2" } }, { extra: { paymentFlow: "escrow" } }],
        ].map((fields) => [fields, ""] as const),
      ],
      async (fields, why) => {
        const { came, ...books } = await called([{ ...offer, ...fields }]);
        expect(came).toEqual(expect.stringContaining(why));
        expect(String(came).length).toBeLessThan(400);
        expect(books).toEqual({ payments: 0, spent: 0n });
      },
    ));

  it("that breaks off after it has a payment is told of as one that may take it", async () => {
    const { came } = await called([offer], (_, res) => void res.destroy());
    expect(came).toMatch(/^The call failed: .* 0\.001 USDC was signed and may still be taken\.$/);
    const { came: lied } = await called([offer], (_, res) => {
      const header = Buffer.from('{"success":"no"}').toString("base64");
      res.writeHead(500, { "PAYMENT-RESPONSE": header }).end();
    });
    expect(lied).toMatchObject({ status: 500, signed: "0.001", isPaid: false });
  });
});
