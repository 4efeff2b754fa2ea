// Runs before a published package is packed. npm would pack the sources, which need packages that are not published;
// pnpm packs dist/ (`publishConfig.directory`).
if (process.env.npm_config_user_agent?.startsWith("npm/")) {
  process.stderr.write("Pack this package with pnpm: npm does not know publishConfig.directory.\n");
  process.exitCode = 1;
}
