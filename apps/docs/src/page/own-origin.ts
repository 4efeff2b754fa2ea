/** The service that the pages were written for. */
const written = "http://127.0.0.1:3000";

/** Lets the examples call the service that the page is from. */
export function ownOrigin(): void {
  for (const code of document.querySelectorAll(".snippet code")) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.textContent =
        currentNode.textContent?.replaceAll(written, location.origin) ?? null;
    }
  }
}
