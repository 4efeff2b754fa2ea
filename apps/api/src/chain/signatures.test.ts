import {
  hostileWalletAbi,
  hostileWalletBytecode,
  walletFactoryAbi,
  walletFactoryBytecode,
} from "@usance/contracts/testing";
import {
  createPublicClient,
  encodeFunctionData,
  hashMessage,
  http,
  serializeErc6492Signature,
  zeroAddress,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, it } from "vitest";
import { adminKey, rpc } from "../../test/harness/chain.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import type { Hex } from "../kit/evm-fields.ts";
import { deployer } from "./deployer.ts";
import { asContractsTakeIt, cannotSign, hasAccountSigned, hasHolderSigned } from "./signatures.ts";

const service = useService();
const account = privateKeyToAccount(generatePrivateKey());
const hash = hashMessage("terms");
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const check = (signature: Hex, by: Hex = account.address) =>
  hasAccountSigned(
    createPublicClient({ transport: http(service().anvil.url) }),
    by,
    hash,
    signature,
  );
const signed = () => account.sign({ hash });

it("accepts only the account's own signature", async () => {
  expect(await check(await signed())).toBe(true);
  expect(await check(await signed(), service().signer)).toBe(false);
});

it("refuses the same signature with high s, as the contracts do", async () => {
  const signature = await signed();
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith("1b") ? "1c" : "1b";
  const twin = `${signature.slice(0, 66)}${s.toString(16).padStart(64, "0")}${v}` as Hex;
  expect(await check(twin)).toBe(false);
});

it("refuses what is no signature", () =>
  forRows(
    [
      ["zeros", `0x${"00".repeat(65)}`],
      ["more than 65 bytes", `0x${"11".repeat(200)}`],
      ["the suffix of ERC-6492 alone", `0x${"00".repeat(65)}${"6492".repeat(16)}`],
      ["an empty signature", "0x"],
      ["the suffix of ERC-8010", `0x${"00".repeat(65)}${"ff".repeat(32)}${"8010".repeat(16)}`],
    ],
    async (_, signature) => {
      expect(await check(signature as Hex)).toBe(false);
    },
  ));

it("refuses what a contract rejects: it has no key, and none is requested", async () => {
  expect(await check(await signed(), service().contract)).toBe(false);
});

it("tells an account whose code checks no signatures from one that has not signed (EIP-7702)", async () => {
  const client = createPublicClient({ transport: http(service().anvil.url) });
  const owner = privateKeyToAccount(generatePrivateKey());
  const signature = await owner.sign({ hash });
  const setCode = (code: string) => rpc(service(), "anvil_setCode", [owner.address, code]);
  const delegate = (to: Hex) => setCode(`0xef0100${to.slice(2)}`);
  const cannot = (by: Hex, its: Hex) => cannotSign(client, by, hash, its);
  expect(await cannot(owner.address, signature)).toBe(false); // it has no code
  const { wallet } = await aSmartWallet();

  await delegate(service().contract);

  expect(await check(signature, owner.address)).toBe(false);
  expect(await cannot(owner.address, signature)).toBe(true);
  expect(await cannot(wallet, "0x")).toBe(false); // it checks signatures, and refuses this one
  // Nothing on the chain checks the signature of a sign-in, so the account's key is enough.
  expect(await hasHolderSigned(client, owner.address, hash, signature)).toBe(true);
  expect(await hasHolderSigned(client, owner.address, hash, await signed())).toBe(false);
  expect(await hasHolderSigned(client, service().contract, hash, signature)).toBe(false);

  await setCode("0x00"); // It answers every call with nothing, and is no delegation.
  expect(await cannot(owner.address, await signed())).toBe(true);
  expect(await hasHolderSigned(client, owner.address, hash, signature)).toBe(false);
});

it("repairs the end of an account's signature only if it then verifies", async () => {
  const signature = await signed();
  const odd = `${signature.slice(0, -2)}${signature.endsWith("1b") ? "00" : "01"}` as Hex;
  expect(await asContractsTakeIt(account.address, hash, odd)).toBe(signature);
  expect(await asContractsTakeIt(service().contract, hash, odd)).toBe(odd);
});

it("forwards a smart account's signature unchanged, whatever its end", async () => {
  const { wallet } = await aSmartWallet();
  expect(await check("0x", wallet)).toBe(false);
  expect(await check(await signed(), wallet)).toBe(true);
});

it("accepts what an undeployed smart account would accept", async () => {
  const { wallet, wrapped } = await aSmartWallet({ deployed: false });
  expect(await check(await signed(), wallet)).toBe(false);
  expect(await check(wrapped(await signed()), wallet)).toBe(true);
  expect(await check(wrapped(`0x${"11".repeat(65)}`), wallet)).toBe(false);
});

it("terminates with a wallet that burns all its gas or answers with a megabyte", () =>
  forRows(
    [
      ["burns all its gas", 1],
      ["answers with a megabyte", 4],
    ],
    async (_, mode) => {
      expect(await check(await signed(), await aHostileWallet(mode))).toBe(false);
    },
  ));

const chain = () => deployer(service().anvil.url, adminKey, 20);

/** A smart wallet of the account's, and what a signature looks like that deploys it first. */
async function aSmartWallet({ deployed = true } = {}) {
  const { client, deploy, send } = chain();
  const factory = await deploy({
    abi: walletFactoryAbi,
    bytecode: walletFactoryBytecode,
    args: [],
  });
  const args = [account.address, hashMessage("salt"), zeroAddress, "0x"] as const;
  const of = { address: factory, abi: walletFactoryAbi } as const;
  const wallet = await client.readContract({ ...of, functionName: "addressOf", args });
  const data = encodeFunctionData({ abi: walletFactoryAbi, functionName: "deploy", args });
  if (deployed) await send(factory, data);
  const wrapped = (signature: Hex) =>
    serializeErc6492Signature({ address: factory, data, signature });
  return { wallet, wrapped };
}

async function aHostileWallet(mode: number): Promise<Hex> {
  const { address, deploy, send } = chain();
  const of = { abi: hostileWalletAbi, bytecode: hostileWalletBytecode, args: [address] };
  const wallet = await deploy(of);
  const args = [mode, 100_000_000n] as const;
  await send(wallet, encodeFunctionData({ abi: hostileWalletAbi, functionName: "setMode", args }));
  return wallet;
}
