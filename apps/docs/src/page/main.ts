import "@usance/ui/styles.css";
import "./styles/index.css";
import { addCopyButtons } from "./copy.ts";
import { chooseLanguages } from "./languages.ts";
import { openNavigation } from "./navigation.ts";
import { ownOrigin } from "./own-origin.ts";
import { tryIt } from "./try-it.ts";

/* What the pages do in a browser. Without it, they can be read. */

ownOrigin();
chooseLanguages();
addCopyButtons();
openNavigation();
tryIt();

/** The search is loaded when it is opened for the first time. */
const openSearch = async () => {
  const { showSearch } = await import("./search/search.ts");
  await showSearch();
};

document.querySelector(".search-button")?.addEventListener("click", () => void openSearch());
document.addEventListener("keydown", (event) => {
  const isSlash = event.key === "/" && !isTyping(event.target);
  const isShortcut = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey);
  if (!isSlash && !isShortcut) return;
  event.preventDefault();
  void openSearch();
});

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, dialog") !== null;
