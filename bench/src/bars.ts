interface Bar {
  readonly label: string;
  readonly value: number;
}

const row = 28;
const labels = 260;
const longest = 420;

/** A picture of numbers, as SVG: a bar each, its length the number's. */
export function barsOf(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value));
  const drawn = bars.map(({ label, value }, index) => {
    const y = (index + 2) * row;
    const length = Math.round((value / most) * longest);
    return [
      `<text x="${labels - 10}" y="${y}" text-anchor="end">${escaped(label)}</text>`,
      `<rect x="${labels}" y="${y - 14}" width="${length}" height="18" fill="#3b6ea5"/>`,
      `<text x="${labels + length + 8}" y="${y}">${value.toLocaleString("en")}</text>`,
    ].join("\n");
  });
  const height = (bars.length + 2) * row;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${labels + longest + 80}" height="${height}"
  font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="white"/>
<text x="20" y="${row}" font-size="16">${escaped(title)}</text>
${drawn.join("\n")}
</svg>
`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
