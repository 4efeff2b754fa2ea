/** Bars that stand together, one for each of the picture's series. */
interface Group {
  readonly label: string;
  readonly values: readonly number[];
}

const labels = 220;
const longest = 420;
const thick = 16;
const colors = ["#3b6ea5", "#e08e45"];

/**
 * A picture of numbers, as SVG: groups below each other, a bar for each series in each, its length the
 * number's.
 *
 * @param series two at most
 */
export function groupedBarsOf(
  title: string,
  series: readonly string[],
  groups: readonly Group[],
): string {
  const max = Math.max(...groups.flatMap(({ values }) => values));
  const height = series.length * thick + 14;
  const top = 70;
  const legend = series.map((name, index) => {
    const x = labels + index * 150;
    return [
      `<rect x="${x}" y="40" width="12" height="12" fill="${colors[index]}"/>`,
      `<text x="${x + 18}" y="51">${escaped(name)}</text>`,
    ].join("\n");
  });
  const drawn = groups.map(({ label, values }, place) => {
    const y = top + place * height;
    const bars = values.map((value, index) => {
      const length = Math.round((value / max) * longest);
      const at = y + index * thick;
      return [
        `<rect x="${labels}" y="${at}" width="${length}" height="${thick - 2}" fill="${colors[index]}"/>`,
        `<text x="${labels + length + 8}" y="${at + 12}">${value.toLocaleString("en")}</text>`,
      ].join("\n");
    });
    const middle = y + (series.length * thick) / 2 + 4;
    const name = `<text x="${labels - 10}" y="${middle}" text-anchor="end">${escaped(label)}</text>`;
    return [name, ...bars].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${labels + longest + 80}"
  height="${top + groups.length * height}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="white"/>
<text x="20" y="26" font-size="16">${escaped(title)}</text>
${[...legend, ...drawn].join("\n")}
</svg>
`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
