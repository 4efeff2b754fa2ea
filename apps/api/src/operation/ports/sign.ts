/**
 * Signs a webhook body as Standard Webhooks specifies.
 *
 * @param sealed the endpoint's sealed secret
 * @param head `<webhook-id>.<webhook-timestamp>.`, which is signed in front of the body
 * @returns `v1,<HMAC-SHA256 in base64>`
 * @throws CannotOpen when the secret cannot be unsealed
 */
export type Sign = (sealed: string, endpointId: string, head: string, body: Buffer) => string;
