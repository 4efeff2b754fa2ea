import { expect, test } from "vitest";
import { aSecondLater } from "../../api/test/harness/a-second-later.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { payments, useService } from "../../api/test/harness/service.ts";
import { aSeller, type Seller, Story } from "../../api/test/harness/story.ts";
import { expectGoodState } from "../../checkout/test/harness/state.ts";
import { TestWallet } from "../../checkout/test/harness/wallet.ts";
import { aVisitor, onLoopback, originOf, press, signedIn, useBrowser } from "./harness.ts";
import { withoutStream } from "./without-stream.ts";

const service = useService({ ...payments, ...onLoopback });
const browser = useBrowser();
const folder = "dashboard";

const at = (path = "") => `${originOf(service())}/dashboard${path}`;

test("a person pastes a key, sees the own records, and no storage of the browser has the key", async () => {
  const seller = await aSeller(service);
  const context = await aVisitor(browser(), service());
  const page = await context.newPage();
  await page.goto(at());
  await page.getByRole("heading", { name: "Sign in to the dashboard" }).waitFor();
  await expectGoodState(page, `${folder}-sign-in`);

  await page.getByLabel("API key").fill("usance_nothing");
  await press(page, "Sign in with the key");
  await page.getByText("This API key is invalid or was revoked.").waitFor();
  await page.getByLabel("API key").fill(seller.key);
  await press(page, "Sign in with the key");
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  const [cookie, ...others] = await context.cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  const kept = await page.evaluate(() => [
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    document.cookie,
    location.href,
  ]);
  expect(kept).toEqual(["{}", expect.not.stringContaining(seller.key), "", at()]);
  expect(cookie?.value).not.toContain(seller.key);
});

test("a right key shows the page that was opened at once, without another look at the session", async () => {
  const seller = await aSeller(service);
  const page = await (await aVisitor(browser(), service())).newPage();
  // Without the regular look at the session, which would hide that the page waits for it.
  await page.addInitScript(() => {
    const { setInterval: every } = globalThis;
    const isLook = (ms?: number) => ms === 15_000;
    Object.assign(globalThis, {
      setInterval: (work: TimerHandler, ms?: number) => (isLook(ms) ? 0 : every(work, ms)),
    });
  });
  await page.goto(at("/services"));
  await page.getByRole("heading", { name: "Sign in to the dashboard" }).waitFor();
  await page.getByLabel("API key").fill(seller.key);
  await press(page, "Sign in with the key");
  await page.getByRole("heading", { name: "Services", exact: true }).waitFor();
  expect(page.url()).toBe(at("/services"));
});

/** A link of a seller. */
async function linkOf(seller: Seller): Promise<string> {
  const story = new Story(restDoor, service, seller);
  const { dashboardSession } = await story.done("dashboardSessions.create", {});
  return dashboardSession.url.replace("http://localhost/dashboard", at());
}

test("a link asks, naming the seller, and signs in once", async () => {
  const seller = await aSeller(service);
  const url = await linkOf(seller);
  const page = await (await aVisitor(browser(), service())).newPage();
  await page.goto(url);
  await page.getByText(seller.email).waitFor();
  expect(page.url()).not.toContain("#");
  await expectGoodState(page, `${folder}-link`);
  await press(page, "Sign in");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(page.url()).toBe(at("/"));

  const other = await (await aVisitor(browser(), service())).newPage();
  await other.goto(url);
  await other.getByText("This link does not work any more.").waitFor();
  // In the same tab, where only the part after the # changes.
  await other.goto(await linkOf(seller));
  await other.getByText(seller.email).waitFor();
  await other.goto(url);
  await other.getByText("This link does not work any more.").waitFor();
  await press(other, "Sign in another way");
  await other.getByRole("heading", { name: "Sign in to the dashboard" }).waitFor();
});

test("a foreign page that opens its own link replaces nobody's session unnoticed", async () => {
  const [victim, attacker] = [await aSeller(service), await aSeller(service)];
  const context = await aVisitor(browser(), service(), { alsoAsks: ["https://evil.example.com"] });
  const page = await context.newPage();
  await page.goto(await linkOf(victim));
  await press(page, "Sign in");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const [before] = await context.cookies();
  const url = await linkOf(attacker);
  const foreign = await context.newPage();
  await foreign.route("https://evil.example.com/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<script>location = "${url}"</script>` }),
  );
  await foreign.goto("https://evil.example.com/");
  await foreign.getByRole("heading", { name: "Sign in to this dashboard?" }).waitFor();
  await foreign.getByText(attacker.email).waitFor();
  await foreign.getByText(victim.email).waitFor();
  await expectGoodState(foreign, `${folder}-link-signed-in`);
  expect(await context.cookies()).toEqual([before]);

  await press(foreign, "Stay in your dashboard");
  await foreign.getByRole("heading", { name: "Overview" }).waitFor();
  expect(await context.cookies()).toEqual([before]);
  // The person who does expect another seller's link can still use it.
  await foreign.goto(url);
  await press(foreign, "Sign in");
  await foreign.getByRole("heading", { name: "Overview" }).waitFor();
  expect((await context.cookies())[0]?.value).not.toBe(before?.value);
});

test("a wallet with a grant signs in, after it declined once, and one without does not", async () => {
  const wallet = new TestWallet(service());
  const seller = await aSeller(service);
  const story = new Story(restDoor, service, seller);
  await story.aService({ name: "Paid to the wallet", payoutAddress: wallet.account.address });
  const page = await (await aVisitor(browser(), service(), { wallet })).newPage();
  await page.goto(at("/services"));
  wallet.declines.add("personal_sign");
  await press(page, "Test Wallet");
  await page.getByText("You declined in your wallet.").waitFor();
  wallet.declines.clear();
  await press(page, "Test Wallet");
  await page.getByText("No seller has let this wallet sign in.").waitFor();

  const by = await signedIn(browser(), service, seller, "keys");
  await press(by, "Let a wallet sign in…");
  await by.getByLabel("Person").fill("Ada");
  await by.getByLabel("Wallet address").fill(wallet.account.address);
  for (const name of ["Services", "Usage events"]) {
    await by.getByRole("group", { name, exact: true }).getByLabel("Read").check();
  }
  await press(by, "Let the wallet sign in");
  await by.getByRole("table", { name: "Wallet grants" }).getByText("Ada").waitFor();
  await expectGoodState(by, `${folder}-wallet-grants`);

  await press(page, "Test Wallet");
  await press(page, `Sign in to ${seller.email}`);
  await page.getByRole("link", { name: "Paid to the wallet" }).waitFor();
  expect(await page.getByRole("link", { name: "Keys" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "New service…" }).count()).toBe(0);

  await press(by, "Revoke…");
  await press(by, "Revoke");
  await by.getByText("Revoked", { exact: true }).waitFor();
  aSecondLater();
  await page.reload();
  await page.getByRole("heading", { name: "Sign in to the dashboard" }).waitFor();
});

test("a revoked key ends its session, and the page says so", async () => {
  const seller = await aSeller(service);
  const page = await signedIn(browser(), service, seller);
  await withoutStream(page);
  await page.goto(at("/services"));
  await page.getByRole("heading", { name: "Services", exact: true }).waitFor();
  const { apiKeys } = await new Story(restDoor, service, seller).done("apiKeys.list", {});
  await press(page, "New service…");
  await page.getByLabel("Name").fill("Too late");
  await page.waitForLoadState("networkidle");
  await new Story(restDoor, service).done("apiKeys.revoke", { apiKeyId: apiKeys[0].id });

  aSecondLater();
  await press(page, "Create the service");
  await page.getByText("Your session has ended. Sign in again to go on.").waitFor();
  const { services } = await new Story(restDoor, service).done("services.list", {});
  expect(JSON.stringify(services)).not.toContain("Too late");
});

test("signing out ends the session", async () => {
  const page = await signedIn(browser(), service, await aSeller(service));
  const [cookie] = await page.context().cookies();
  await press(page, "Sign out");
  await page.getByRole("heading", { name: "Sign in to the dashboard" }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  aSecondLater();
  const answer = await fetch(`${service().url}/api/v1/services`, {
    headers: { Cookie: `${cookie?.name}=${cookie?.value}`, "Usance-Dashboard": "1" },
  });
  expect(answer.status).toBe(401);
});

test("the page of another site cannot use the session", async () => {
  const seller = await aSeller(service);
  const page = await signedIn(browser(), service, seller);
  const before = await service().parts.db.service.count();
  // Another port is another origin of the same site, to which the browser sends the cookie.
  const elsewhere = await page.context().newPage();
  await elsewhere.route("**/evil", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Evil</title>" }),
  );
  await elsewhere.goto(`${originOf(service())}/evil`);
  const status = await elsewhere.evaluate(async () => {
    const sent = await fetch("/api/v1/services", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "A", owner: { email: "a@example.com" } }),
    });
    return sent.status;
  });
  expect(status).toBe(401);
  expect(await service().parts.db.service.count()).toBe(before);
});

test("two sellers never see each other", async () => {
  const [one, other] = [await aSeller(service), await aSeller(service)];
  const mine = new Story(restDoor, service, one);
  const theirs = new Story(restDoor, service, other);
  await mine.aService({ name: "Mine" });
  const { id } = await theirs.aService({ name: "Theirs" });
  const invoice = await theirs.anInvoice();
  const page = await signedIn(browser(), service, one, "services");
  await page.getByRole("link", { name: "Mine" }).waitFor();
  expect(await page.getByText("Theirs").count()).toBe(0);
  await page.goto(at(`/services/${id}`));
  await page.getByText("Service was not found.").waitFor();
  await page.goto(at(`/invoices/${invoice.id}`));
  await page.getByText("Invoice was not found.").waitFor();
  await page.goto(at("/invoices"));
  await page.getByText("No invoices yet").waitFor();
});
