/** Adds a button to each piece of code that copies it, where the browser lets pages copy. */
export function addCopyButtons(): void {
  if (navigator.clipboard === undefined) return;
  for (const figure of document.querySelectorAll(".code-figure")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-button";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      const text = figure.querySelector("code")?.textContent ?? "";
      navigator.clipboard.writeText(text).then(() => say(button, "Copied"), reportError);
    });
    figure.append(button);
  }
}

function say(button: HTMLElement, words: string): void {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2_000);
}
