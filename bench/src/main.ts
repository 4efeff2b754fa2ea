import { parseArgs } from "node:util";
import { benchSettlements } from "./settlements.ts";

/* `pnpm bench settlements`: each word is the name of a measure. */

const usage = "Usage: pnpm bench settlements [--in-flight 32] [--rounds 5] [--settlements 300]\n";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    "in-flight": { type: "string", default: "32" },
    rounds: { type: "string", default: "5" },
    settlements: { type: "string", default: "300" },
  },
});
const numbers = [values["in-flight"], values.rounds, values.settlements].map(Number);
const [inFlight = 0, rounds = 0, settlements = 0] = numbers;
if (
  positionals.join(" ") !== "settlements" ||
  !numbers.every((n) => Number.isInteger(n) && n > 0)
) {
  process.stderr.write(usage);
  process.exit(1);
}
process.stdout.write(await benchSettlements({ inFlight, rounds, settlements }));
process.exit(0);
