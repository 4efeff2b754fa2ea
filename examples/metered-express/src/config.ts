export interface Config {
  readonly usanceUrl: string;
  readonly usanceKey: string;
  /** Who sells, and where the USDC goes. */
  readonly sellerEmail: string;
  readonly payoutAddress: string;
  readonly port: number;
  /** Where Usance reaches this API with its webhooks. */
  readonly publicUrl: string;
  /** The SQLite file. */
  readonly database: string;
  /** How many events may wait in memory for Usance before calls are turned away. */
  readonly maxWaiting: number;
}

/** What the environment says (README.md). @throws Error that names the variable which is missing */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const required = (name: string) => {
    const value = env[name];
    if (!value) throw new Error(`${name} is not set.`);
    return value;
  };
  const port = Number(env.PORT || 4000);
  return {
    usanceUrl: env.USANCE_URL || "http://127.0.0.1:3000",
    usanceKey: required("USANCE_API_KEY"),
    sellerEmail: env.SELLER_EMAIL || "seller@example.com",
    payoutAddress: required("PAYOUT_ADDRESS"),
    port,
    publicUrl: env.PUBLIC_URL || `http://127.0.0.1:${port}`,
    database: env.DATABASE || "daylight.db",
    maxWaiting: Number(env.MAX_WAITING || 10_000),
  };
}
