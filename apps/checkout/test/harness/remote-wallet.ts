import { SignClient } from "@walletconnect/sign-client";
import { onTestFinished } from "vitest";
import type { TestWallet } from "./wallet.ts";

/** What the holder of a wallet on another device does. */
interface Holder {
  readonly wallet: TestWallet;
  /** The chains that the wallet supports. */
  readonly chains?: readonly number[];
}

/**
 * A wallet on another device, which uses WalletConnect's own library. So the page is tested against the code that
 * wallets run.
 */
export class RemoteWallet {
  readonly #client: InstanceType<typeof SignClient>;
  readonly #holder: Holder;
  #topic = "";

  private constructor(client: InstanceType<typeof SignClient>, holder: Holder) {
    this.#client = client;
    this.#holder = holder;
  }

  static async start(
    relay: { readonly url: string; readonly projectId: string },
    holder: Holder,
  ): Promise<RemoteWallet> {
    const client = await SignClient.init({
      projectId: relay.projectId,
      relayUrl: relay.url,
      logger: "silent",
      telemetryEnabled: false,
      storageOptions: { database: ":memory:" },
      customStoragePrefix: crypto.randomUUID(),
      metadata: {
        name: "Far Wallet",
        description: "A test",
        url: "https://far.example",
        icons: [],
      },
    });
    onTestFinished(() => client.core.relayer.transportClose());
    return new RemoteWallet(client, holder);
  }

  /** Opens the address that the page shows. The holder decides. */
  async scan(uri: string, decision: "approve" | "reject" = "approve"): Promise<void> {
    const { wallet, chains = [31_337] } = this.#holder;
    const proposed = new Promise<void>((resolve, reject) => {
      this.#client.on("session_proposal", ({ id }) => {
        const decide = async () => {
          if (decision === "reject") {
            const reason = { code: 5000, message: "User rejected." };
            await this.#client.reject({ id, reason });
            return;
          }
          const eip155 = {
            chains: chains.map((chain) => `eip155:${chain}`),
            accounts: chains.map((chain) => `eip155:${chain}:${wallet.account.address}`),
            methods: ["eth_sendTransaction", "eth_signTypedData_v4"],
            events: ["accountsChanged", "chainChanged"],
          };
          const { topic, acknowledged } = await this.#client.approve({
            id,
            namespaces: { eip155 },
          });
          this.#topic = topic;
          await acknowledged();
        };
        decide().then(resolve, reject);
      });
    });
    this.#client.on("session_request", ({ topic, id, params }) => {
      const { method, params: values } = params.request;
      void wallet.answer(method, values).then((answer) => {
        const response =
          "result" in answer
            ? { id, jsonrpc: "2.0" as const, result: answer.result }
            : { id, jsonrpc: "2.0" as const, error: { code: 5000, message: answer.message } };
        return this.#client.respond({ topic, response });
      });
    });
    await this.#client.pair({ uri });
    await proposed;
  }

  /** The holder ends the connection in the wallet. */
  async disconnect(): Promise<void> {
    const reason = { code: 6000, message: "User disconnected." };
    await this.#client.disconnect({ topic: this.#topic, reason });
  }
}
