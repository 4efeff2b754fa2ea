import { parseArgs } from "node:util";
import { benchSettlements } from "./settlements.ts";

/* `pnpm bench settlements`: each word is the name of a measure. */

const usage =
  "Usage: pnpm bench settlements [--in-flight 32] [--rounds 5] [--settlements 300] [--block-time 0]\n";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    "in-flight": { type: "string", default: "32" },
    rounds: { type: "string", default: "5" },
    settlements: { type: "string", default: "300" },
    "block-time": { type: "string", default: "0" },
  },
});
const [inFlight = 0, rounds = 0, settlements = 0, blockTime = 0] = [
  values["in-flight"],
  values.rounds,
  values.settlements,
  values["block-time"],
].map(Number);
const areWhole = [inFlight, rounds, settlements, blockTime].every(Number.isInteger);
const isUsed = positionals.join(" ") === "settlements";
if (!isUsed || !areWhole || Math.min(inFlight, rounds, settlements) < 1 || blockTime < 0) {
  process.stderr.write(usage);
  process.exit(1);
}
process.stdout.write(await benchSettlements({ inFlight, rounds, settlements, blockTime }));
process.exit(0);
