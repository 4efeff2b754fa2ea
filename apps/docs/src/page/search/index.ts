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
      boostDocument: (id) => weightOf(texts[Number(id)]),
    },
  });
  search.addAll(texts.map((text, id) => ({ ...text, id })));
  return (words) => {
    const found = search.search(words).flatMap(({ id }) => texts[id] ?? []);
    const isMeant = ({ name }: Found) => isRoute(name, words);
    return [...found.filter(isMeant), ...found.filter((one) => !isMeant(one))].slice(0, most);
  };
}

/** People look for guides and for the operations of their own programs before those of pages. */
function weightOf(found: Found | undefined): number {
  if (found?.kind === "record") return 0.5;
  if (found?.kind === "operation" && found.of.endsWith(" page")) return 0.5;
  return found?.of === "Guide" ? 3 : 1;
}

/** Whether the words are the route of an operation: `POST /invoices`. @param name with the route at its end */
function isRoute(name: string, words: string): boolean {
  const plain = (text: string) => text.trim().toLowerCase().replace("/api/v1/", "/");
  return words.includes("/") && ` ${plain(name)}`.endsWith(` ${plain(words)}`);
}
