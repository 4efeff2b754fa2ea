import type { Hex } from "../kit/evm-fields.ts";

/* The EIP-712 types that payers sign. The order of the fields is that of the contracts. */

/** EIP-712 typed data as wallets accept it: integers are decimal strings. */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract: Hex;
  };
  readonly types: Record<string, { name: string; type: string }[]>;
  readonly primaryType: string;
  readonly message: Record<string, string | string[]>;
}

const fields = (text: string) =>
  text.split(", ").map((field) => {
    const [type = "", name = ""] = field.split(" ");
    return { name, type };
  });

const authorization = fields(
  "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce",
);

/** EIP-3009 as implemented by USDC: a payment that the payee carries out, and one that anybody may. */
export const paymentTypes = { ReceiveWithAuthorization: authorization };
export const transferTypes = { TransferWithAuthorization: authorization };

/** contracts/src/collector/AuthorizationSettlements.sol, SETTLEMENT_TERMS_TYPEHASH. */
export const termsTypes = {
  SettlementTerms: fields(
    "address registry, bytes32 referenceHash, bytes32 invoiceHash, address payer, address merchant, address token, uint256 amount, uint64 validUntil",
  ),
};

/** contracts/src/collector/CapSettlements.sol, SPENDING_CAP_TYPEHASH. */
export const capTypes = {
  SpendingCap: fields(
    "address payer, address merchant, bytes32 subscriptionHash, address token, uint256 perCharge, uint256 perPeriod, uint256 total, uint64 periodSeconds, uint64 start, uint64 validUntil, bytes32[] rateCards",
  ),
};

/** EIP-2612: an allowance, which anybody may send to the token. */
export const permitTypes = {
  Permit: fields("address owner, address spender, uint256 value, uint256 nonce, uint256 deadline"),
};
