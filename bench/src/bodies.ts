import { randomInt } from "node:crypto";
import { checkJson } from "@usance/api/check-json";
import { machine, machineLine } from "./machine.ts";
import { keepJson, rounded } from "./results.ts";
import { medianOf } from "./run.ts";
import { textTable } from "./text-table.ts";

/** As many bytes of each kind are read before the first round counts: a service has long been running. */
const warmUpBytes = 16 * 1024 * 1024;

interface Options {
  readonly rounds: number;
  /** Of each body, in bytes. */
  readonly size: number;
}

/** Digits that do not begin or end with zero. */
const digits = (count: number) =>
  Array.from({ length: count }, () => String(randomInt(1, 10))).join("");

const event = () =>
  JSON.stringify({
    serviceId: "egw35wee9bz4xd1hkwm7lbx9",
    subscriptionId: "c1mauw7vanitcg7fqkuyziz7",
    userId: "vxjws3uq8fhuddw0axpz43s6",
    eventKey: `requests:${digits(12)}`,
    quantity: "250",
    occurredAt: "2026-01-31T12:00:00.000Z",
  });

const ordinary = "events, as in a batch";

/** What a body is a list of. */
const items: Readonly<Record<string, () => string>> = {
  [ordinary]: event,
  ones: () => "1",
  "0.1": () => "0.1",
  "1e-300": () => "1e-300",
  "1e400, which is inexact": () => "1e400",
  "1e-400, which is inexact": () => "1e-400",
  "5e-324, some compared": () => "5e-324",
  "0.1 and twenty zeros": () => `0.1${"0".repeat(20)}`,
  "0., 300 zeros and a 1": () => `0.${"0".repeat(300)}1`,
  "16 digits, some compared": () => digits(16),
  "17 digits and an exponent, some compared": () => `${digits(17)}e-300`,
  "16 digits, some compared, then 1e400": () => digits(16),
  "100 digits": () => digits(100),
  "one number": () => "",
  "texts without letters": () => '""',
  "quotes in texts": () => `"${'\\"'.repeat(100)}"`,
  "empty objects": () => "{}",
};

/**
 * What it costs to check a body before it is parsed, against JSON.parse of the same body in the same round. Those of
 * which only some may be compared have as many of them, and others after them: one more, and they are refused.
 *
 * @returns a table; the same goes to bench/results/bodies.json
 */
export async function benchBodies({ rounds, size }: Options): Promise<string> {
  const lines = Object.entries(items).map(([name, item]) => ({
    name,
    ...measure(bodyOf(name, item, size), rounds),
  }));
  await keepJson("bodies.json", { machine: machine(), rounds, size, lines });
  const usual = lines.find(({ name }) => name === ordinary)?.checkMs ?? Number.NaN;
  return [
    `${machineLine(machine())}; bodies of ${size.toLocaleString("en")} bytes`,
    textTable([
      ["a list of", "JSON.parse ms", "check ms", "check to parse", "check to that of events"],
      ...lines.map(({ name, parseMs, checkMs, ratio }) =>
        [name, ...[parseMs, checkMs, ratio, checkMs / usual].map(rounded)].map(String),
      ),
    ]),
    "",
  ].join("\n");
}

function bodyOf(name: string, item: () => string, size: number): Buffer {
  if (name === "one number") return Buffer.from(`[${digits(size - 2)}]`);
  const compared = name.includes("compared") ? 15 + Math.floor(size / 160) : size;
  const other = name.endsWith("1e400") ? "1e400" : "1";
  const parts: string[] = [];
  for (let length = 4; ; ) {
    const part = parts.length < compared ? item() : other;
    length += part.length + 1;
    if (length > size) return Buffer.from(`[${parts.join(",")}]`);
    parts.push(part);
  }
}

/** Medians over the rounds; of the ratio, that of each round by itself. */
function measure(body: Buffer, rounds: number) {
  const warmUps = Math.ceil(warmUpBytes / body.length);
  const shots = Array.from({ length: warmUps + rounds }, () => {
    const parse = timed(Buffer.from(body), (bytes) => JSON.parse(bytes.toString()));
    const check = timed(Buffer.from(body), checkJson);
    return { parse, check, ratio: check / parse };
  }).slice(warmUps);
  return {
    parseMs: medianOf(shots.map(({ parse }) => parse)),
    checkMs: medianOf(shots.map(({ check }) => check)),
    ratio: medianOf(shots.map(({ ratio }) => ratio)),
  };
}

function timed(bytes: Buffer, work: (bytes: Buffer) => unknown): number {
  const begin = performance.now();
  work(bytes);
  return performance.now() - begin;
}
