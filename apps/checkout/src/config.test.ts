import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const privateKey = `0x${"5e".repeat(32)}`;

test.each([
  [{}, { apiUrl: "", developmentWallet: null }],
  [
    { apiUrl: "", developmentWallet: null },
    { apiUrl: "", developmentWallet: null },
  ],
  [
    { apiUrl: "https://api.example.com/" },
    { apiUrl: "https://api.example.com", developmentWallet: null },
  ],
  [
    { apiUrl: "", developmentWallet: { privateKey, rpcUrl: "http://127.0.0.1:8545" } },
    { apiUrl: "", developmentWallet: { privateKey, rpcUrl: "http://127.0.0.1:8545" } },
  ],
])("%j is accepted", (given, config) => {
  expect(readConfig(given)).toEqual(config);
});

test.each([
  [null, "must be an object"],
  [{ apiUrl: 1 }, "apiUrl"],
  [{ apiUrl: "javascript:alert(1)" }, "apiUrl"],
  [{ developmentWallet: {} }, "developmentWallet"],
  [{ developmentWallet: { privateKey: "0x1", rpcUrl: "http://x" } }, "developmentWallet"],
])("%j is refused with a reason", (given, words) => {
  expect(() => readConfig(given)).toThrow(words);
});
