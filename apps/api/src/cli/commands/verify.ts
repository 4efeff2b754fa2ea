import type { CommandLine } from "../command-line.ts";
import { documented, json } from "../words.ts";

export const verifyCommand = (commandLine: CommandLine) =>
  documented("verify", "Compute an invoice or a settlement again, and compare it with the chain.", {
    examples: [
      "verify https://pay.example.com/checkout/invoices/9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
      "verify proof.json",
      "verify tz4a98xxat96iws9zmbrgj3a",
      "verify - --json < proof.json",
    ],
    exitCodes: "0 verified, 1 not verified, 2 could not be checked or wrong usage",
  })
    .argument(
      "<proof>",
      "address of a paid invoice's page; or the path of a file that its receipt has saved, or with the answer of GET /invoices/{invoiceId}/proof or GET /settlements/{settlementId}/proof; or - for one of these on standard input; or id of a settlement in the service's database",
    )
    .option(...json)
    .action((source, options) =>
      commandLine.run({ ...options, needs: ["client"], failed: 2 }, async () => {
        const { verify } = await import("../actions/verify.ts");
        return verify(commandLine.surroundings, source);
      }),
    );
