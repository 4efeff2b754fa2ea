import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";

const languages = { bash, ini, javascript, json, python, sql, typescript, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** What Markdown and the names of files call a language. */
const named: Readonly<Record<string, keyof typeof languages>> = {
  curl: "bash",
  ini: "ini",
  js: "javascript",
  json: "json",
  jsonl: "json",
  mjs: "javascript",
  py: "python",
  python: "python",
  sh: "bash",
  sql: "sql",
  ts: "typescript",
  tsx: "typescript",
  typescript: "typescript",
  yaml: "yaml",
};

/** @returns HTML with a class at each word that has a color; without one for a language that has none here */
export function highlighted(text: string, language: string): string {
  const known = named[language];
  return known === undefined ? escaped(text) : hljs.highlight(text, { language: known }).value;
}

/** Text as HTML. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
