import { movedBy } from "@usance/ui";
import type { Found } from "../../site/search-texts.ts";
import { most, searchIn } from "./index.ts";

let dialog: HTMLDialogElement | undefined;

/** Opens the search, and loads what it looks through when it is opened for the first time. */
export async function showSearch(): Promise<void> {
  dialog ??= makeDialog();
  if (!dialog.open) dialog.showModal();
}

/** A field and a list of what it finds, which the arrow keys go through. */
function makeDialog(): HTMLDialogElement {
  const made = document.createElement("dialog");
  made.className = "dialog search";
  made.setAttribute("aria-label", "Search");
  made.innerHTML = `<input type="text" role="combobox" aria-label="Search the documentation" aria-expanded="true"
    aria-controls="found" aria-autocomplete="list" placeholder="Operations, paths, guides" autocomplete="off" spellcheck="false">
    <p class="search-state soft" role="status"></p><div id="found" role="listbox" aria-label="What was found"></div>`;
  document.body.append(made);
  const [input, state, list] = [
    part(made, HTMLInputElement, "input"),
    part(made, HTMLElement, ".search-state"),
    part(made, HTMLElement, "#found"),
  ];
  const results = new Results(input, list);
  const find = findOnce();
  const update = async () => {
    const words = input.value.trim();
    const found = words === "" ? [] : (await find())(words);
    // Typing went on while it was loaded.
    if (words !== input.value.trim()) return;
    results.show(found);
    state.textContent = words === "" ? "" : stateOf(found.length, words);
  };
  input.addEventListener("input", () => void update().catch(reportError));
  input.addEventListener("keydown", (event) => results.onKey(event));
  made.addEventListener("click", ({ target }) => {
    if (target === made) made.close();
  });
  return made;
}

function stateOf(found: number, words: string): string {
  if (found === 0) return `Nothing found for “${words}”.`;
  return found === most ? `The best ${most}` : `${found} found`;
}

/** Loads what is looked through, once; again if that failed. */
function findOnce(): () => Promise<(words: string) => Found[]> {
  let loaded: Promise<(words: string) => Found[]> | undefined;
  const load = async () => {
    const response = await fetch(document.body.dataset.search ?? "");
    return searchIn(await response.json());
  };
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** The list of what was found. One of it is chosen. */
class Results {
  #chosen = 0;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;

  constructor(input: HTMLInputElement, list: HTMLElement) {
    this.#input = input;
    this.#list = list;
  }

  show(found: readonly Found[]): void {
    this.#list.replaceChildren(...found.map(optionOf));
    this.#choose(0);
  }

  /** Moves with the arrow keys; Enter opens what is chosen. */
  onKey(event: KeyboardEvent): void {
    const { key } = event;
    const options = this.#list.children;
    const isMove = key === "ArrowDown" || key === "ArrowUp";
    const next = isMove ? movedBy(key, "down", this.#chosen, options.length) : undefined;
    if (next !== undefined) this.#choose(next);
    else if (key === "Enter") document.getElementById(`found-${this.#chosen}`)?.click();
    else return;
    event.preventDefault();
  }

  #choose(chosen: number): void {
    this.#chosen = chosen;
    for (const [at, option] of [...this.#list.children].entries()) {
      option.setAttribute("aria-selected", String(at === chosen));
    }
    const option = this.#list.children[chosen];
    option?.scrollIntoView({ block: "nearest" });
    this.#input.setAttribute("aria-activedescendant", option?.id ?? "");
  }
}

/** A line of the list: what it is, and what it belongs to. */
function optionOf({ title, of, href, name, kind }: Found, at: number): HTMLElement {
  const option = document.createElement("a");
  option.id = `found-${at}`;
  option.href = href;
  option.tabIndex = -1;
  option.setAttribute("role", "option");
  const words = document.createElement("strong");
  words.textContent = title;
  const about = document.createElement("span");
  about.className = "soft";
  about.textContent = kind === "operation" ? `${of} · ${name}` : of;
  option.append(words, about);
  // A link within the page closes the search too.
  option.addEventListener("click", () => option.closest("dialog")?.close());
  return option;
}

/** An element of the dialog. */
function part<Kind extends HTMLElement>(
  within: HTMLElement,
  kind: new () => Kind,
  selector: string,
): Kind {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The search has no ${selector}.`);
  return found;
}
