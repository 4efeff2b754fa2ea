import type { Hex } from "../../kit/evm-fields.ts";

/** The instruction that pushes an immutable, whose 32 bytes are zeros until the contract is deployed. */
const push32 = 0x7f;
const wordLength = 32;

/** Whether a contract has the code that this creation code deploys. @param deployed what the chain has at its address */
export function isSameCode(deployed: Hex, creation: Hex): boolean {
  const code = Buffer.from(deployed.slice(2), "hex");
  const from = Buffer.from(creation.slice(2), "hex");
  const beginning = code.subarray(0, 16); // immutables come later
  for (let at = from.indexOf(beginning); at >= 0; at = from.indexOf(beginning, at + 1)) {
    if (isDeployedFrom(code, from.subarray(at, at + code.length))) return true;
  }
  return false;
}

function isDeployedFrom(code: Buffer, template: Buffer): boolean {
  if (template.length !== code.length) return false;
  for (let index = 0; index < code.length; index += 1) {
    if (template[index] !== code[index]) return false;
    const word = template.subarray(index + 1, index + 1 + wordLength);
    const isImmutable = template[index] === push32 && word.every((byte) => byte === 0);
    if (isImmutable) index += wordLength;
  }
  return true;
}
