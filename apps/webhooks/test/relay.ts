import { type Entry, runUsance } from "../../api/test/processes/entry.ts";

/** Runs `usance webhooks` with these arguments and variables until the test ends. */
export function relay(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Entry {
  return runUsance(["webhooks", ...words], environment);
}

/** Runs `listen`. Resolves when it forwards events. */
export async function listening(
  forwardTo: string,
  environment: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): Promise<Entry & { readonly secret: string }> {
  const entry = relay(["listen", "--forward-to", forwardTo, ...more], environment);
  const [, secret = ""] = await entry.printed(/^Signing secret: (whsec_\S+)$/m);
  await entry.printed(/^Forwarding .+ Ctrl-C stops it\.$/m);
  return { ...entry, secret };
}
