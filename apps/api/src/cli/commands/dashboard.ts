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

const link = (commandLine: CommandLine) =>
  documented(
    "link",
    "Print a link that signs a person in to the dashboard, once, within ten minutes. The session has the rights of the API key.",
    { examples: ["dashboard link", "dashboard link --json"] },
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
