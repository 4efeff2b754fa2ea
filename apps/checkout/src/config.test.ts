import { expect, test } from "vitest";
import { forRows } from "../../api/test/harness/for-rows.ts";
import { readConfig } from "./config.ts";

const privateKey = `0x${"5e".repeat(32)}`;
const wallet = {
  privateKey,
  sellerPrivateKey: `0x${"5f".repeat(32)}`,
  rpcUrl: "http://127.0.0.1:8545",
};

test("a valid configuration is accepted", () =>
  forRows(
    [
      [{}, { apiUrl: "", developmentWallet: null, walletConnect: null }],
      [
        { apiUrl: "", developmentWallet: null },
        { apiUrl: "", developmentWallet: null, walletConnect: null },
      ],
      [
        { apiUrl: "https://api.example.com/" },
        { apiUrl: "https://api.example.com", developmentWallet: null, walletConnect: null },
      ],
      [
        { apiUrl: "", developmentWallet: wallet },
        { apiUrl: "", developmentWallet: wallet, walletConnect: null },
      ],
      [
        { walletConnect: { projectId: "p", relayUrl: "wss://relay.example.com", chainId: 8453 } },
        {
          apiUrl: "",
          developmentWallet: null,
          walletConnect: { projectId: "p", relayUrl: "wss://relay.example.com", chainId: 8453 },
        },
      ],
    ],
    (given, config) => {
      expect(readConfig(given)).toEqual(config);
    },
  ));

test("an invalid configuration is refused with a reason", () =>
  forRows(
    [
      [null, "must be an object"],
      [{ apiUrl: 1 }, "apiUrl"],
      [{ apiUrl: "javascript:alert(1)" }, "apiUrl"],
      [{ walletConnect: { projectId: "p", relayUrl: "https://x", chainId: 1 } }, "walletConnect"],
      [{ walletConnect: { projectId: "p", relayUrl: "wss://x" } }, "walletConnect"],
      [{ developmentWallet: {} }, "developmentWallet"],
      [{ developmentWallet: { ...wallet, privateKey: "0x1" } }, "developmentWallet"],
      [{ developmentWallet: { ...wallet, sellerPrivateKey: undefined } }, "developmentWallet"],
    ],
    (given, words) => {
      expect(() => readConfig(given)).toThrow(words);
    },
  ));
