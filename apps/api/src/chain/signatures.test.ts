import { createPublicClient, hashMessage, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, it } from "vitest";
import { useService } from "../../test/harness/service.ts";
import type { Hex } from "../shared/evm-fields.ts";
import { hasAccountSigned } from "./signatures.ts";

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

it("takes what the account has signed, and of nobody else", async () => {
  expect(await check(await signed())).toBe(true);
  expect(await check(await signed(), service().signer)).toBe(false);
});

it("refuses the same signature with the higher s, as the contracts do", async () => {
  const signature = await signed();
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith("1b") ? "1c" : "1b";
  const twin = `${signature.slice(0, 66)}${s.toString(16).padStart(64, "0")}${v}` as Hex;
  expect(await check(twin)).toBe(false);
});

it.each([
  ["zeros", `0x${"00".repeat(65)}`],
  ["more than 65 bytes", `0x${"11".repeat(200)}`],
  ["the suffix of ERC-6492", `0x${"00".repeat(65)}${"6492".repeat(16)}`],
  ["the suffix of ERC-8010", `0x${"00".repeat(65)}${"ff".repeat(32)}${"8010".repeat(16)}`],
])("refuses %s", async (_, signature) => {
  expect(await check(signature as Hex)).toBe(false);
});

it("refuses what a contract does not accept: it has no key, and none is asked for", async () => {
  expect(await check(await signed(), service().contract)).toBe(false);
});
