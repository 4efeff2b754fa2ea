import { readFileSync } from "node:fs";

/*
 * Is loaded before a process of the service. It shifts Date by the milliseconds in the file SOAK_CLOCK_OFFSET, as
 * if somebody had set the machine's clock.
 */

const file = process.env.SOAK_CLOCK_OFFSET ?? "";
const SystemDate = Date;
let offset = 0;

const read = () => {
  const said = Number(readFileSync(file, "utf8"));
  if (Number.isSafeInteger(said)) offset = said;
};
read();
setInterval(read, 20).unref();

globalThis.Date = class extends SystemDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [SystemDate.now() + offset] : given) as [number]));
  }

  static override now(): number {
    return SystemDate.now() + offset;
  }
} as DateConstructor;
