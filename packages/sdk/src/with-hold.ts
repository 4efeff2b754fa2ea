import {
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PaymentRequiredError,
  ServerError,
  TimeoutError,
  type UsanceError,
} from "./errors.ts";
import type { HoldsResource } from "./generated/resources.ts";
import type { Hold, HoldCommitParams, HoldCreateParams } from "./generated/types.ts";

/** The actual cost of a call, and the usage event that is recorded with the charge. */
export type HoldSpent = Omit<HoldCommitParams, "holdId">;

export interface WithHoldOptions {
  /** Key of the hold. A second call with the same key, also from another process, gets the same hold. Default: a new key. */
  readonly key?: string;
  /** How long the hold lasts, in milliseconds, which the work must not exceed. Default ten minutes, at most a day. */
  readonly expiresInMs?: number;
  /** What the work may use at most, to reserve in limits. Without room for it, the work is not done. Default: nothing. */
  readonly usage?: HoldCreateParams["usage"];
  /**
   * By default the work is not done without a hold: `withHold` fails closed. With this function it fails open: while the
   * service is unreachable or fails, the work is done without a hold, and nothing is charged for it. The function is called
   * with the error each time. A refusal, such as a balance that is too low or a limit that is reached, still prevents the work.
   */
  readonly onUnheld?: (error: UsanceError) => void;
}

/** The result of the work. */
export interface WithHoldResult<Spent extends HoldSpent> {
  readonly spent: Spent;
  /** null if the work was done without a hold. */
  readonly hold: Hold | null;
  /**
   * null if `spent.amount` was charged. Otherwise the work cost more than the hold had set aside and more could not be
   * charged: only `hold.charged` was, with the usage event, and this is the refusal.
   */
  readonly refusal: UsanceError | null;
}

/**
 * Holds the maximum cost of some work, does the work, and charges the actual cost. If the work throws, the hold is
 * released and the error rethrown. If the work costs more than can be charged, what was held is charged. If the charge is
 * refused for another reason, such as a usage event that cannot be recorded, the hold is released and the refusal thrown.
 * A call whose response is lost is repeated, and charges once.
 *
 * @param balance the balance, or its id
 * @param max the maximum cost, in USDC; or `{ rateCard: true }`: what `usage` costs by the rate card
 * @param work gets the hold, or null (see `onUnheld`), and returns what to charge
 * @throws PaymentRequiredError when the balance is too low, or a limit is reached; the work is not done then
 * @throws UsanceError when the charge was refused: the work is done and nothing was charged. Also when the service did not
 *   answer: the charge may have been made, and the hold is kept until it expires; `holds.commit` can charge it until then
 */
export async function withHold<Spent extends HoldSpent>(
  holds: Pick<HoldsResource, "create" | "commit" | "release">,
  balance: string | { readonly id: string },
  max: HoldCreateParams["amount"],
  work: (hold: Hold | null) => Promise<Spent>,
  { key = crypto.randomUUID(), expiresInMs = 600_000, usage, onUnheld }: WithHoldOptions = {},
): Promise<WithHoldResult<Spent>> {
  const balanceId = typeof balance === "string" ? balance : balance.id;
  const expiresAt = new Date(Date.now() + expiresInMs).toISOString();
  let hold: Hold;
  try {
    const held = { balanceId, key, amount: max, expiresAt };
    hold = await holds.create(usage === undefined ? held : { ...held, usage });
  } catch (error) {
    if (onUnheld === undefined || !isOutage(error)) throw error;
    onUnheld(error);
    return { spent: await work(null), hold: null, refusal: null };
  }
  let spent: Spent;
  try {
    spent = await work(hold);
  } catch (error) {
    // If this fails too, the hold is given back when it expires.
    await holds.release({ holdId: hold.id }).catch(() => undefined);
    throw error;
  }
  const { amount, allowMore, usageEvent } = spent;
  const commit: HoldCommitParams = { holdId: hold.id, amount };
  if (allowMore !== undefined) commit.allowMore = allowMore;
  if (usageEvent !== undefined) commit.usageEvent = usageEvent;
  return { spent, ...(await commitHold(holds, hold, commit)) };
}

/**
 * Charges what the work cost; what was held, if it cost more than can be charged.
 *
 * @throws UsanceError when the charge was refused, and the hold is released; or when the service did not answer
 */
export async function commitHold(
  holds: Pick<HoldsResource, "commit" | "release">,
  { id: holdId, amount }: Hold,
  commit: HoldCommitParams,
): Promise<{ readonly hold: Hold; readonly refusal: UsanceError | null }> {
  try {
    return { hold: await holds.commit(commit), refusal: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const charged = isOfMore(error)
      ? await holds.commit({ ...commit, amount }).catch(nullIfRefused)
      : null;
    if (charged !== null) return { hold: charged, refusal: error };
    await holds.release({ holdId }).catch(() => undefined);
    throw error;
  }
}

/** Whether the service has refused a charge for good. */
export const isRefusal = (error: unknown): error is UsanceError =>
  error instanceof BadRequestError ||
  error instanceof PaymentRequiredError ||
  error instanceof NotFoundError ||
  error instanceof ConflictError;

/** Without an answer the charge may have been made, so the hold must stay. */
function nullIfRefused(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

/** Whether it refused what goes beyond the hold. */
const isOfMore = ({ code }: UsanceError): boolean =>
  code === "more_than_held" || code === "prepaid_balance_too_low" || code === "balance_frozen";

/** Whether the service was unreachable or failed, as opposed to a refusal. */
const isOutage = (error: unknown): error is ConnectionError | TimeoutError | ServerError =>
  error instanceof ConnectionError || error instanceof TimeoutError || error instanceof ServerError;
