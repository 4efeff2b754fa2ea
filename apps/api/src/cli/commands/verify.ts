import type { CommandLine } from "../command-line.ts";
import { documented, json, oneOf } from "../words.ts";
import { formatOf, formats } from "./usage.ts";

export const verifyCommand = (commandLine: CommandLine) =>
  documented("verify", "Compute an invoice or a settlement again, and compare it with the chain.", {
    examples: [
      "verify https://pay.example.com/checkout/invoices/9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
      "verify proof.json",
      "verify proof.json --against log.ndjson",
      "verify https://pay.example.com/checkout/invoices/9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3 --save proof.json",
      "verify tz4a98xxat96iws9zmbrgj3a",
      "verify - --json < proof.json",
    ],
    exitCodes: "0 verified, 1 not verified, 2 could not be checked or wrong usage",
  })
    .argument(
      "<proof>",
      "address of an invoice's page; or the path of a file that the page has saved, or with the answer of GET /invoices/{invoiceId}/proof or GET /settlements/{settlementId}/proof; or - for one of these on standard input; or id of a settlement in the service's database",
    )
    .option(
      "--against <log>",
      "compare the usage events with your own: CSV or one JSON object a line, with the fields of POST /usage-events",
    )
    .option("--format <format>", "csv or ndjson (default: by the log's name)", oneOf(formats))
    .option("--save <file>", "save the proof with its usage events and roots, as the page does")
    .option(...json)
    .action((source, { against: file, format, save, json: isJson }) =>
      commandLine.run({ json: isJson, needs: ["client"], failed: 2 }, async () => {
        const { verify } = await import("../actions/verify.ts");
        const against = file === undefined ? undefined : { file, format: format ?? formatOf(file) };
        return verify(commandLine.surroundings, source, { against, save });
      }),
    );
