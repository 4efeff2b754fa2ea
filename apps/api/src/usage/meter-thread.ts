import { hash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { UsageMeter } from "@usance/proofs";
import type { MeterMessage } from "./measure-usage.ts";

/* A worker thread of measure-usage.ts. It answers each message, in their order. */

const meters = new Map<number, UsageMeter>();

const sha256 = (text: string) => hash("sha256", text);

parentPort?.on("message", (message: MeterMessage) => {
  try {
    parentPort?.postMessage({ value: answerTo(message) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});

function answerTo(message: MeterMessage): unknown {
  const { meterId } = message;
  if ("begin" in message) {
    const { prefixes, proven } = message.begin;
    meters.set(meterId, new UsageMeter(prefixes, { proven, hash: sha256 }));
    return null;
  }
  const meter = meters.get(meterId);
  if (meter === undefined) throw new Error(`There is no meter ${meterId}.`);
  if ("lines" in message) return addLines(meter, message.lines);
  meters.delete(meterId);
  return meter.end();
}

function addLines(meter: UsageMeter, lines: string): void {
  const fields = lines === "" ? [] : lines.split("\n");
  for (let at = 0; at < fields.length; at += 3) {
    meter.addRecorded(fields[at] ?? "", fields[at + 1] ?? "", Number(fields[at + 2]));
  }
}
