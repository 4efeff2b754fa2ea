/**
 * Signs what an endpoint is sent, by Standard Webhooks.
 *
 * @param sealed the endpoint's secret
 * @param head `<webhook-id>.<webhook-timestamp>.`, which is signed before the body
 * @returns `v1,<HMAC-SHA256 in base64>`
 * @throws CannotOpen
 */
export type Sign = (sealed: string, endpointId: string, head: string, body: Buffer) => string;
