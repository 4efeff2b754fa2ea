import type { Brand } from "./brand.ts";
import type { Letter } from "./letter.ts";

/** The plain text of an e-mail. */
export function textOf(brand: Brand, letter: Letter): string {
  const { heading, paragraphs, details, link, footer } = letter;
  const rows = details.flatMap(({ label, value, url }) => [
    `${label}: ${value}`,
    ...(url === undefined ? [] : [url]),
  ]);
  return [
    brand.name,
    heading,
    ...paragraphs,
    rows.join("\n"),
    `${link.label}:\n${link.url}`,
    `-- \n${[footer, ...brand.links.map(({ label, url: address }) => `${label}: ${address}`)].join("\n")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
