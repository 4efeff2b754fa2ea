import { BaseError, HttpRequestError, RpcRequestError, TimeoutError } from "viem";
import { revertMessage } from "../../chain/reverts.ts";

/** One fact that is checked on the chain. */
export interface Check {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly holds: boolean;
}

export function check(
  what: string,
  expected: string | number,
  found: string | number | bigint | null | undefined,
): Check {
  const shown = { expected: String(expected), found: String(found ?? "none") };
  return { what, ...shown, holds: sameText(shown.expected, shown.found) };
}

/** Compares hex digits in any case. */
export function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Null when the chain answers that the object does not exist or has another form. Other errors are thrown. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const unanswered = [HttpRequestError, TimeoutError, RpcRequestError] as const;
    const isAnswer =
      error instanceof BaseError &&
      (revertMessage(error) !== null ||
        error.walk((cause) => unanswered.some((kind) => cause instanceof kind)) === null);
    if (isAnswer) return null;
    throw error;
  }
}
