import { agents } from "./agents/soak.ts";
import { balances } from "./balances/soak.ts";
import type { Soak } from "./define-soak.ts";
import { failover } from "./failover/soak.ts";
import { hostilePayers } from "./hostile-payers/soak.ts";
import { settlements } from "./settlements/soak.ts";
import { webhooks } from "./webhooks/soak.ts";
import { year } from "./year/soak.ts";

/** The soaks of `pnpm soak`: the service under faults. */
export const soaks: readonly Soak[] = [
  settlements,
  balances,
  hostilePayers,
  agents,
  webhooks,
  failover,
  year,
];
