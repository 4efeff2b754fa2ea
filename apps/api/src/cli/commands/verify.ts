import type { CommandLine } from "../command-line.ts";
import { documented, json } from "../words.ts";

export const verifyCommand = (commandLine: CommandLine) =>
  documented("verify", "Check a settlement against the chain, using only the chain's RPC.", {
    examples: [
      "verify tz4a98xxat96iws9zmbrgj3a",
      "verify proof.json",
      "verify - --json < proof.json",
    ],
    exitCodes: "0 verified, 1 not verified, 2 could not be checked or wrong usage",
  })
    .argument(
      "<settlement>",
      "id of a settlement in the service's database; or the path of a file with the answer of GET /settlements/{settlementId}/proof; or - for that answer on standard input",
    )
    .option(...json)
    .action((source, options) =>
      commandLine.run({ ...options, needs: ["client"], failed: 2 }, async () => {
        const { verify } = await import("../actions/verify.ts");
        return verify(commandLine.surroundings, source);
      }),
    );
