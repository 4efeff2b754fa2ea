import { type Entry, runUsance } from "../../api/test/processes/entry.ts";

/** `usance webhooks` with these words and variables, until its test ends. */
export function relay(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Entry {
  return runUsance(["webhooks", ...words], environment);
}

/** `listen`, once it forwards. */
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
