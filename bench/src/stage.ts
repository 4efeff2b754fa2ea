import { fileURLToPath } from "node:url";
import { deployRegistry } from "@usance/api/deploy-contracts";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { apiKey, type Child, checkoutUrl, startChild, startService } from "./service.ts";

/** Peers use Prisma too, and so have the same warnings as the service. */
const quiet = ["--import", import.meta.resolve("@usance/api/known-warnings")];

/** The database of a stage. */
export interface StageDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** A database that keeps what it commits, a chain, and whatever servers are started on them. */
export interface Stage {
  readonly databaseUrl: string;
  /** One more process of the service, as `pnpm start` runs it. @param environment more of its own */
  service(environment?: Readonly<Record<string, string>>): Promise<Child>;
  /** A server of peers/, by its file's name. */
  peer(name: string): Promise<Child>;
  /** Ends all that runs on it, and it. */
  stop(): Promise<void>;
}

/** Enough for a session each of 128 callers, beside the servers' pools. */
export const stageSettings = { max_connections: 300 };

const onePostgres = () => startPostgres({ durable: true, settings: stageSettings });

/** @param startDatabase starts a database that keeps what it commits; default: the Postgres of the npm package */
export async function openStage(
  startDatabase: () => Promise<StageDatabase> = onePostgres,
): Promise<Stage> {
  const [postgres, anvil] = await Promise.all([startDatabase(), startAnvil()]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const children: Child[] = [];
  const keep = async (starting: Promise<Child>) => {
    const child = await starting;
    children.push(child);
    return child;
  };
  const DATABASE_URL = postgres.url;
  return {
    databaseUrl: postgres.url,
    service: (environment = {}) =>
      keep(
        startService({
          DATABASE_URL,
          SETTLEMENT_RPC_URL: anvil.url,
          SETTLEMENT_CONTRACT_ADDRESS: contract,
          ...environment,
        }),
      ),
    peer: (name) =>
      keep(
        startChild([...quiet, fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url))], {
          DATABASE_URL,
          NODE_ENV: "production",
          API_KEY: apiKey,
          CHECKOUT_URL: checkoutUrl,
        }),
      ),
    stop: async () => {
      await Promise.all(children.map((child) => child.stop()));
      await Promise.all([postgres.stop(), anvil.stop()]);
    },
  };
}
