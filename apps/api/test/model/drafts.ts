import fc, { type Arbitrary } from "fast-check";
import type { Call } from "./explain.ts";
import type { Input } from "./model-call.ts";
import { nowhere, Pick, type Scene } from "./scene.ts";
import type { Tenant } from "./world.ts";

/* Requests for any state of the model: the records are chosen when the request is made. */

/** A call whose records are not chosen yet. */
export interface Draft {
  readonly operation: string;
  callIn(scene: Scene): Sent;
}

type Door = "REST" | "tRPC";
/** The caller: the record's seller, the platform, or the other seller. */
type Caller = "owner" | "platform" | "other";

/** A call, and the door that it takes. */
export interface Sent extends Call {
  readonly door: Door;
}

const door = fc.constantFrom<Door>("REST", "tRPC");
const caller = fc.oneof(
  { weight: 7, arbitrary: fc.constant<Caller>("owner") },
  { weight: 3, arbitrary: fc.constant<Caller>("platform") },
  { weight: 1, arbitrary: fc.constant<Caller>("other") },
);

/** Mostly the newest of a noun, so that calls concern the same records. */
export const place = fc.oneof(
  { weight: 12, arbitrary: fc.nat(1) },
  { weight: 6, arbitrary: fc.nat(20) },
  { weight: 1, arbitrary: fc.constant(nowhere) },
);

/** A value that occurs once in a number of draws. */
export const oneIn = <T>(times: number, arbitrary: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** A call's operation, and its possible callers. */
interface Asking {
  readonly operation: string;
  /** One of these is omitted in one call of twenty. */
  readonly required?: readonly string[];
  /** Whether it takes an Idempotency-Key: POSTs do. */
  readonly isPost?: boolean;
}

/** @param inputOf the fields for a scene; undefined ones are omitted */
export function asking<Fields extends object>(
  { operation, required = [], isPost = true }: Asking,
  fields: Arbitrary<Fields>,
  inputOf: (pick: Pick, fields: Fields) => Input,
): Arbitrary<Draft> {
  const omitted =
    required.length === 0 ? fc.constant(undefined) : oneIn(20, fc.constantFrom(...required));
  const key = isPost ? oneIn(3, fc.nat(20)) : fc.constant(undefined);
  return fc.record({ caller, door, key, fields, omitted }).map((drawn) => ({
    operation,
    ...drawn,
    callIn(scene) {
      const pick = new Pick(scene);
      const given = Object.entries(inputOf(pick, drawn.fields)).filter(
        ([name, value]) => value !== undefined && name !== drawn.omitted,
      );
      const tenant = tenantOf(drawn.caller, pick);
      // The specification does not say whether a missing field or a used key is checked first.
      const hasKey = drawn.key !== undefined && drawn.omitted === undefined;
      const idempotencyKey = hasKey ? `key-${drawn.key}-${scene.run}` : null;
      return {
        operation,
        door: drawn.door,
        input: Object.fromEntries(given),
        tenant,
        idempotencyKey,
      };
    },
  }));
}

/** A call about an unknown record is made by the first seller. */
function tenantOf(by: Caller, { owner, scene: { sellers } }: Pick): Tenant {
  if (by === "platform") return null;
  const ids = sellers.map(({ id }) => id);
  const isSecond = owner === ids[1];
  return (by === "owner") === isSecond ? (ids[1] ?? null) : (ids[0] ?? null);
}

/** Repeats an earlier call, through either door. */
export const again: Arbitrary<Draft> = fc.record({ door, place: fc.nat(8) }).map((drawn) => ({
  operation: "again",
  ...drawn,
  callIn({ history, sellers }) {
    const nothing = { operation: "services.list", input: {}, tenant: sellers[0]?.id ?? null };
    const call = history.at(-1 - drawn.place) ?? { ...nothing, idempotencyKey: null };
    return { ...call, door: drawn.door };
  },
}));
