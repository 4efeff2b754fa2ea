import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { onFreePort } from "../../../test/harness/on-free-port.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { checkLogos, logoLoader } from "../../catalog/services/load-logo.ts";
import { openOutbound } from "../../kit/outbound/outbound.ts";

const service = useService(payments);
const story = new Story(restDoor, service);

const png = Buffer.from("89504e470d0a1a0a0000", "hex");
const webp = Buffer.from("RIFF....WEBPVP8 ", "latin1");

/** A server of a seller. @returns its address, and how often it was asked */
async function hosted(answer: Buffer | RequestListener) {
  let asked = 0;
  const server = createServer((req, res) => {
    asked += 1;
    if (typeof answer === "function") answer(req, res);
    else res.setHeader("Content-Type", "text/html").end(answer);
  });
  const { url } = await onFreePort(server);
  onTestFinished(() => void server.close());
  return { url: `${url}/logo`, asked: () => asked };
}

/** The address of a service's logo, as a page shows it. Each service of the platform's story has another seller. */
async function logoAt(logoUrl: string, by: Story = story): Promise<string> {
  const { serviceId, paymentPlanId } = await by.aSubscription();
  await by.done("services.update", { serviceId, branding: { logoUrl } });
  const of = { serviceId, paymentPlanId };
  const { checkoutSession } = await by.done("checkoutSessions.create", of);
  const { checkout } = await by.done("checkout.view", { checkoutSessionId: checkoutSession.id });
  return `${service().url}${checkout.service.branding.logoPath}`;
}

it("serves a logo as its bytes say, loads it once, and lets nothing in it run", () =>
  forRows(
    [
      ["image/png", png],
      ["image/jpeg", Buffer.from("ffd8ffe000", "hex")],
      ["image/webp", webp],
    ],
    async (type, bytes) => {
      const { url, asked } = await hosted(bytes);
      const at = await logoAt(url);

      const answers = await Promise.all([fetch(at), fetch(at), fetch(at, { method: "HEAD" })]);

      const [first] = answers;
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(Buffer.from(await (first as Response).arrayBuffer())).toEqual(bytes);
      expect(first?.headers.get("content-type")).toBe(type);
      expect(first?.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(first?.headers.get("x-content-type-options")).toBe("nosniff");
      expect(first?.headers.get("cache-control")).toBe("public, max-age=86400");
      expect(asked()).toBe(1);
    },
  ));

const large = Buffer.concat([png, Buffer.alloc(256 * 1_024)]);

it("serves no logo where the seller's server answers something else, and asks it once", () =>
  forRows<[string, Buffer | RequestListener]>(
    [
      ["a page", Buffer.from("<script>alert(1)</script>")],
      ["an SVG image", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ["more than 256 KiB", large],
      ["a redirect", (_, res) => res.writeHead(302, { Location: "http://127.0.0.1/" }).end()],
      ["an error", (_, res) => res.writeHead(500).end(png)],
      [
        "half of the image",
        (_, res) => res.writeHead(200, { "Content-Length": 99 }).write(png, () => res.destroy()),
      ],
    ],
    async (_, answer) => {
      const { url, asked } = await hosted(answer);
      const at = await logoAt(url);

      for (const response of [await fetch(at), await fetch(at)]) {
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ error: "Not found." });
      }
      expect(asked()).toBe(1);
    },
  ));

it("serves no logo of another version, of an unknown service, or without a logo", async () => {
  const { url } = await hosted(png);
  const at = await logoAt(url);
  const { id } = await story.aService();
  for (const path of [
    at.replace(/[0-9a-f]{16}$/, "0".repeat(16)),
    `${service().url}/logos/${id}/${"0".repeat(16)}`,
    `${service().url}/logos/nobody/${"0".repeat(16)}`,
    `${service().url}/logos/${id}`,
  ]) {
    expect((await fetch(path)).status).toBe(404);
  }
  expect((await fetch(at, { method: "POST" })).status).toBe(404);
});

/** The same server under another name. */
const asLocalhost = (url: string) => url.replace("127.0.0.1", "localhost");

/** A host that accepts a request and answers it when the test ends. */
const silent = () => hosted((_, res) => onTestFinished(() => void res.end()));

it("shows a seller's logo while hosts of another seller do not answer", async () => {
  const slow = new Story(restDoor, service, await aSeller(service));
  const hosts = await Promise.all(Array.from({ length: 6 }, silent));
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  for (const { url } of hosts) {
    void fetch(await logoAt(url, slow), { signal: leave.signal }).catch(() => undefined);
  }
  await until(() => hosts.some(({ asked }) => asked() > 0));
  const { url } = await hosted(png);

  expect((await fetch(await logoAt(asLocalhost(url)))).status).toBe(200);
  expect(hosts.filter(({ asked }) => asked() > 0).length).toBeLessThanOrEqual(2);
});

it("shows the logos of other hosts while one host does not answer", async () => {
  const { url: host, asked } = await silent();
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  for (let count = 0; count < 6; count += 1) {
    const at = await logoAt(`${host}?${count}`);
    void fetch(at, { signal: leave.signal }).catch(() => undefined);
  }
  await until(() => asked() > 0);
  const { url } = await hosted(png);

  expect((await fetch(await logoAt(asLocalhost(url)))).status).toBe(200);
  expect(asked()).toBeLessThanOrEqual(2);
});

it("loads no logo from this machine where only public addresses are allowed", async () => {
  const { url, asked } = await hosted(png);
  const [, serviceId = "", version = ""] = /logos\/(\w+)\/(\w+)$/.exec(await logoAt(url)) ?? [];
  const outbound = openOutbound({ allowPrivate: false, timeoutMs: 5_000 });
  onTestFinished(() => outbound.close());
  const { parts } = service();

  const load = logoLoader({ ...parts, webhooks: { ...parts.webhooks, outbound } });

  expect(await load(serviceId, version)).toBeNull();
  expect(asked()).toBe(0);
});

describe("the seller of a logo that cannot be shown", () => {
  const problemOf = async (serviceId: string) =>
    (await story.done("services.get", { serviceId })).service.logoProblem;
  const notAnImage = "The file is not a PNG, JPEG or WebP image.";

  it("reads why with the service before anyone visits a page, until the branding is changed", async () => {
    const { id: serviceId } = await story.aService();
    const svg = await hosted(Buffer.from("<svg/>"));
    await story.done("services.update", { serviceId, branding: { logoUrl: svg.url } });
    expect(await problemOf(serviceId)).toBeNull();

    await checkLogos(service().parts);
    expect(await problemOf(serviceId)).toBe(notAnImage);
    const { services } = await story.done("services.list", {});
    expect(services.find(({ id }: { id: string }) => id === serviceId).logoProblem).toBe(
      notAnImage,
    );
    await checkLogos(service().parts);
    expect(svg.asked()).toBe(1);

    const { url } = await hosted(png);
    await story.done("services.update", { serviceId, branding: { logoUrl: url } });
    expect(await problemOf(serviceId)).toBeNull();
    await checkLogos(service().parts);
    expect(await problemOf(serviceId)).toBeNull();
  });

  it("reads why when it fails later, and nothing once it is there again", async () => {
    let status = 500;
    const { url } = await hosted((_, res) => res.writeHead(status).end(png));
    const at = await logoAt(url);
    const [, serviceId = "", version = ""] = /logos\/(\w+)\/(\w+)$/.exec(at) ?? [];
    await fetch(at);
    expect(await problemOf(serviceId)).toBe("The answer has the status 500.");

    status = 200;
    const logo = await logoLoader(service().parts)(serviceId, version);
    expect(logo?.type).toBe("image/png");
    expect(await problemOf(serviceId)).toBeNull();
  });

  it("of a check that was overtaken by a change of the branding keeps the new branding's answer", async () => {
    const { id: serviceId } = await story.aService();
    const { url } = await hosted(png);
    const slow = await hosted((_, res) => {
      void story
        .done("services.update", { serviceId, branding: { logoUrl: url } })
        .then(() => res.writeHead(404).end());
    });
    await story.done("services.update", { serviceId, branding: { logoUrl: slow.url } });
    await checkLogos(service().parts);
    expect(await problemOf(serviceId)).toBeNull();
  });
});
