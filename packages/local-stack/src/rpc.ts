/**
 * Calls a JSON-RPC method and returns its result. Rejects when the node returns an error, or does not answer within 30
 * s.
 */
export type Rpc = <Result>(method: string, ...params: unknown[]) => Promise<Result>;

/** A minimal JSON-RPC client, so that the package needs no Ethereum library. */
export function rpcTo(url: string): Rpc {
  return async <Result>(method: string, ...params: unknown[]) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      signal: AbortSignal.timeout(30_000),
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const answer = (await response.json()) as { result: Result; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
}
