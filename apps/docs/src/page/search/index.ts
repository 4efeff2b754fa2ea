import MiniSearch from "minisearch";
import type { Found } from "../../site/search-texts.ts";

/** More than that nobody reads. */
export const most = 30;

/** Looks through the operations, events, records and guides. The best come first. */
export function searchIn(texts: readonly Found[]): (words: string) => Found[] {
  const search = new MiniSearch<Found & { readonly id: number }>({
    fields: ["title", "name", "of", "text"],
    // `invoices.create` and `/api/v1/usage-events` by their parts, `usageEvents` as `usage` and `events` too.
    tokenize: (text) =>
      [text, text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")]
        .flatMap((form) => form.split(/[^\p{L}\p{N}]+/u))
        .filter((word, at, all) => word !== "" && all.indexOf(word) === at),
    searchOptions: {
      boost: { title: 4, name: 3, of: 1.5 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
      boostDocument: (id) => (texts[Number(id)]?.kind === "record" ? 0.5 : 1),
    },
  });
  search.addAll(texts.map((text, id) => ({ ...text, id })));
  return (words) =>
    search
      .search(words)
      .slice(0, most)
      .flatMap(({ id }) => texts[id] ?? []);
}
