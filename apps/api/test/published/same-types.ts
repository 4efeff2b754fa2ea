import type {
  inferRouterError,
  inferRouterInputs,
  inferRouterOutputs,
  TRPCRouterRecord,
} from "@trpc/server";
import type { AppRouter as Published } from "@usance/api";
import type { AppRouter as Served } from "../../src/server/router.ts";

/*
 * The published type equals the server's own. The tsconfig next to it resolves the package's name to the build;
 * this file is compiled with it, and never run.
 */

type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Whether each operation is a query or a mutation. */
type Kinds<Of> = {
  [Name in keyof Of]: Of[Name] extends { _def: { type: infer Kind } } ? Kind : Kinds<Of[Name]>;
};
type KindsOf<Router extends { _def: { record: TRPCRouterRecord } }> = Kinds<
  Router["_def"]["record"]
>;

export const inputs: Same<inferRouterInputs<Published>, inferRouterInputs<Served>> = true;
export const outputs: Same<inferRouterOutputs<Published>, inferRouterOutputs<Served>> = true;
export const errors: Same<inferRouterError<Published>, inferRouterError<Served>> = true;
export const kinds: Same<KindsOf<Published>, KindsOf<Served>> = true;
export const context: Same<Published["_def"]["_config"]["$types"]["ctx"], object> = true;
