import type { Story } from "./story.ts";

interface Reported {
  readonly type: string;
  readonly createdAt: string;
  readonly data: { readonly crossing: { readonly level: string; readonly value: string } };
}

/** What alerts of a service have reported, the oldest first: "crossed 5 at 4.9". What happened in one moment is sorted. */
export async function reportedAlerts(
  story: Pick<Story, "done">,
  serviceId: string,
): Promise<string[]> {
  const { events } = await story.done("events.list", { serviceId, limit: 100 });
  const texts = (events as Reported[])
    .filter(({ type }) => type.startsWith("alert."))
    .map(({ type, createdAt, data: { crossing } }) => {
      const { level, value } = crossing;
      return `${createdAt} ${type.slice("alert.".length)} ${Number(level)} at ${Number(value)}`;
    });
  return texts.toSorted().map((text) => text.slice(text.indexOf(" ") + 1));
}
