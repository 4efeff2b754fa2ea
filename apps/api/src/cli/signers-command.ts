import { getAddress, isAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { listSigners, resumeSigner } from "../billing/signers/resume-signer.ts";
import { known, rpcClient } from "../chain/rpc-client.ts";
import { ConfigError, variables } from "../config/config.ts";
import type { Parts } from "../ports/parts.ts";
import { CommandError } from "./command-error.ts";
import { type Environment, findAddress } from "./find-address.ts";

const usage = `Usage:
  pnpm signers address            of each key in SETTLEMENT_SIGNER_KEY, in their order
  pnpm signers list
  pnpm signers resume <address>   a signer that halted because somebody else used its key`;

type Command = (store: Pick<Parts, "db" | "clock">) => Promise<readonly string[]>;

/**
 * The accounts that the keys in SETTLEMENT_SIGNER_KEY are of, which need no database; null where the
 * words ask for something else.
 */
export function signerAddresses(
  words: readonly string[],
  { SETTLEMENT_SIGNER_KEY }: Environment,
): readonly string[] | null {
  if (words.join(" ") !== "address") return null;
  const keys = variables.SETTLEMENT_SIGNER_KEY.safeParse(SETTLEMENT_SIGNER_KEY || undefined);
  if (!keys.success) throw new ConfigError("SETTLEMENT_SIGNER_KEY must be a private key.");
  return keys.data.map(privateKeyToAddress);
}

/** Reads the words after `pnpm signers`. @throws CommandError with the usage when they make no command */
export function signersCommand(words: readonly string[], environment: Environment): Command {
  const [verb, operand, ...more] = words;
  if (verb === "list" && operand === undefined) return list;
  if (verb === "resume" && operand !== undefined && more.length === 0) {
    if (!isAddress(operand)) throw new CommandError(`${operand} is no address.`);
    return resume(getAddress(operand), environment);
  }
  throw new CommandError(usage);
}

const list: Command = async (store) => {
  const signers = await listSigners(store);
  return signers.length === 0 ? ["No signer has signed yet."] : signers.map(describe);
};

function resume(address: `0x${string}`, environment: Environment): Command {
  return async (store) => {
    const client = rpcClient(await findAddress(environment, "SETTLEMENT_RPC_URL"));
    const [chainId, count] = await known(() =>
      Promise.all([client.getChainId(), client.getTransactionCount({ address })]),
    );
    const resumed = await resumeSigner(store, { chainId, address }, count);
    if (resumed === null) {
      throw new CommandError(`No signer ${address} has halted on chain ${chainId}.`);
    }
    return [describe(resumed)];
  };
}

/** `0xf39F…  chain 8453  next nonce 42  halted 2027-…` */
function describe({ address, chainId, nextNonce, haltedAt }: Signer): string {
  return [
    address,
    `chain ${chainId}`,
    `next nonce ${nextNonce}`,
    ...(haltedAt === null ? [] : [`halted ${haltedAt.toISOString()}`]),
  ].join("  ");
}

type Signer = Awaited<ReturnType<typeof listSigners>>[number];
