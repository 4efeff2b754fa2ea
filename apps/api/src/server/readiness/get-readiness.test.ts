import { createServer } from "node:http";
import { settlementCollectorAbi } from "@usance/contracts";
import { publicDevAccount } from "@usance/local-stack";
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  keccak256,
  stringToBytes,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, describe, expect, it } from "vitest";
import { adminKey, rpc } from "../../../test/harness/chain.ts";
import { aCheckout, monthly } from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { startRpcProxy } from "../../../test/harness/rpc-proxy.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { paymentsDeployer } from "../../cli/dev/accounts.ts";
import {
  collectorAddress,
  deployRegistry,
  devUsdcAddress,
} from "../../cli/dev/deploy-contracts.ts";
import { readConfig } from "../../kit/config/config.ts";
import type { Readiness } from "../../operation/ports/readiness.ts";
import { tokenFigures } from "../../settlements/settlement-figures.ts";
import { signerTroubles } from "../../settlements/signers/signers.ts";
import { compose, type Service } from "../compose.ts";
import { blacklistUnknown, getReadiness } from "./get-readiness.ts";

const service = useService(payments);
const stranger = `0x${"5".repeat(64)}`;
const composed: Service[] = [];
afterAll(() => Promise.all(composed.map((one) => one.close())));

/** Of a service that is configured otherwise, on the same database and chain. */
async function readinessWith(
  given: Readonly<Record<string, string>>,
  limits?: Parameters<typeof getReadiness>[3],
): Promise<Readiness> {
  const { databaseUrl, anvil, contract } = service();
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SETTLEMENT_RPC_URL: anvil.url,
    SETTLEMENT_CHAIN_ID: "31337",
    SETTLEMENT_CONTRACT_ADDRESS: contract,
    SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
    CHECKOUT_URL: "https://pay.example.com/checkout",
    WEBHOOK_SECRETS_KEY: "5e".repeat(32),
    LOG_LEVEL: "silent",
    ...payments,
    ...given,
  });
  const other = compose(config);
  composed.push(other);
  const { reasons, warnings } = await getReadiness(
    other.parts,
    () => tokenFigures(other.parts),
    async () => new Map(),
    limits,
  );
  return { reasons, warnings };
}

const reasonsWith = async (given: Readonly<Record<string, string>>) =>
  (await readinessWith(given)).reasons;

it("has no reason if everything works", async () => {
  expect(await reasonsWith({})).toEqual([]);
});

it("reports a database that takes no writes", async () => {
  const readOnly = encodeURIComponent("-c default_transaction_read_only=on");
  expect(
    await reasonsWith({ DATABASE_URL: `${service().databaseUrl}?options=${readOnly}` }),
  ).toEqual(["The database takes no writes: it is read-only."]);
});

describe("reports", () => {
  const contract = { SETTLEMENT_CONTRACT_ADDRESS: payments.SETTLEMENT_TOKEN_ADDRESS };
  const collector = { SETTLEMENT_COLLECTOR_ADDRESS: payments.SETTLEMENT_TOKEN_ADDRESS };

  it("whatever is missing or configured otherwise", () =>
    forRows(
      [
        [
          "the database",
          { DATABASE_URL: "postgres://u@127.0.0.1:1/none" },
          "The database does not answer.",
        ],
        [
          "an unavailable node",
          { SETTLEMENT_RPC_URL: "http://127.0.0.1:1" },
          "The settlement chain could not be reached.",
        ],
        [
          "another chain",
          { SETTLEMENT_CHAIN_ID: "1" },
          "SETTLEMENT_CHAIN_ID is 1, but the chain at",
        ],
        [
          "an address without a contract",
          { SETTLEMENT_CONTRACT_ADDRESS: `0x${"1".repeat(40)}` },
          "has no contract on the chain",
        ],
        ["another contract", contract, "is another contract than SettlementRegistry."],
        [
          "a signer without its role",
          { SETTLEMENT_SIGNER_KEY: stranger },
          "which lacks the contract's SETTLER role.",
        ],
        ["another collector", collector, "is another contract than SettlementCollector."],
      ],
      async (_, given, reason) => {
        expect(await reasonsWith(given)).toEqual([expect.stringContaining(reason)]);
      },
    ));

  it("a token without the signatures of USDC", async () => {
    const given = { SETTLEMENT_TOKEN_ADDRESS: service().contract };
    const reason = `SETTLEMENT_TOKEN_ADDRESS ${service().contract} takes no signatures as USDC does.`;
    expect(await reasonsWith(given)).toEqual([reason]);
  });

  it("a collector with another registry", async () => {
    const { anvil } = service();
    const other = await deployRegistry(anvil.url, publicDevAccount.privateKey);
    const reasons = await reasonsWith({ SETTLEMENT_CONTRACT_ADDRESS: other });
    expect(reasons).toEqual([
      expect.stringMatching(/records in 0x\w{40}, not in SETTLEMENT_CONTRACT_ADDRESS\.$/),
    ]);
  });

  it("a collector without its roles or its token", async () => {
    const { anvil, contract, signer } = service();
    const [collector, token] = [collectorAddress, devUsdcAddress];
    const transport = http(anvil.url);
    const client = createPublicClient({ transport, pollingInterval: 20 });
    const send = async (
      key: Hex,
      call: { address: Hex; functionName: string; args: unknown[] },
    ) => {
      const account = privateKeyToAccount(key);
      const wallet = createWalletClient({ account, transport });
      const hash = await wallet.writeContract({
        ...call,
        abi: settlementCollectorAbi,
        chain: null,
      } as never);
      await client.waitForTransactionReceipt({ hash });
    };
    const role = (name: string) => keccak256(stringToBytes(name));
    const settler = { address: contract, args: [role("SETTLER_ROLE"), collector] };
    const operator = { address: collector, args: [role("OPERATOR_ROLE"), signer] };
    const allowed = { address: collector, functionName: "setTokenAllowed" };
    await send(adminKey, { ...settler, functionName: "revokeRole" });
    await send(paymentsDeployer.privateKey, { ...operator, functionName: "revokeRole" });
    await send(paymentsDeployer.privateKey, { ...allowed, args: [token, false] });

    const reasons = await reasonsWith({});

    await send(adminKey, { ...settler, functionName: "grantRole" });
    await send(paymentsDeployer.privateKey, { ...operator, functionName: "grantRole" });
    await send(paymentsDeployer.privateKey, { ...allowed, args: [token, true] });
    expect(reasons).toEqual([
      `SETTLEMENT_COLLECTOR_ADDRESS ${collector} does not allow SETTLEMENT_TOKEN_ADDRESS ${token}.`,
      `SETTLEMENT_COLLECTOR_ADDRESS ${collector} lacks the settlement contract's SETTLER role.`,
      `SETTLEMENT_SIGNER_KEY is the key of ${signer}, which lacks the OPERATOR role of SETTLEMENT_COLLECTOR_ADDRESS ${payments.SETTLEMENT_COLLECTOR_ADDRESS}.`,
    ]);
  });

  it("a node that returns errors or times out", async () => {
    const proxy = await startRpcProxy(() => service().anvil.url);
    const given = { SETTLEMENT_RPC_URL: proxy.url };
    proxy.fault = () => ({ code: -32603, message: "busy" });
    const reasons = [await reasonsWith(given)];
    proxy.fault = () => "silent";
    reasons.push((await readinessWith(given, { chainMs: 200 })).reasons);
    proxy.stop();
    expect(reasons).toEqual([
      ["The settlement chain answered with an error."],
      ["The settlement chain did not answer in time."],
    ]);
  });

  it("an account without gas money, and a halted one", async () => {
    const { signer, parts } = service();
    const balance = await rpc(service(), "eth_getBalance", [signer, "latest"]);
    const account = { chainId: 31_337, address: signer };
    const now = service().clock.now();
    await parts.db.signer.create({
      data: { ...account, nextNonce: 1_000, haltedAt: now, updatedAt: now },
    });
    await rpc(service(), "anvil_setBalance", [signer, "0x0"]);

    const reasons = await reasonsWith({});

    await rpc(service(), "anvil_setBalance", [signer, balance]);
    await parts.db.signer.delete({ where: { chainId_address: account } });
    expect(reasons).toEqual([
      `The settlement signer ${signer} cannot pay for gas: it has 0 of the chain's currency.`,
      `The settlement signer ${signer} has halted: its key was used by somebody else.`,
    ]);
  });

  it("no signer that sends a transaction meanwhile", async () => {
    const { signer: address, parts } = service();
    const { db, executor, chain, clock } = parts;
    const account = { chainId: chain.chainId, address };
    const row = { ...account, nextNonce: 1_000, updatedAt: clock.now() };
    await db.signer.create({ data: row });
    const sending = executor.signers.map((signer) => ({
      ...signer,
      transactionCount: async () => {
        const where = { chainId_address: account };
        const { nextNonce } = await db.signer.update({ where, data: { nextNonce: 1_001 } });
        return nextNonce;
      },
    }));

    const troubles = await signerTroubles({
      ...parts,
      executor: { ...executor, signers: sending },
    });

    await db.signer.delete({ where: { chainId_address: account } });
    expect(troubles).toEqual([]);
  });

  it("a provider's wallet that is frozen or on another chain", () =>
    forRows(
      [
        [{ blockchain: "EVM-TESTNET", state: "FROZEN" }, "is a wallet that is FROZEN."],
        [
          { blockchain: "BASE", state: "LIVE" },
          "is a wallet on BASE (8453), but SETTLEMENT_CHAIN_ID is 31337.",
        ],
      ],
      async (its, reason) => {
        const wallet = { id: "w", address: service().signer, ...its };
        const provider = createServer((_, res) => res.end(JSON.stringify({ data: { wallet } })));
        const { url } = await onFreePort(provider);
        const reasons = await reasonsWith({
          SETTLEMENT_EXECUTOR: "provider",
          SETTLEMENT_PROVIDER_URL: url,
          SETTLEMENT_PROVIDER_API_KEY: "a-key",
          SETTLEMENT_PROVIDER_ENTITY_SECRET: "ab".repeat(32),
          SETTLEMENT_PROVIDER_WALLET_ID: "c4d1da72-111e-4d52-bdbf-2e74a2d803d5",
        });
        provider.close();
        provider.closeAllConnections();
        expect(reasons).toEqual([`SETTLEMENT_PROVIDER_WALLET_ID ${reason}`]);
      },
    ));
});

it("is ready with a warning while the node answers with an error or not at all about a merchant", () =>
  forRows(
    [
      ["answers with an error", { code: -32603, message: "busy" }],
      ["does not respond", "silent"],
    ] as const,
    async (_, mishap) => {
      const { payoutAddress } = await aCheckout(new Story(restDoor, service), monthly);
      const proxy = await startRpcProxy(() => service().anvil.url);
      const merchant = payoutAddress.slice(2);
      proxy.fault = ({ params }) =>
        JSON.stringify(params ?? []).includes(merchant) ? mishap : null;

      const limits = mishap === "silent" ? { tokenMs: 200 } : {};
      const readiness = await readinessWith({ SETTLEMENT_RPC_URL: proxy.url }, limits);

      proxy.stop();
      expect(readiness).toEqual({ reasons: [], warnings: [blacklistUnknown] });
    },
  ));

it("returns 503 from GET /ready until the problem is gone, and does not affect GET /health", async () => {
  const { signer, url } = service();
  const balance = await rpc(service(), "eth_getBalance", [signer, "latest"]);
  await rpc(service(), "anvil_setBalance", [signer, "0x0"]);
  const bad = await fetch(`${url}/ready`);
  expect(bad.status).toBe(503);
  expect(await bad.json()).toEqual({
    ready: false,
    reasons: [expect.stringContaining("cannot pay for gas")],
    warnings: [],
  });
  expect(await (await fetch(`${url}/health`)).json()).toEqual({
    ok: true,
    service: "usance",
    apiRoot: "/api/v1",
  });

  await rpc(service(), "anvil_setBalance", [signer, balance]);

  await until(async () =>
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({
      ready: true,
      reasons: [],
      warnings: [],
    }),
  );
});
