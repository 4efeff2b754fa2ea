import { z } from "zod";
import { loadBalance } from "../balances/load-balance.ts";
import { getReferencedService } from "../catalog/services/services.ts";
import type { InTransaction } from "../db/client.ts";
import type { Alert as AlertRow, Service } from "../db/generated/client.ts";
import { filterId, request, requiredId } from "../kit/fields.ts";
import { newId } from "../kit/ids.ts";
import { ReadyJson } from "../kit/json-answer.ts";
import { page, pageOf } from "../kit/lists.ts";
import { Refusal } from "../kit/refusal.ts";
import type { Tenant } from "../kit/tenant.ts";
import { read, write } from "../operation/define.ts";
import type { Storage } from "../operation/ports/parts.ts";
import type { Keyed } from "../operation/work.ts";
import { shownAlert } from "../outbox/announce-alerts.ts";
import {
  Alert,
  alertNotFound,
  maxAlerts,
  NewAlert,
  strayAlertField,
  tooManyAlerts,
} from "../schemas/alerts.ts";
import { balanceNotFound } from "../schemas/balances.ts";
import { usageUnderWay } from "../schemas/limits.ts";
import { referencedServiceNotFound } from "../schemas/services.ts";
import { subscriptionNotFound } from "../schemas/subscriptions.ts";
import { loadSubscriptionTo } from "../subscriptions/load-subscription.ts";
import { beginToLimit, deleteLimit, insertLimit, lockLimits } from "../usage/limits/store.ts";
import { countAlerts, deleteAlert, findAlert, findAlertPage, insertAlert } from "./store.ts";

const OneAlert = z.object({ alert: Alert });

type Input = z.output<typeof NewAlert>;

export const createAlert = write("POST /alerts", {
  name: "alerts.create",
  cost: "write",
  summary: "Create an alert",
  description:
    "Sends the event `alert.crossed` each time a value crosses a level, in the commit that changes the value; late, voided and replaced usage events count too. Of several levels that a commit crosses, the last is reported. A level that is crossed already is not. Alerts on `usage` and `spend` count as limits that refuse nothing, so the usage of the service is recorded one batch at a time. A cap is read from the chain after each collection and every hour, and a forecast is calculated about once an hour, from a tenth of the period on. To change an alert, remove it and create another one.",
  status: 201,
  refusals: {
    strayAlertField: strayAlertField("keyPrefix"),
    referencedServiceNotFound,
    subscriptionNotFound,
    balanceNotFound,
    tooManyAlerts,
    usageUnderWay,
  },
  transaction: "own", // the service is marked in a commit before the one that creates the alert
  input: NewAlert,
  output: OneAlert,
  run: async (work, input) => {
    checkFields(input);
    const service = await getReferencedService(work, input.serviceId);
    await checkTarget(work, service, input);
    if (countsUsage(input)) await beginToLimit(work.db, service.id);
    const answer = await work.commit(async (writing) =>
      OneAlert.parse({ alert: shownAlert(await putAlert(writing, service, input)) }),
    );
    return new ReadyJson(JSON.stringify(answer));
  },
});

const countsUsage = ({ on }: Pick<Input, "on">) => on === "usage" || on === "spend";

/** @throws Refusal 400 for a field that has no meaning for what is watched */
function checkFields({ on, subscriptionId, balanceId, keyPrefix }: Input): void {
  const stray = (param: Parameters<typeof strayAlertField>[0]) =>
    new Refusal(strayAlertField(param));
  if (on === "balance" && subscriptionId !== undefined) throw stray("subscriptionId");
  if (on !== "balance" && balanceId !== undefined) throw stray("balanceId");
  if (!countsUsage({ on }) && keyPrefix !== undefined) throw stray("keyPrefix");
}

/** @throws Refusal 404 when the service has no such subscription or balance */
async function checkTarget(work: Keyed, service: Service, input: Input): Promise<void> {
  const { subscriptionId, balanceId } = input;
  if (subscriptionId !== undefined) await loadSubscriptionTo(work, service.id, subscriptionId);
  if (balanceId !== undefined) {
    const { serviceId } = await loadBalance(work, balanceId);
    if (serviceId !== service.id) throw new Refusal(balanceNotFound);
  }
}

async function putAlert(
  { tx, now }: InTransaction,
  { id: serviceId, ownerId }: Service,
  { on, levels, recovery, tellsSubscriber, ...input }: Input,
): Promise<AlertRow> {
  const targetId = input.subscriptionId ?? input.balanceId ?? null;
  const keyPrefix = input.keyPrefix ?? null;
  await lockLimits(tx, serviceId);
  if ((await countAlerts(tx, { serviceId, targetId })) >= maxAlerts) {
    throw new Refusal(tooManyAlerts);
  }
  const of = { id: newId(), serviceId, ownerId, keyPrefix, createdAt: now };
  const sorted = levels.toSorted((one, other) => one.comparedTo(other));
  const distinct = [...new Set(sorted.map((level) => level.toFixed(6)))];
  if (countsUsage({ on })) {
    await insertLimit(tx, {
      ...of,
      ...{ name: "alert", setBy: "ALERT", scope: "subscription", subscriptionId: targetId },
      ...{ measure: on === "spend" ? "charge" : "quantity", max: 0, window: "period" },
      ...{ action: "NOTIFY", levels: distinct, updatedAt: now },
    });
  }
  const terms = { watches: on, targetId, levels: distinct, recovery, tellsSubscriber };
  return insertAlert(tx, { ...of, ...terms });
}

interface Named extends Storage {
  readonly tenant: Tenant;
}

/** @throws Refusal 404 when the tenant has no such alert */
async function loadAlert({ db, tenant }: Named, id: string): Promise<AlertRow> {
  const alert = await findAlert(db, id, tenant);
  if (alert === null) throw new Refusal(alertNotFound);
  return alert;
}

const AlertId = request({ alertId: requiredId() });

export const getAlert = read("GET /alerts/{alertId}", {
  name: "alerts.get",
  summary: "Get an alert",
  description:
    "Returns the alert. What it watches is in `GET /subscriptions/{subscriptionId}/alerts`.",
  refusals: { alertNotFound },
  input: AlertId,
  output: OneAlert,
  run: async (work, { alertId }) => ({ alert: shownAlert(await loadAlert(work, alertId)) }),
});

export const removeAlert = write("DELETE /alerts/{alertId}", {
  name: "alerts.remove",
  summary: "Remove an alert",
  description: "Returns the alert that was removed. It reports nothing more.",
  refusals: { alertNotFound },
  input: AlertId,
  output: OneAlert,
  run: async (work, { alertId }) => {
    const { tx } = work;
    const alert = await loadAlert(work, alertId);
    await lockLimits(tx, alert.serviceId);
    if (!(await deleteAlert(tx, alertId))) throw new Refusal(alertNotFound);
    await deleteLimit(tx, alertId);
    return { alert: shownAlert(alert) };
  },
});

export const listAlerts = read("GET /alerts", {
  name: "alerts.list",
  summary: "List alerts, newest first",
  description: "Returns one page.",
  input: request({ serviceId: filterId(), ...page("alerts") }).prefault({}),
  output: pageOf("alerts", Alert, "alerts"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findAlertPage(db, tenant, query);
    return { alerts: rows.map(shownAlert), nextCursor: next };
  },
});
