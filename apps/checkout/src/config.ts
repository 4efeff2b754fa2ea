export interface DevelopmentWallet {
  /** Of the wallet that pays. */
  readonly privateKey: `0x${string}`;
  /** Of the seller's wallet, which pays refunds. */
  readonly sellerPrivateKey: `0x${string}`;
  readonly rpcUrl: string;
}

/** The settings of the page's host: `config.json` next to the page. */
export interface PageConfig {
  /** Where the API is; empty where the page is. */
  readonly apiUrl: string;
  /** Play money on a local chain; null everywhere else. */
  readonly developmentWallet: DevelopmentWallet | null;
}

/** @throws Error when it cannot be had, or is not as it must be */
export async function loadConfig(signal: AbortSignal): Promise<PageConfig> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { signal });
  if (!response.ok) throw new Error(`config.json is answered with ${response.status}.`);
  return readConfig(await response.json());
}

/** @throws Error that names the problem */
export function readConfig(given: unknown): PageConfig {
  if (!isRecord(given)) throw new Error("config.json must be an object.");
  const { apiUrl = "", developmentWallet = null } = given;
  if (typeof apiUrl !== "string" || !/^(?:https?:\/\/[^\s?#]+)?$/.test(apiUrl)) {
    throw new Error("apiUrl in config.json must be an http address or empty.");
  }
  return { apiUrl: withoutLastSlashes(apiUrl), developmentWallet: walletIn(developmentWallet) };
}

function walletIn(given: unknown): DevelopmentWallet | null {
  if (given === null) return null;
  if (
    !isRecord(given) ||
    typeof given.rpcUrl !== "string" ||
    !isPrivateKey(given.privateKey) ||
    !isPrivateKey(given.sellerPrivateKey)
  ) {
    throw new Error(
      "developmentWallet in config.json must have a privateKey, a sellerPrivateKey and an rpcUrl.",
    );
  }
  const { privateKey, sellerPrivateKey, rpcUrl } = given;
  return { privateKey, sellerPrivateKey, rpcUrl };
}

const isPrivateKey = (value: unknown): value is `0x${string}` =>
  typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}
