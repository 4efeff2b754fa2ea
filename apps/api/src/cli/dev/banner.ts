import type { LocalServers } from "./local-servers.ts";

/**
 * The text that `pnpm dev` prints once it is ready: the addresses of everything.
 *
 * @param listening the service's URL. One that listens on all addresses is shown as localhost
 * @param local the servers that were started, a link that signs in to the dashboard once, and a sample checkout. Servers
 *   from the environment are not shown: the user knows their addresses, which may be secret
 */
export function banner(
  listening: string,
  key: string,
  {
    databaseUrl,
    rpcUrl,
    checkoutUrl,
    dashboardUrl,
  }: Pick<LocalServers, "databaseUrl" | "rpcUrl"> & {
    readonly checkoutUrl: string | undefined;
    readonly dashboardUrl: string | undefined;
  },
): string {
  const url = listening.replace("//0.0.0.0:", "//localhost:");
  const rows = [
    ["REST", `${url}/api/v1`],
    ["tRPC", `${url}/trpc`],
    ["MCP", `${url}/mcp`],
    ["Docs", `${url}/docs`],
    ["Dashboard", dashboardUrl],
    ["Checkout", checkoutUrl],
    ["Database", databaseUrl],
    ["Chain", rpcUrl],
    ["Key", key],
  ];
  const lines = rows.flatMap(([name = "", value]) =>
    value === undefined ? [] : [`  ${name.padEnd(9)} ${value}`],
  );
  return `\nUsance is ready: ${url} (Ctrl-C stops it)\n${lines.join("\n")}\n`;
}
