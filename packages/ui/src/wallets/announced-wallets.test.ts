import { expect, test } from "vitest";
import { type AnnouncedWallet, listenForWallets } from "./announced-wallets.ts";

const provider = { request: async () => null };
const info = { uuid: "1", name: "Fox", icon: "data:image/svg+xml,<svg/>", rdns: "io.fox" };

const announce = (host: EventTarget, detail: unknown) =>
  host.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));

/** Listens in a window whose wallet announces itself when it is asked. */
function listened(detail: unknown) {
  const host = new EventTarget();
  const wallets: AnnouncedWallet[] = [];
  host.addEventListener("eip6963:requestProvider", () => announce(host, detail));
  const stop = listenForWallets(host, (wallet) => wallets.push(wallet));
  return { host, wallets, stop };
}

test("a wallet that was loaded before the page announces itself when it is asked", () => {
  const { wallets } = listened({ info, provider });
  expect(wallets).toEqual([{ id: "1", name: "Fox", icon: info.icon, provider }]);
});

test("an announcement without a wallet that can be asked is ignored", () => {
  for (const [what, detail] of [
    ["nothing", undefined],
    ["no provider", { info }],
    ["a provider without request", { info, provider: {} }],
    ["no uuid", { info: { ...info, uuid: undefined }, provider }],
    ["an empty uuid", { info: { ...info, uuid: "" }, provider }],
  ] as const) {
    expect(listened(detail).wallets, what).toEqual([]);
  }
});

test("an icon with a remote URL is dropped, and a name is shortened", () => {
  const strange = { ...info, icon: "https://example.com/icon.png", name: ` ${"x".repeat(99)}` };
  const { wallets } = listened({ info: strange, provider });
  expect(wallets).toEqual([{ id: "1", name: "x".repeat(60), icon: null, provider }]);
});

test("a wallet without a name is called unnamed", () => {
  const { wallets } = listened({ info: { ...info, name: " " }, provider });
  expect(wallets[0]?.name).toBe("Unnamed wallet");
});

test("nothing is told after listening stopped", () => {
  const { host, wallets, stop } = listened(undefined);
  stop();
  announce(host, { info, provider });
  expect(wallets).toEqual([]);
});
