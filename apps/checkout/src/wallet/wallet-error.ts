/**
 * `rejected`: the holder of the wallet declined. `busy`: the wallet still shows another request.
 * `unknown-chain`: the wallet does not have that chain. `failed`: all else.
 */
export type WalletErrorKind = "rejected" | "busy" | "unknown-chain" | "failed";

export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly kind: WalletErrorKind;

  constructor(kind: WalletErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** By the codes of EIP-1193, EIP-3085 and EIP-1474. */
const kinds: Readonly<Record<number, WalletErrorKind>> = {
  4001: "rejected",
  4902: "unknown-chain",
  [-32002]: "busy",
};

/** The error that a wallet has thrown, which can be any value. */
export function walletErrorOf(cause: unknown): WalletError {
  const known = codesIn(cause).find((code) => kinds[code] !== undefined);
  const kind = known === undefined ? undefined : kinds[known];
  return new WalletError(kind ?? "failed", messageOf(cause), { cause });
}

/** The code, and those that wallets on phones wrap: `data.originalError.code`, `cause.code`. */
function codesIn(thrown: unknown, depth = 0): number[] {
  if (typeof thrown !== "object" || thrown === null || depth > 3) return [];
  const own = "code" in thrown ? Number(thrown.code) : Number.NaN;
  const inner = ["data", "originalError", "cause", "error"].flatMap((key) =>
    key in thrown ? codesIn(thrown[key as keyof typeof thrown], depth + 1) : [],
  );
  return Number.isInteger(own) ? [own, ...inner] : inner;
}

function messageOf(thrown: unknown): string {
  const hasMessage = typeof thrown === "object" && thrown !== null && "message" in thrown;
  const message = hasMessage ? String(thrown.message) : "";
  return message.trim().slice(0, 300) || "The wallet gave no reason.";
}
