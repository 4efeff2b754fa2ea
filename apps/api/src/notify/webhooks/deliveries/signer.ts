import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Seal } from "../../../kit/seal.ts";
import type { Sign } from "../../../operation/ports/parts.ts";

/** How many keys are cached: opening a secret and making its key costs more than signing. */
const maxKeys = 1_000;

/** Makes the function that signs webhooks, which caches the keys of secrets. */
export function signer(seal: Seal): Sign {
  const keys = new Map<string, KeyObject>();
  const keyOf = (sealed: string, endpointId: string) => {
    const name = `${endpointId} ${sealed}`;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const secret = seal.open(sealed, endpointId).replace(/^whsec_/, "");
    const key = createSecretKey(secret, "base64");
    if (keys.size >= maxKeys) keys.clear();
    keys.set(name, key);
    return key;
  };
  return (sealed, endpointId, head, body) => {
    const hmac = createHmac("sha256", keyOf(sealed, endpointId)).update(head).update(body);
    return `v1,${hmac.digest("base64")}`;
  };
}
