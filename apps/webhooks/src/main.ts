import { readCommand } from "./command.ts";
import { listen } from "./listen.ts";
import { RelayError } from "./relay-error.ts";
import { trigger } from "./trigger.ts";

/* `pnpm webhooks`: events of the service, or samples of them, for a receiver on this machine. */

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const command = readCommand(process.argv.slice(2));
  if (command.verb === "listen") {
    await listen(command, process.env, say, stopSignal());
  } else if (!(await trigger(command, process.env, say))) {
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof RelayError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
// Or what is still to be tried again would keep the process.
process.exit();

/** Resolves at the first signal to stop. One Ctrl-C may come as several: from the terminal and from pnpm. */
function stopSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => resolve(undefined));
    }
  });
}
