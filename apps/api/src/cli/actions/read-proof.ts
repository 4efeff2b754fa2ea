import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { SettlementProof } from "../../schemas/settlement-proofs.ts";
import { CommandError } from "../command-error.ts";

const rule = "it must be an object with a proof.";

/** The answer of GET /settlements/{settlementId}/proof, or the proof in it. */
const Answer = z
  .looseObject({}, rule)
  .transform((given) => ("contract" in given ? { proof: given } : given))
  .pipe(z.object({ proof: SettlementProof }, rule));

/**
 * @param file a path, or `-` for standard input
 * @throws CommandError when it cannot be read or is not a proof
 */
export async function readProof(file: string): Promise<SettlementProof> {
  const name = file === "-" ? "Standard input" : file;
  const read = Answer.safeParse(parse(name, await readText(file)));
  if (read.success) return read.data.proof;
  throw new CommandError(`${name} is not a settlement proof: ${read.error.issues[0]?.message}`);
}

async function readText(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  return readFile(file, "utf8").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new CommandError(`${file} cannot be read${code}.`);
  });
}

function parse(name: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CommandError(`${name} is not JSON.`);
  }
}
