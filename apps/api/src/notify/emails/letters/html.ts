import type { Brand } from "./brand.ts";
import type { Detail, Letter } from "./letter.ts";

/**
 * The HTML of an e-mail. Mail programs know tables and inline styles best. It loads nothing: no images, fonts or scripts,
 * so nobody learns that it was opened.
 */
export function htmlOf(brand: Brand, letter: Letter): string {
  const { subject, heading, paragraphs, details, link, footer } = letter;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0b110f !important; }
  .card { background: #141c19 !important; border-color: #2b3934 !important; }
  .ink { color: #e9f0ed !important; }
  .soft { color: #a2b4ac !important; }
  .row { border-color: #2b3934 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eef2f0;">
<div role="main">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2f0;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #d9e2dd;border-radius:12px;">
<tr><td style="padding:28px 28px 8px;${font}">
<p class="soft" style="margin:0 0 12px;font-size:14px;color:#51625b;${wrap}">${escaped(brand.name)}</p>
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#11211b;${wrap}">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join("\n")}
</td></tr>
<tr><td style="padding:0 28px;${font}">
<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;table-layout:fixed;">
${details.map(row).join("\n")}
</table>
</td></tr>
<tr><td style="padding:24px 28px ${link === null ? 4 : 28}px;${font}">
${link === null ? "" : button(brand, link)}
</td></tr>
</table>
<p class="soft" style="max-width:560px;margin:16px auto 0;font-size:13px;line-height:1.5;color:#51625b;${font}${wrap}">${escaped(footer)}${brand.links.map(footerLink).join("")}</p>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;";
/** Long words of a name must not widen the page on a phone. */
const wrap = "overflow-wrap:anywhere;word-break:break-word;";

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#11211b;${wrap}">${escaped(text)}</p>`;

const button = (brand: Brand, { label, url }: NonNullable<Letter["link"]>) =>
  `<a href="${escaped(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${brand.color};color:${brand.ink};font-size:16px;font-weight:600;text-decoration:none;">${escaped(label)}</a>
<p class="soft" style="margin:16px 0 0;font-size:13px;line-height:1.5;color:#51625b;word-break:break-all;">${escaped(url)}</p>`;

const footerLink = ({ label, url }: Brand["links"][number]) =>
  ` <a class="soft" href="${escaped(url)}" style="color:#51625b;">${label}</a>`;

const cell = `class="row" style="padding:10px 0;border-top:1px solid #d9e2dd;vertical-align:top;font-size:14px;line-height:1.5;`;

function row({ label, value, url }: Detail): string {
  const shown =
    url === undefined
      ? escaped(value)
      : `<a class="ink" href="${escaped(url)}" style="color:#11211b;">${escaped(value)}</a>`;
  return `<tr><th scope="row" align="left" width="36%" ${cell}font-weight:400;${wrap}"><span class="soft" style="color:#51625b;">${escaped(label)}</span></th><td align="right" ${cell}padding-left:16px;${wrap}"><span class="ink" style="color:#11211b;">${shown}</span></td></tr>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML, also between quotation marks. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
