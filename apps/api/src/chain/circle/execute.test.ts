import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useCircle } from "../../../test/harness/use-circle.ts";
import { ProviderRefused, ProviderUnavailable } from "./refusals.ts";

const { circle, client, execution } = useCircle();

const takenUnder = (id: string) => circle().transactions.filter((one) => one.id === id).length;

describe("execute", () => {
  it("returns the transaction that the wallet will send", async () => {
    const given = execution();

    const taken = await client().execute(given);

    expect(taken.state).toBe("INITIATED");
    const [found] = circle().transactions.filter(({ id }) => id === taken.id);
    expect(found).toMatchObject({ contract: given.contract, callData: given.callData });
  });

  it("returns one transaction for one idempotency key, concurrently and later", async () => {
    const given = execution();
    const before = circle().transactions.length;

    const atOnce = await Promise.all([1, 2, 3, 4].map(() => client().execute(given)));
    const again = await client().execute(given);

    expect(new Set([...atOnce, again].map(({ id }) => id)).size).toBe(1);
    expect(circle().transactions.length).toBe(before + 1);
  });

  it("treats another call under the same idempotency key as an outage, not a refusal", async () => {
    const given = execution();
    const { id } = await client().execute(given);

    const other = client().execute({ ...given, callData: execution().callData });

    await expect(other).rejects.toThrow(
      new ProviderUnavailable(
        "The settlement provider holds the request in conflict with another.",
      ),
    );
    expect(takenUnder(id)).toBe(1);
  });

  it("requests the public key once", async () => {
    const patient = client();
    const before = keyRequests();

    await patient.execute(execution());
    await patient.execute(execution());

    expect(keyRequests() - before).toBe(1);
  });

  it("requests the public key again after it was rotated", async () => {
    const patient = client();
    await patient.execute(execution());
    circle().replacePublicKey();

    const { id } = await patient.execute(execution());

    expect(takenUnder(id)).toBe(1);
  });

  it("is refused permanently with wrong terms", () =>
    forRows(
      [
        [
          "another entity secret",
          { entitySecret: "ab".repeat(32) },
          {},
          "The settlement provider did not accept the entity secret.",
        ],
        [
          "an unknown wallet",
          { walletId: randomUUID() },
          {},
          "The settlement provider does not know the wallet.",
        ],
        [
          "a contract that is not an address",
          {},
          { contract: "0xab" as const },
          "The settlement provider refused the request (code 2).",
        ],
      ],
      async (_, options, bad, message) => {
        const before = circle().transactions.length;

        const refused = client(options).execute({ ...execution(), ...bad });

        await expect(refused).rejects.toThrow(new ProviderRefused(message));
        expect(circle().transactions.length).toBe(before);
      },
    ));

  it("treats a rejected API key as an outage, not a refusal", async () => {
    const refused = client({ apiKey: "TEST_API_KEY:another:one" }).execute(execution());

    await expect(refused).rejects.toThrow(
      new ProviderUnavailable("The settlement provider did not accept the API key."),
    );
  });
});

const late = "The settlement provider did not answer in time.";

describe("a response to execute", () => {
  const answers = [
    ["silent", late],
    ["trickle", late],
    ["endless", "The settlement provider's answer is too long."],
    ["dropped", "The settlement provider could not be reached."],
    ["garbage", "The settlement provider's answer could not be understood."],
    ["error", "The settlement provider answered with an error."],
    ["busy", "The settlement provider takes no more requests for now."],
  ] as const;
  const limitOf = (message: string) => (message === late ? 200 : 30_000);

  it.each([
    ["before", false],
    ["after", true],
  ])(
    "that is none is an outage %s the request is accepted, and a repeat joins the same transaction",
    (_, taken) =>
      forRows(answers, async (answer, message) => {
        const given = execution();
        const before = circle().transactions.length;
        circle().faults = { execute: { answer, taken } };

        const lost = client({ timeoutMs: limitOf(message) }).execute(given);

        await expect(lost).rejects.toThrow(new ProviderUnavailable(message));
        if (!taken) expect(circle().transactions.length).toBe(before);
        circle().faults = {};
        const { id } = await client().execute(given);
        expect(
          circle()
            .transactions.slice(before)
            .map((one) => one.id),
        ).toEqual([id]);
      }),
  );

  it("that is none is an outage for the public key too, and nothing is sent", () =>
    forRows(answers, async (answer, message) => {
      const before = circle().transactions.length;
      circle().faults = { publicKey: answer };

      const lost = client({ timeoutMs: limitOf(message) }).execute(execution());

      await expect(lost).rejects.toThrow(new ProviderUnavailable(message));
      expect(circle().transactions.length).toBe(before);
    }));
});

it("an unreachable provider is an outage", async () => {
  const lost = client({ baseUrl: "http://127.0.0.1:1" }).execute(execution());

  await expect(lost).rejects.toThrow(
    new ProviderUnavailable("The settlement provider could not be reached."),
  );
});

it("faults can be set from another process", async () => {
  const set = await fetch(`${circle().url}/_faults`, {
    method: "PUT",
    body: JSON.stringify({ execute: { answer: "error", taken: false } }),
  });

  expect(set.status).toBe(200);
  await expect(client().execute(execution())).rejects.toThrow(ProviderUnavailable);
});

const keyRequests = () =>
  circle().requests.filter((request) => request.endsWith("/entity/publicKey")).length;
