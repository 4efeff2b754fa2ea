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
        { apiUrl: "", developmentWallet: wallet },
        { apiUrl: "", developmentWallet: wallet },
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
      [{ developmentWallet: {} }, "developmentWallet"],
      [{ developmentWallet: { ...wallet, privateKey: "0x1" } }, "developmentWallet"],
      [{ developmentWallet: { ...wallet, sellerPrivateKey: undefined } }, "developmentWallet"],
    ],
    (given, words) => {
      expect(() => readConfig(given)).toThrow(words);
    },
  ));
