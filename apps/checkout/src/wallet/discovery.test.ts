import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discoverWallets } from "./discovery.ts";

const provider = { request: async () => null };
const info = { uuid: "1", name: "Fox", icon: "data:image/svg+xml,<svg/>", rdns: "io.fox" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function announce(host: EventTarget, detail: unknown) {
  host.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
}

/** A window whose wallet announces itself when it is asked, as wallets do. */
function windowWith(detail: unknown, more: object = {}) {
  const host = Object.assign(new EventTarget(), more);
  host.addEventListener("eip6963:requestProvider", () => announce(host, detail));
  return host;
}

test("a wallet loaded before the page is discovered", () => {
  const { wallets } = discoverWallets(windowWith({ info, provider }));

  expect(wallets()).toEqual([{ id: "1", name: "Fox", icon: info.icon, provider }]);
});

test("a wallet loaded later is added, and a repeated one is not", () => {
  const host = windowWith({ info, provider });
  const { wallets, subscribe } = discoverWallets(host);
  const changed = vi.fn();
  subscribe(changed);

  announce(host, { info, provider });
  announce(host, { info: { ...info, uuid: "2", name: "Bear" }, provider });

  expect(wallets().map(({ name }) => name)).toEqual(["Fox", "Bear"]);
  expect(changed).toHaveBeenCalledOnce();
});

test("without announced wallets, window.ethereum is used", () => {
  const { wallets } = discoverWallets(Object.assign(new EventTarget(), { ethereum: provider }));

  vi.runAllTimers();

  expect(wallets()).toMatchObject([{ id: "window", name: "Browser wallet", provider }]);
});

test("an announced wallet replaces window.ethereum", () => {
  const host = Object.assign(new EventTarget(), { ethereum: provider });
  const { wallets } = discoverWallets(host);
  vi.runAllTimers();

  announce(host, { info, provider });

  expect(wallets().map(({ name }) => name)).toEqual(["Fox"]);
});
