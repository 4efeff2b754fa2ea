import { difference } from "@usance/ui";
import { ApiError } from "../api/api-error.ts";
import type { PreparedCap, SignedCap } from "../api/portal-api.ts";
import { askWallet, type Payer, type WalletParts } from "./ask-wallet.ts";
import { signTypedData } from "./requests.ts";
import type { Asked } from "./state.ts";

/** The requests to the wallet for a cap. */
export const asksOfCap = ({ permit }: Pick<PreparedCap, "permit">): readonly Asked[] =>
  permit === null ? ["cap"] : ["cap", "permit"];

/** Has the wallet sign a prepared cap and, if it allows too little, the permit. */
export async function signCap(
  { typedData, permit, ...limits }: Omit<PreparedCap, "payerAddress">,
  { provider, address }: Payer,
  parts: WalletParts,
): Promise<SignedCap> {
  const signature = await askWallet(
    { what: "cap" },
    () => signTypedData(provider, address, typedData),
    parts,
  );
  if (permit === null) return { ...limits, signature };
  const { allowance, deadline } = permit;
  const others = difference(allowance, limits.total);
  const permitSignature = await askWallet(
    { what: "permit", allowance, others },
    () => signTypedData(provider, address, permit.typedData),
    parts,
  );
  return { ...limits, signature, permit: { allowance, deadline, signature: permitSignature } };
}

/**
 * Runs a flow that signs a cap, and once more if the service knows of other caps that the wallet has signed, which need a
 * larger allowance: it tells only the wallet that has signed.
 */
export async function untilAllowed<Answer>(
  run: (allowance: string | null) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run(null);
  } catch (error) {
    const needed = error instanceof ApiError ? neededIn(error.message) : null;
    if (needed === null) throw error;
    return run(needed);
  }
}

const neededIn = (message: string): string | null =>
  /cap needs ([\d.]+) USDC\.$/.exec(message)?.[1] ?? null;
