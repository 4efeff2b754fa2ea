import type { Anvil } from "@usance/local-stack";
import type { Client } from "pg";
import type { Hex } from "../../src/kit/evm-fields.ts";
import type { RpcProxy } from "../harness/rpc-proxy.ts";
import type { Story } from "../harness/story.ts";

/** The running service and its surroundings. */
export interface Stage {
  readonly url: string;
  readonly anvil: Anvil;
  readonly contract: Hex;
  /** The proxy between the service and its chain. */
  readonly proxy: RpcProxy;
  readonly database: Client;
  /** A seller's server: it accepts webhooks at `/takes`, refuses them permanently at `/gone`, and fails elsewhere. */
  readonly receiver: string;
}

export type StageStory = Story<Pick<Stage, "url">>;

export const past = "2026-01-31T12:00:00.000Z";
export const farAway = "2199-01-31T12:00:00.000Z";
