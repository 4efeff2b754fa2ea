import type { z } from "zod";
import { type CapTerms, endOfCap } from "../../chain/caps.ts";
import { askChain } from "../../chain/chain-errors.ts";
import type { Collector, Wallet, WalletCall } from "../../chain/collector.ts";
import type { TypedData } from "../../chain/typed-data.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { Amount, fromTokenUnits, larger, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  allowanceTooLow,
  notSigned,
  termsTooOld,
  tooManyUnderWay,
  walletCannotSign,
} from "../../schemas/payment-refusals.ts";
import type { SignedCap as CapInput, CapLimits, PreparedCap } from "../../schemas/spending-caps.ts";
import { hasLiveCollection } from "../../settlements/attempts.ts";
import type { SignedCap } from "../../settlements/spending-caps/keep-spending-cap.ts";
import { findWaitingPermit } from "../../settlements/spending-caps/wallet-permits.ts";
import { type Payee, requirePayer } from "./payment-terms.ts";

/** How long a cap is valid, in seconds: a year. */
const capValidity = 31_536_000n;

/** How long a wallet may take to sign a cap, in seconds: a day. */
const signingTime = 86_400n;

/** An allowance above the token's whole supply counts as unlimited, in token units. */
const unlimited = 10n ** 20n;

/** The largest amount that is stored, in USDC. */
const largest = new Amount("999999999999999999.999999");

interface CapRequest {
  readonly payer: Hex;
  readonly wallet: Wallet;
  readonly limits: CapLimits;
  /** The hashes of the rate cards that the page shows. */
  readonly rateCards: readonly Hex[];
  /** The cap of the same wallet that this one replaces. Its allowance becomes free. */
  readonly replaced: ReplacedCap | null;
}

/** A cap that another one of the same wallet replaces. */
export interface ReplacedCap {
  readonly start: bigint;
  /** In token units. */
  readonly left: bigint;
}

/**
 * Prepares the typed data of a cap and, if the wallet allows too little, of a permit. A wallet has one allowance for all caps
 * that it signed, with any seller. Those are not added up here, because the sum would reveal them to anyone who names the
 * wallet: the cap is added to what the wallet allows now, as anyone can read on the chain.
 */
export async function prepareCap(
  { db, chain }: Pick<Parts, "db" | "chain">,
  { collector, merchant }: Payee,
  subscriptionId: string,
  { payer, wallet, limits, rateCards, replaced }: CapRequest,
): Promise<z.input<typeof PreparedCap>> {
  const start = startAfter(await askChain(chain.newestTime()), replaced);
  const validUntil = start + capValidity;
  const { perPeriod, periodSeconds = null, perCharge = perPeriod } = limits;
  const total = limits.total ?? Amount.min(perPeriod.times(periodsOfYear(periodSeconds)), largest);
  const given = { perPeriod, periodSeconds, perCharge, total };
  const cap = termsOf(
    { ...given, start, validUntil },
    { payer, merchant, subscriptionId, rateCards },
  );
  const { allowance } = wallet;
  // What a waiting permit gave to the replaced cap is not in the allowance yet.
  const isWaiting =
    replaced !== null && (await askChain(findWaitingPermit(db, collector, payer))) !== null;
  const elsewhere = isWaiting ? allowance : larger(allowance - (replaced?.left ?? 0n), 0n);
  const asked = limits.allowance === undefined ? 0n : toTokenUnits(limits.allowance);
  const needed = allowance >= unlimited ? 0n : larger(elsewhere + cap.total, asked);
  const seconds = { start: Number(start), validUntil: Number(validUntil) };
  return {
    ...given,
    ...seconds,
    typedData: await askChain(collector.capToSign(cap)),
    permit:
      allowance >= needed
        ? null
        : {
            allowance: fromTokenUnits(needed),
            deadline: seconds.validUntil,
            typedData: await askChain(permitToSign(collector, payer, needed, validUntil)),
          },
  };
}

/**
 * How long before the newest block a cap starts, in seconds: a minute. Caps that are signed between two blocks need different
 * starts, and a node may simulate calls in a block that is a little older.
 */
const startsBefore = 60n;

/** A cap replaces only those that start earlier. */
const startAfter = (now: bigint, replaced: Pick<ReplacedCap, "start"> | null): bigint =>
  larger(now - startsBefore, replaced === null ? 0n : replaced.start + 1n);

const periodsOfYear = (periodSeconds: number | null): number =>
  periodSeconds === null ? 12 : Math.ceil(Number(capValidity) / periodSeconds);

type GivenLimits = Readonly<Record<"perPeriod" | "perCharge" | "total", Amount>> & {
  readonly periodSeconds?: number | null | undefined;
  readonly start: bigint;
  readonly validUntil: bigint;
};

const termsOf = (
  { perPeriod, periodSeconds, perCharge, total, start, validUntil }: GivenLimits,
  of: Pick<CapTerms, "payer" | "merchant" | "subscriptionId" | "rateCards">,
): CapTerms => ({
  ...of,
  perCharge: toTokenUnits(perCharge),
  perPeriod: toTokenUnits(perPeriod),
  total: toTokenUnits(total),
  periodSeconds: BigInt(periodSeconds ?? 0),
  start,
  validUntil,
});

async function permitToSign(collector: Collector, payer: Hex, value: bigint, deadline: bigint) {
  const nonce = await collector.permitNonceOf(payer);
  return collector.permitToSign(payer, { value, deadline, nonce });
}

interface SubmittedCap {
  readonly payerAddress: Hex;
  readonly cap: CapInput;
  /** The hashes of the rate cards that the page shows now. A signature over others is not over this cap. */
  readonly rateCards: readonly Hex[];
  readonly replaced: ReplacedCap | null;
}

/**
 * Checks a signed cap against the prepared terms and the wallet's allowance.
 *
 * @returns the cap, to be stored
 */
export async function checkCap(
  { db, chain }: Pick<Parts, "db" | "chain">,
  payee: Payee,
  subscriptionId: string,
  { payerAddress, replaced, cap: { permit: signedPermit, ...signed }, rateCards }: SubmittedCap,
): Promise<SignedCap> {
  const payer = requirePayer(payee, payerAddress);
  const { collector, merchant } = payee;
  const now = await askChain(chain.newestTime());
  const [start, validUntil] = [BigInt(signed.start), BigInt(signed.validUntil)];
  requireRecent(start, now, replaced);
  if (validUntil !== start + capValidity) throw new Refusal(termsTooOld);
  const of = { payer, merchant, subscriptionId, rateCards };
  const cap = termsOf({ ...signed, start, validUntil }, of);
  const capData = await askChain(collector.capToSign(cap));
  const signature = await requireSigned(
    collector,
    payer,
    capData,
    signed.signature,
    "cap.signature",
  );
  const { allowance } = await askChain(collector.walletOf(payer));
  // Somebody else may have sent the permit to the token.
  const isNeeded = signedPermit !== undefined && toTokenUnits(signedPermit.allowance) > allowance;
  const permit = isNeeded ? await checkPermit(collector, cap, signedPermit) : null;
  const waiting = await askChain(findWaitingPermit(db, collector, payer));
  // The token takes one of two permits with the same nonce, so one that may be on its way has to land first.
  const isOnItsWay = permit !== null && waiting !== null && (await hasLiveCollection(db, payer));
  if (isOnItsWay) throw new Refusal(tooManyUnderWay);
  // Other caps of the wallet count only if their permit still waits: the new permit replaces it, so it has to cover them too.
  const given = waiting?.value ?? 0n;
  const promised = given > allowance ? larger(given - (replaced?.left ?? 0n), 0n) : 0n;
  const [allowed, needed] = [permit?.value ?? allowance, promised + cap.total];
  if (allowed < needed) throw new Refusal(allowanceTooLow(allowed, needed));
  return { cap, signature, permit, waiting, collector };
}

/** @throws Refusal when a cap with this start was prepared too long ago, or does not start after the one that it replaces */
function requireRecent(start: bigint, now: bigint, replaced: Pick<ReplacedCap, "start"> | null) {
  const isAfter = replaced === null || start > replaced.start;
  if (!isAfter || start > now || start < now - signingTime) {
    throw new Refusal(termsTooOld);
  }
}

/** Checks a permit, which the token takes only with the wallet's current nonce. */
async function checkPermit(
  collector: Collector,
  { payer, validUntil }: CapTerms,
  { allowance, deadline, signature: given }: NonNullable<CapInput["permit"]>,
): Promise<NonNullable<SignedCap["permit"]>> {
  if (BigInt(deadline) !== validUntil) throw new Refusal(termsTooOld);
  const nonce = await askChain(collector.permitNonceOf(payer));
  const permit = { value: toTokenUnits(allowance), deadline: BigInt(deadline), nonce };
  const typedData = await askChain(collector.permitToSign(payer, permit));
  const signature = await requireSigned(collector, payer, typedData, given, "cap.permit.signature");
  // The collector deploys the account first, as the cap's signature says, so the token needs the account's own signature.
  return { ...permit, signature: collector.withoutDeployment(signature) };
}

/** @returns the signature as the contracts take it @throws Refusal when it is not the payer's */
async function requireSigned(
  collector: Collector,
  payer: Hex,
  typedData: TypedData,
  given: Hex,
  param: Parameters<typeof notSigned>[0],
): Promise<Hex> {
  const signature = await collector.signatureOf(payer, typedData, given);
  if (await askChain(collector.isSigned(payer, typedData, signature))) return signature;
  const cannot = await askChain(collector.cannotSign(payer, typedData, signature));
  throw new Refusal(cannot ? walletCannotSign(param) : notSigned(param));
}

/** What ends a cap on the chain, for its payer to sign. */
export async function prepareRevocation(
  { chain }: Pick<Parts, "chain">,
  collector: Collector,
  cap: CapTerms,
) {
  const start = startAfter(await askChain(chain.newestTime()), cap);
  const typedData = await askChain(collector.capToSign(endOfCap(cap, start)));
  return { start: Number(start), typedData };
}

/** Checks a signed revocation. @returns the call that sends it to the contract */
export async function checkRevocation(
  { chain }: Pick<Parts, "chain">,
  collector: Collector,
  cap: CapTerms,
  { start: given, signature }: { readonly start: number | undefined; readonly signature: Hex },
): Promise<WalletCall> {
  const now = await askChain(chain.newestTime());
  const start = BigInt(given ?? 0);
  requireRecent(start, now, cap);
  const end = endOfCap(cap, start);
  const typedData = await askChain(collector.capToSign(end));
  const signed = await requireSigned(collector, cap.payer, typedData, signature, "signature");
  return collector.replacementBy(end, signed);
}
