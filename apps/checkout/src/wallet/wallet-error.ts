/**
 * `rejected`: the holder of the wallet declined. `busy`: the wallet still shows another request. `locked`: the wallet or
 * its device waits to be unlocked, or to open its Ethereum app. `blind`: the device signs nothing that it cannot show.
 * `unknown-chain`: the wallet does not have that chain. `failed`: all else.
 */
export type WalletErrorKind = "rejected" | "busy" | "locked" | "blind" | "unknown-chain" | "failed";

export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly kind: WalletErrorKind;

  constructor(kind: WalletErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * By the codes of EIP-1193, EIP-3085, EIP-1474 and ethers, and the status words of Ledger's devices, which wallets
 * pass on as numbers and as text.
 */
const kinds: Readonly<Record<string, WalletErrorKind>> = {
  4001: "rejected",
  ACTION_REJECTED: "rejected",
  4902: "unknown-chain",
  "-32002": "busy",
  "0x6985": "rejected",
  "0x5501": "rejected",
  "0x5515": "locked",
  "0x6982": "locked",
  "0x6804": "locked",
  "0x6b0c": "locked",
  "0x6e00": "locked",
  "0x6e01": "locked",
  "0x6511": "locked",
  "0x6d02": "locked",
  "0x6a80": "blind",
};

/** What wallets and devices without a code of their own say in words. */
const phrases: readonly { readonly all: readonly RegExp[]; readonly kind: WalletErrorKind }[] = [
  { all: [/\buser\b/i, /\b(reject|den[iy]|cancel|declin)/i], kind: "rejected" },
  { all: [/\bblind signing\b|\bcontract data\b/i], kind: "blind" },
  { all: [/\b(device|wallet|ledger|trezor)\b/i, /\blocked\b/i], kind: "locked" },
  { all: [/\bopen the ethereum app\b/i], kind: "locked" },
];

/** The error that a wallet has thrown, which can be any value. */
export function walletErrorOf(cause: unknown): WalletError {
  const message = messageOf(cause);
  const inText = message.match(/\b0x[0-9a-f]{4}\b/gi) ?? [];
  const known = [...codesIn(cause), ...inText.map((word) => word.toLowerCase())].find(
    (code) => kinds[code] !== undefined,
  );
  const said = phrases.find(({ all }) => all.every((phrase) => phrase.test(message)))?.kind;
  const kind = known === undefined ? said : kinds[known];
  return new WalletError(kind ?? "failed", message, { cause });
}

/** The code, and those that wallets on phones wrap: `data.originalError.code`, `cause.code`. */
function codesIn(thrown: unknown, depth = 0): string[] {
  if (typeof thrown !== "object" || thrown === null || depth > 3) return [];
  const own = "code" in thrown ? [String(thrown.code)] : [];
  const device =
    "statusCode" in thrown && typeof thrown.statusCode === "number"
      ? [`0x${thrown.statusCode.toString(16)}`]
      : [];
  const inner = ["data", "originalError", "cause", "error", "info"].flatMap((key) =>
    key in thrown ? codesIn(thrown[key as keyof typeof thrown], depth + 1) : [],
  );
  return [...own, ...device, ...inner];
}

function messageOf(thrown: unknown): string {
  const hasMessage = typeof thrown === "object" && thrown !== null && "message" in thrown;
  const message = hasMessage ? String(thrown.message) : "";
  return message.trim().slice(0, 300) || "The wallet gave no reason.";
}
