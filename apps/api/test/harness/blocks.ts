/** The blocks of one language that a page shows, in their order. */
export function blocksOf(page: string, language: string): string[] {
  const blocks = page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"));
  return [...blocks].map(([, block = ""]) => block);
}
