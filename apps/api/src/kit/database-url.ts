/** Where a Postgres server, or a pooler in front of one, listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** A Postgres URL, which may name several servers as libpq's URLs do. */
export interface DatabaseUrl {
  readonly servers: readonly [ServerAddress, ...ServerAddress[]];
  /** The URL of each server alone. */
  readonly urls: readonly [string, ...string[]];
  /** Whether only a server that takes writes is used. */
  readonly checksServer: boolean;
}

const scheme = /^postgres(?:ql)?:\/\//;

/** The values of `target_session_attrs` that suit a service that writes. */
const attributes = new Set<string | null>([null, "any", "read-write", "primary"]);

/**
 * Reads `postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`.
 *
 * @returns null for anything else
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | null {
  const [begin] = scheme.exec(text) ?? [];
  if (begin === undefined || text.includes("#")) return null;
  const [authority = ""] = text.slice(begin.length).split(/[/?]/, 1);
  const end = text.slice(begin.length + authority.length);
  const [hosts = "", login, ...more] = authority.split("@").reverse();
  if (more.length > 0) return null;
  const start = login === undefined ? begin : `${begin}${login}@`;
  const urls = hosts.split(",").map((host) => urlOf(start + host + end));
  if (!areAll(urls)) return null;
  const [first, ...others] = urls;
  const attribute = first.searchParams.get("target_session_attrs");
  if (!attributes.has(attribute)) return null;
  // Where there is a choice, it is the server that takes writes, as with `read-write`.
  const checksServer = others.length > 0 || (attribute !== null && attribute !== "any");
  for (const url of urls) url.searchParams.delete("target_session_attrs");
  return {
    servers: [addressOf(first), ...others.map(addressOf)],
    urls: [first.href, ...others.map(({ href }) => href)],
    checksServer,
  };
}

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const areAll = (urls: readonly (URL | null)[]): urls is [URL, ...URL[]] =>
  urls.every((url) => url !== null);

function addressOf({ hostname, port, searchParams }: URL): ServerAddress {
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.+)\]$/, "$1");
  return { host: host || "localhost", port: Number(searchParams.get("port") ?? port) || 5_432 };
}
