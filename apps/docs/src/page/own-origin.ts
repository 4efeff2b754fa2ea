import { origin } from "../site/snippets/request.ts";

/** Lets the examples call the service that the page is from. */
export function ownOrigin(): void {
  for (const code of document.querySelectorAll(".snippet code")) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.textContent =
        currentNode.textContent?.replaceAll(origin, location.origin) ?? null;
    }
  }
}
