/** Shows where the page is in the navigation, and opens it on a phone. */
export function openNavigation(): void {
  const nav = document.getElementById("nav");
  const now = nav?.querySelector("[aria-current=page]");
  if (nav === null || nav === undefined) return;
  if (now instanceof HTMLElement) nav.scrollTop = now.offsetTop - nav.clientHeight / 3;

  const button = document.querySelector(".nav-button");
  const show = (isOpen: boolean) => {
    nav.classList.toggle("nav-open", isOpen);
    button?.setAttribute("aria-expanded", String(isOpen));
  };
  button?.addEventListener("click", () => show(!nav.classList.contains("nav-open")));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") show(false);
  });
}
