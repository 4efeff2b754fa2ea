import {
  type Expected,
  Fields,
  type ModelCall,
  newIdIn,
  Refused,
  referencedNotFound,
} from "../model-call.ts";
import { showService } from "../views.ts";
import {
  type Dated,
  type Id,
  known,
  newestFirst,
  put,
  type Service,
  type World,
} from "../world.ts";
import { identify, userOf } from "./users.ts";

const statuses = ["DRAFT", "ACTIVE", "DISABLED"];

export function createService(call: ModelCall): Expected {
  const { world, input } = call;
  const fields = new Fields(input);
  const name = fields.text("name");
  const description = fields.optionalText("description") ?? null;
  const status = fields.optionalWord("status", statuses) ?? "DRAFT";
  const service: Service = {
    id: newIdIn(call, "service"),
    name,
    description,
    status,
    ownerId: ownerOf(call),
    createdAt: world.now,
    updatedAt: world.now,
  };
  put(world.services, service);
  return { status: 201, body: { service: showService(world, service) } };
}

/** A seller's key sees no owner but the seller. */
function ownerOf({ world, tenant, input, answer }: ModelCall): Id {
  const ownerId = new Fields(input).optionalText("ownerId");
  const owner = new Fields((input.owner ?? {}) as ModelCall["input"]);
  const email = owner.optionalText("email");
  if (ownerId === undefined && email === undefined) {
    throw new Refused(400, "ownerId or owner.email is required.");
  }
  if (tenant !== null) {
    const isNamed =
      (ownerId ?? email?.toLowerCase()) ===
      (ownerId === undefined ? known(world.users, tenant).email.toLowerCase() : tenant);
    if (!isNamed) throw referencedNotFound();
    return tenant;
  }
  if (ownerId !== undefined) return userOf(world, tenant, ownerId).id;
  const user = {
    email: email ?? "",
    name: owner.optionalText("name") ?? null,
    role: "DEVELOPER",
  } as const;
  return identify(world, tenant, user, () => String(answer.body?.service?.ownerId)).id;
}

/** The service of an id, if it is the caller's. */
export function findService({ world, tenant }: ModelCall, id: Id): Service | null {
  const service = world.services.get(id);
  return service !== undefined && isOf(world, tenant, service.id) ? service : null;
}

/** Whether a caller can see the records of a service. */
export function isOf(world: World, tenant: ModelCall["tenant"], serviceId: Id): boolean {
  return tenant === null || known(world.services, serviceId).ownerId === tenant;
}

/** The record that a caller names, if the caller can see the records of its service. */
export function namedIn<Row extends { readonly serviceId: Id }>(
  rows: ReadonlyMap<Id, Row>,
  { world, tenant, input }: ModelCall,
  [field, noun]: readonly [field: string, noun: string],
): Row {
  const row = rows.get(new Fields(input).text(field));
  if (row === undefined || !isOf(world, tenant, row.serviceId)) {
    throw new Refused(404, `${noun} was not found.`);
  }
  return row;
}

/** The records of a list, newest first: those that the caller can see and that pass the filters of its input. */
export function listedIn<Row extends Dated & { readonly serviceId: Id }>(
  rows: ReadonlyMap<Id, Row>,
  { world, tenant, input }: ModelCall,
  filters: readonly (keyof Row & string)[],
): Row[] {
  return newestFirst(rows.values()).filter(
    (row) =>
      isOf(world, tenant, row.serviceId) &&
      ["serviceId" as const, ...filters].every(
        (field) => (input[field] ?? row[field]) === row[field],
      ),
  );
}

export function getService(call: ModelCall): Expected {
  const service = namedService(call);
  return { status: 200, body: { service: showService(call.world, service) } };
}

function namedService(call: ModelCall): Service {
  const service = findService(call, new Fields(call.input).text("serviceId"));
  if (service === null) throw new Refused(404, "Service was not found.");
  return service;
}

export function updateService(call: ModelCall): Expected {
  const { world, input } = call;
  const fields = new Fields(input);
  const name = fields.optionalText("name");
  const status = fields.optionalWord("status", statuses);
  const before = namedService(call);
  const service = {
    ...before,
    name: name ?? before.name,
    status: status ?? before.status,
    updatedAt: world.now,
  };
  put(world.services, service);
  return { status: 200, body: { service: showService(world, service) } };
}

export function listServices({ world, tenant }: ModelCall): unknown[] {
  const seen = [...world.services.values()].filter(({ id }) => isOf(world, tenant, id));
  return newestFirst(seen).map((service) => showService(world, service));
}
