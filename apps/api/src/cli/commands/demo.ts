import { Command } from "@commander-js/extra-typings";
import type { CommandLine } from "../command-line.ts";
import { inDevelopment } from "../development.ts";
import { documented } from "../words.ts";

export function demoCommand(commandLine: CommandLine) {
  const command = new Command("demo")
    .description(
      "Show the whole billing flow, from a new service to an invoice paid on the chain. It uses the service that `usance dev` runs, or starts one.",
    )
    .action(() =>
      commandLine.run({ needs: ["client", "pages"] }, async () => {
        const { demo } = await inDevelopment(() => import("@usance/demo"));
        await demo();
        return {};
      }),
    );
  return documented(command, { examples: ["demo"] });
}
