/** The code blocks of a page in one language, in order. */
export function blocksOf(page: string, language: string): string[] {
  const blocks = page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"));
  return [...blocks].map(([, block = ""]) => block);
}
