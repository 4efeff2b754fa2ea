import { movedBy } from "@usance/ui";

/** Where the browser keeps which language a reader chose. */
const kept = "usance-docs-language";

/** Lets readers choose the language of the examples: by pressing a tab, or with the arrow keys. It is kept for all pages. */
export function chooseLanguages(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>(".languages [role=tab]")];
  const choose = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel !== null) panel.hidden = !isChosen;
    }
  };
  const keep = (chosen: HTMLElement) => {
    choose(chosen);
    localStorage.setItem(kept, chosen.id);
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => keep(tab));
    tab.addEventListener("keydown", (event) => {
      const next = tabs[movedBy(event.key, "right", at, tabs.length) ?? -1];
      if (next === undefined) return;
      event.preventDefault();
      keep(next);
      next.focus();
    });
  }
  const before = tabs.find(({ id }) => id === localStorage.getItem(kept));
  if (before !== undefined) choose(before);
}
