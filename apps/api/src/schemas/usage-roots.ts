import { z } from "zod";
import { component, decimalOut, id, timeOut } from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import { omittable, queryNumber, queryNumbers } from "../kit/fields.ts";
import {
  cursor,
  limit,
  nextCursorBy,
  pageOf,
  readCursor,
  usualLimit,
  writeCursor,
} from "../kit/lists.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { eventKeyOut } from "./records.ts";

export const usageRootsNotDistributed: RefusalTerms = {
  kind: "conflict",
  code: "usage_roots_not_distributed",
  message: "There are no usage roots while the database distributes usage events.",
  meaning: "The transactions of the nodes have no common order, in which roots contain usage.",
  remedy: "Compare the usage events themselves.",
};

export const usageChangesLost: RefusalTerms = {
  kind: "conflict",
  code: "usage_changes_lost",
  param: "after",
  message: "The changes of roots from before the database was restored cannot be listed.",
  meaning: "The database was restored on another server, which numbers its transactions anew.",
  remedy: "Ask only for roots after the newest one from before then.",
};

const hash = (description: string) => z.string().meta({ description, example: exampleHash });
const number = () => z.int().meta({ example: 12 });

const UsageRoot = component(
  "UsageRoot",
  "What a subscription's usage was at a time, fixed by a hash. docs/proofs.md says how to check it.",
  {
    subscriptionId: id(),
    number: number().meta({ description: "1 for the first root of the subscription" }),
    createdAt: timeOut().meta({ description: "When it was made" }),
    eventCount: z.int().meta({
      description: "How many events were recorded since the root before",
      example: 250,
    }),
    voidCount: z.int().meta({ description: "How many were voided since then", example: 0 }),
    changesHash: hash("SHA-256 of the sorted hashes of these changes"),
    rootBefore: hash("The root before; null: this is the first").nullable(),
    root: hash("SHA-256 of the canonical JSON of the fields above, with `version` 1"),
    signature: z.string().meta({
      description:
        "A JWS (RFC 7515, compact form) whose payload is that JSON, by a key of `/.well-known/jwks.json`",
      example: "eyJhbGciOiJFZERTQSJ9.eyJ2ZXJzaW9uIjoxfQ.c2lnbmF0dXJl",
    }),
  },
);

const roots = "usage-roots";

const readNumber = (text: string | null) =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

/** The parameters of a list of roots, newest first, besides whose they are. The cursor is the number of the last one. */
export const usageRootPage = {
  limit: limit(usualLimit, 100).transform((given) => given ?? usualLimit),
  cursor: cursor((text) => readNumber(readCursor(roots, text))),
};

export const UsageRootPage = pageOf("usageRoots", UsageRoot, roots).extend({
  nextCursor: nextCursorBy<number>((number) => writeCursor(roots, `${number}`)),
});

const changes = "usage-changes";

/** A place among the changes of a subscription. */
export interface ChangePlace {
  readonly root: number;
  readonly isVoid: boolean;
  readonly recordedAt: Date;
  readonly usageEventId: string;
}

const UsageChange = component(
  "UsageChange",
  "An event that was recorded, or one that was voided.",
  {
    root: number().meta({ description: "Number of the root that contains the change" }),
    eventKey: eventKeyOut(),
    quantity: decimalOut().nullable().meta({
      description: "Number of units; null: the event with this key was voided",
      example: "250.000000",
    }),
    occurredAt: timeOut().nullable().meta({
      description: "When the usage occurred; null: the event with this key was voided",
    }),
  },
);

const placeForm = /^([1-9]\d{0,8}) ([01]) (\d{1,15}) ([a-z0-9]{1,64})$/;

function readChangePlace(text: string): ChangePlace | null {
  const [, root, isVoid, time, usageEventId] =
    placeForm.exec(readCursor(changes, text) ?? "") ?? [];
  if (usageEventId === undefined) return null;
  return {
    root: Number(root),
    isVoid: isVoid === "1",
    recordedAt: new Date(Number(time)),
    usageEventId,
  };
}

const changePlaceText = ({ root, isVoid, recordedAt, usageEventId }: ChangePlace) =>
  `${root} ${isVoid ? 1 : 0} ${recordedAt.getTime()} ${usageEventId}`;

const maxChanges = 1_000;
const maxNumber = 999_999_999;

const pageOfChanges = {
  limit: limit(maxChanges, maxChanges).transform((given) => given ?? maxChanges),
  cursor: cursor(readChangePlace),
};

/** The parameters of a list of changes besides whose they are. */
export const usageChangePage = {
  after: omittable(queryNumber(0, maxNumber)).meta({
    description: "Only changes of roots after the one with this number. Default 0: all",
    type: "integer",
    minimum: 0,
    maximum: maxNumber,
    example: 11,
  }),
  ...pageOfChanges,
};

export const UsageChangePage = z.object({
  usageChanges: z.array(UsageChange).meta({
    description: "In the order of the roots. Those of one root have an order of their own",
  }),
  nextCursor: nextCursorBy<ChangePlace>((place) => writeCursor(changes, changePlaceText(place))),
});

const UsageHash = component("UsageHash", "A change of usage, by its hash alone.", {
  root: number().meta({ description: "Number of the root that contains it" }),
  hash: hash("Of an event, that of its leaf in the tree of a bill; of a void, that of its key"),
});

export const UsageHashPage = UsageChangePage.extend({
  usageChanges: z.array(UsageHash).meta({
    description: "In the order of the roots. Those of one root have an order of their own",
  }),
});

/** The parameters of a list of the hashes of what some roots contain, besides whose they are. */
export const usageHashPage = {
  roots: queryNumbers(100).meta({
    description: "Numbers of at most 100 roots, separated by commas",
    example: "12,14",
  }),
  ...pageOfChanges,
};

const SigningKey = component("SigningKey", "A public key of a JWK Set (RFC 7517, RFC 8037).", {
  kty: z.literal("OKP").meta({ description: "Type of the key", example: "OKP" }),
  crv: z.literal("Ed25519").meta({ description: "Its curve", example: "Ed25519" }),
  x: z.string().meta({
    description: "The public key",
    example: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  }),
  kid: z.string().meta({
    description: "Id of the key: its thumbprint (RFC 7638)",
    example: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
  }),
  alg: z.literal("EdDSA").meta({ description: "How it signs", example: "EdDSA" }),
  use: z.literal("sig").meta({ description: "What it is for", example: "sig" }),
});

export const SigningKeys = z.object({
  keys: z.array(SigningKey).meta({
    description: "The key that signs now, and the others that the service is configured with",
  }),
});
