import { keccak256, parseTransaction, type TransactionSerializableEIP1559 } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../kit/evm-fields.ts";
import { sharedAnswer } from "../kit/shared-answer.ts";
import { feesNow, gasFunds, raisedFees, replacingFees } from "./fees.ts";
import { batchCall } from "./json-rpc.ts";
import type { DirectSigner, Fees } from "./ports/senders.ts";
import type { SignedTransaction } from "./ports/settlement-chain.ts";
import { type Registry, settlementCall } from "./registry.ts";
import { isMissingMethod, withChainErrors } from "./rpc-client.ts";

interface DirectOptions extends Registry {
  /** One or more keys. Settlements are distributed over them. */
  readonly signerKeys: readonly Hex[];
}

/** How old the shared fees may be, in milliseconds. */
const freshMs = 250;

/** Signs settlements with the service's own keys, for the `direct` executor. */
export function directSigner(options: DirectOptions): DirectSigner {
  const { client, chainId } = options;
  const accounts = new Map<Hex, PrivateKeyAccount>();
  for (const key of options.signerKeys) {
    const account = privateKeyToAccount(key);
    accounts.set(account.address, account);
  }
  const signers = [...accounts.keys()];
  let picked = 0;
  const fees = sharedAnswer(freshMs, () => feesNow(client));

  return {
    signers,

    nextSigner: () => {
      const signer = signers[picked++ % signers.length];
      if (signer === undefined) throw new Error("There is at least one signer.");
      return signer;
    },

    quote: (address) =>
      withChainErrors(async () => {
        // The count is never shared: an older one hides that somebody else has used the key, and a settlement would be
        // signed with a used nonce.
        const [{ block, maxFeePerGas, maxPriorityFeePerGas }, transactionCount] = await Promise.all(
          [fees(), client.getTransactionCount({ address })],
        );
        return { fees: { maxFeePerGas, maxPriorityFeePerGas }, transactionCount, block };
      }),

    funds: (signer) => withChainErrors(() => gasFunds(client, signer)),

    sign: (calls, nonce, { maxFeePerGas, maxPriorityFeePerGas }) => {
      const [call] = calls;
      const { terms, validUntil, gas } = call;
      return signed(oneOf(accounts, call.operator), {
        chainId,
        ...(calls.length === 1
          ? { ...settlementCall(options, terms, validUntil), gas }
          : batchCall(calls)),
        nonce,
        maxFeePerGas,
        maxPriorityFeePerGas,
      });
    },

    raise: ({ signer, raw }, waitedMs) =>
      withChainErrors(async () => {
        const account = accounts.get(signer);
        if (account === undefined) return null;
        const sent = parsed(raw);
        const isNext = (await client.getTransactionCount({ address: signer })) === sent.nonce;
        const higher = raisedFees(sent, await feesNow(client), isNext ? waitedMs : 0);
        return higher && signed(account, { ...sent, ...higher });
      }),

    cancel: ({ signer, raw }) =>
      withChainErrors(async () => {
        const account = accounts.get(signer);
        if (account === undefined) return null;
        const { nonce, ...sent } = parsed(raw);
        const nothing = { account: signer, to: signer, value: 0n };
        const [now, gas] = await Promise.all([
          feesNow(client),
          client.estimateGas(nothing).catch((error: unknown) => {
            if (isMissingMethod(error)) return gasOfNothing;
            throw error;
          }),
        ]);
        return signed(account, { chainId, to: signer, gas, nonce, ...replacingFees(sent, now) });
      }),
  };
}

/** The gas limit of a transaction that only uses a nonce up, on a node that cannot estimate. Rollups need more than 21,000. */
const gasOfNothing = 200_000n;

/** Parses a signed transaction so that it can be signed again with changes. */
function parsed(raw: Hex) {
  const transaction = parseTransaction(raw as `0x02${string}`);
  const { r, s, v, yParity, maxFeePerGas, maxPriorityFeePerGas, ...sent } = transaction;
  if (maxFeePerGas === undefined) throw new Error("Every transaction of ours offers a fee.");
  // The parser omits zero values, and the tip may be zero.
  return { ...sent, maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n };
}

async function signed(
  account: PrivateKeyAccount,
  transaction: TransactionSerializableEIP1559 & Fees,
): Promise<SignedTransaction> {
  const raw = await account.signTransaction({ ...transaction, type: "eip1559" });
  return { raw, hash: keccak256(raw) };
}

function oneOf<T>(ours: ReadonlyMap<Hex, T>, signer: Hex): T {
  const one = ours.get(signer);
  if (one === undefined) throw new Error(`The key of ${signer} is not ours.`);
  return one;
}
