import type { Answer } from "../harness/doors.ts";
import { toMicros } from "./values.ts";
import type { Id, Micros, Moment, Tenant, World } from "./world.ts";

export type Input = Readonly<Record<string, unknown>>;

/** A caller's call, during which nobody else changes the world. */
export interface ModelCall {
  readonly world: World;
  readonly tenant: Tenant;
  readonly input: Input;
  readonly idempotencyKey: string | null;
  /** The service's response, which is the only source of a new record's id. */
  readonly answer: Answer;
}

/** The model's response. */
export interface Expected {
  readonly status: number;
  readonly body: unknown;
  /** Whether `Idempotent-Replayed` is set: it is the response of an earlier call. */
  readonly replayed?: boolean;
}

/** A refusal of the specification, with its status and message. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A rule's response, refusals included. */
export function attempt(
  rule: (call: ModelCall) => Expected,
  call: ModelCall,
): { readonly expected: Expected; readonly isRefused: boolean } {
  try {
    return { expected: rule(call), isRefused: false };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, message } = error;
    return { expected: { status, body: { error: message } }, isRefused: true };
  }
}

/** Messages that occur in several places. */
export const referencedNotFound = () =>
  new Refused(404, "Referenced database record was not found.");
export const uniqueFieldsTaken = () =>
  new Refused(409, "A database record with these unique fields already exists.");

/** The id in the service's response to a create. */
export function newIdIn({ answer }: ModelCall, noun: string): Id {
  const id: unknown = answer.body?.[noun]?.id;
  return typeof id === "string" ? id : "none";
}

const orByRateCard = ', or {"rateCard": true}';

/** The fields of a request, each with the refusal of the specification's error table. */
export class Fields {
  readonly #input: Input;
  readonly #path: string;

  /** @param path the path of the fields in messages: `lines.0.` */
  constructor(input: Input, path = "") {
    this.#input = input;
    this.#path = path;
  }

  text(field: string): string {
    const value = this.optionalText(field);
    if (value === undefined || value.trim() === "")
      throw new Refused(400, `${this.#path}${field} is required.`);
    return value;
  }

  optionalText(field: string): string | undefined {
    const value = this.#input[field] ?? undefined;
    if (value === undefined || typeof value === "string") return value;
    throw new Refused(400, `${this.#path}${field} must be a string.`);
  }

  optionalBoolean(field: string): boolean | undefined {
    const value = this.#input[field] ?? undefined;
    if (value === undefined || typeof value === "boolean") return value;
    throw new Refused(400, `${this.#path}${field} must be true or false.`);
  }

  /** From 0 to a maximum. */
  wholeNumber(field: string, max: number): number | undefined {
    const value = this.#input[field] ?? undefined;
    if (value === undefined) return undefined;
    if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max) return Number(value);
    throw new Refused(400, `${this.#path}${field} must be a whole number from 0 to ${max}.`);
  }

  decimal(field: string, more = ""): Micros {
    const value = this.optionalDecimal(field, more);
    if (value === undefined) throw new Refused(400, `${this.#path}${field} is required.`);
    return value;
  }

  positiveDecimal(field: string, more = ""): Micros {
    const value = this.decimal(field, more);
    if (value > 0n) return value;
    throw new Refused(400, `${this.#path}${field} must be more than zero.`);
  }

  /** A decimal that may be negative. */
  signedDecimal(field: string): Micros {
    const value = this.#input[field];
    if (typeof value !== "string" || !value.startsWith("-")) return this.decimal(field);
    return -new Fields({ [field]: value.slice(1) }).decimal(field);
  }

  /** What usage costs. No call of the model leaves that to the rate card. */
  charge(field: string): Micros {
    return this.decimal(field, orByRateCard);
  }

  positiveCharge(field: string): Micros {
    return this.positiveDecimal(field, orByRateCard);
  }

  optionalCharge(field: string): Micros | undefined {
    return this.optionalDecimal(field, orByRateCard);
  }

  /** @param more what else is allowed, in the message */
  optionalDecimal(field: string, more = ""): Micros | undefined {
    const value = this.#input[field] ?? undefined;
    if (value === undefined) return undefined;
    const micros = toMicros(value);
    if (micros !== null) return micros;
    const rule = `must be a non-negative decimal with at most six decimal places${more}.`;
    throw new Refused(400, `${this.#path}${field} ${rule}`);
  }

  word(field: string, words: readonly string[]): string {
    const value = this.#input[field] ?? undefined;
    if (value === undefined) throw new Refused(400, `${this.#path}${field} is required.`);
    if (typeof value === "string" && words.includes(value)) return value;
    throw new Refused(400, `${this.#path}${field} must be one of: ${words.join(", ")}.`);
  }

  optionalWord(field: string, words: readonly string[]): string | undefined {
    return (this.#input[field] ?? undefined) === undefined ? undefined : this.word(field, words);
  }

  /** The objects of a list. Messages name a field with its index: `lines.0.amount`. */
  optionalObjects(field: string, max: number): Fields[] | undefined {
    const value = this.#input[field] ?? undefined;
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || value.length < 1 || value.length > max) {
      throw new Refused(400, `${this.#path}${field} must be a list of 1 to ${max}.`);
    }
    return value.map((one: Input, place) => new Fields(one, `${field}.${place}.`));
  }

  optionalObject(field: string): Fields | undefined {
    const value = this.#input[field] ?? undefined;
    return value === undefined ? undefined : new Fields(value as Input, `${field}.`);
  }

  moment(field: string): Moment {
    return Date.parse(this.text(field));
  }

  optionalMoment(field: string): Moment | undefined {
    const value = this.optionalText(field);
    return value === undefined ? undefined : Date.parse(value);
  }
}
