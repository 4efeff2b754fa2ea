/** Where the tab keeps the API key. Session storage ends with the tab, and no other tab can read it. */
const kept = "usance-api-key";

/** Lets the form of an operation call it. */
export function tryIt(): void {
  const form = document.querySelector<HTMLFormElement>(".try form");
  if (form === null) return;
  const key = form.querySelector<HTMLInputElement>("[name=key]");
  if (key !== null) key.value = sessionStorage.getItem(kept) ?? "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (key !== null) sessionStorage.setItem(kept, key.value);
    send(form, key?.value).then(
      (text) => say(form, text),
      (error) => say(form, `No answer: ${error}`),
    );
  });
}

/** @returns the status, and the answer as it is read best */
async function send(form: HTMLFormElement, key: string | undefined): Promise<string> {
  const { method = "GET", path = "" } = form.dataset;
  const filled = [...form.querySelectorAll<HTMLInputElement>("[data-in]")].filter(
    ({ value }) => value !== "",
  );
  const of = (place: string) =>
    filled
      .filter(({ dataset }) => dataset.in === place)
      .map(({ name, value }): [string, string] => [name, value]);
  const inPath = new Map(of("path"));
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(inPath.get(name) ?? ""),
  );
  const query = new URLSearchParams(of("query"));
  const body = form.querySelector<HTMLTextAreaElement>("[name=body]")?.value;
  const response = await fetch(query.size === 0 ? address : `${address}?${query}`, {
    method,
    headers: [
      ...of("header"),
      ...(key === undefined ? [] : [["Authorization", `Bearer ${key}`] as [string, string]]),
      ...(body === undefined ? [] : [["Content-Type", "application/json"] as [string, string]]),
    ],
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return `${response.status} ${response.statusText}\n${readable(text)}`;
}

/** JSON with a line for each field; other text as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function say(form: HTMLFormElement, text: string): void {
  const shown = document.createElement("pre");
  shown.tabIndex = 0;
  shown.textContent = text;
  form.querySelector("output")?.replaceChildren(shown);
  shown.scrollIntoView({ block: "nearest" });
}
