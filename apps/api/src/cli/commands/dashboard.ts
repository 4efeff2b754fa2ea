import { Command } from "@commander-js/extra-typings";
import { callService } from "../call-service.ts";
import type { CommandLine } from "../command-line.ts";
import { documented, group, json } from "../words.ts";

export function dashboardCommand(commandLine: CommandLine) {
  return group(
    "dashboard",
    "Sign in to the seller's dashboard. The service is the one that `usance dev` runs, or that of USANCE_URL and USANCE_API_KEY.",
    [link(commandLine)],
    ["dashboard link"],
  );
}

function link(commandLine: CommandLine) {
  const command = new Command("link")
    .description(
      "Print a link that signs a person in to the dashboard, once, within ten minutes. The session has the rights of the API key.",
    )
    .option(...json)
    .action((options) =>
      commandLine.run(options, () =>
        callService(commandLine.surroundings, async ({ dashboardSessions }) => {
          const dashboardSession = await dashboardSessions.create();
          return {
            lines: [dashboardSession.url ?? ""],
            notes: ["The link works once, for ten minutes:"],
            json: { dashboardSession },
          };
        }),
      ),
    );
  return documented(command, { examples: ["dashboard link", "dashboard link --json"] });
}
