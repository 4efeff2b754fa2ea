import { createDecipheriv, scryptSync, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Hex, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { CommandError } from "../command-error.ts";
import type { Environment } from "../command-line.ts";

const hex = (bytes?: number) =>
  z
    .string()
    .regex(bytes === undefined ? /^([0-9a-f]{2})+$/i : new RegExp(`^[0-9a-f]{${bytes * 2}}$`, "i"));

/** A key in the format of Ethereum clients: "Web3 Secret Storage", version 3, with scrypt. `cast wallet import` writes it. */
const Keystore = z.object({
  version: z.literal(3),
  crypto: z.object({
    cipher: z.literal("aes-128-ctr"),
    ciphertext: hex(32),
    cipherparams: z.object({ iv: hex(16) }),
    kdf: z.literal("scrypt"),
    kdfparams: z.object({
      n: z
        .int()
        .min(2)
        .max(2 ** 20),
      r: z.int().min(1).max(16),
      p: z.int().min(1).max(16),
      dklen: z.literal(32),
      salt: hex(),
    }),
    mac: hex(32),
  }),
});

/** Returns the account that pays. @throws CommandError, which never contains the key or the password */
export function walletAccount({
  USANCE_WALLET_KEY: key,
  USANCE_WALLET_PASSWORD: password,
}: Environment) {
  if (key === undefined || key === "") {
    throw new CommandError(
      "Set USANCE_WALLET_KEY to a private key, or to the path of a keystore file.",
    );
  }
  const privateKey = /^0x[0-9a-f]{64}$/i.test(key) ? (key as Hex) : decrypted(key, password ?? "");
  try {
    return privateKeyToAccount(privateKey);
  } catch {
    throw new CommandError("USANCE_WALLET_KEY is not a key of secp256k1."); // viem's message has it
  }
}

function decrypted(path: string, password: string): Hex {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new CommandError(
      "USANCE_WALLET_KEY is neither a private key nor the path of a file that can be read.",
    );
  }
  const keystore = Keystore.safeParse(parsed(text));
  if (!keystore.success) {
    throw new CommandError(
      "The file of USANCE_WALLET_KEY is not a keystore of version 3 with scrypt.",
    );
  }
  const { ciphertext, cipherparams, kdfparams, mac } = keystore.data.crypto;
  const { n: N, r, p, salt } = kdfparams;
  const maxmem = 128 * r * (N + p + 2) + 2 ** 20;
  let derived: Buffer;
  try {
    derived = scryptSync(password, Buffer.from(salt, "hex"), 32, { N, r, p, maxmem });
  } catch {
    throw new CommandError("The keystore cannot be opened with its scrypt parameters.");
  }
  const encrypted = Buffer.from(ciphertext, "hex");
  const expected = keccak256(Buffer.concat([derived.subarray(16), encrypted]), "bytes");
  if (!timingSafeEqual(expected, Buffer.from(mac, "hex"))) {
    throw new CommandError("USANCE_WALLET_PASSWORD does not open the keystore.");
  }
  const iv = Buffer.from(cipherparams.iv, "hex");
  const decipher = createDecipheriv("aes-128-ctr", derived.subarray(0, 16), iv);
  return `0x${Buffer.concat([decipher.update(encrypted), decipher.final()]).toString("hex")}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
