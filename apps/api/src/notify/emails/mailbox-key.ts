import { domainToASCII } from "node:url";

/** What a provider takes for the same mailbox: its domains, and the characters of local parts that it does not tell apart. */
interface Provider {
  readonly domains: readonly [string, ...string[]];
  readonly same?: readonly [characters: RegExp, as: string];
}

const providers: readonly Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], same: [/\./g, ""] },
  { domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], same: [/[._-]/g, ""] },
  { domains: ["icloud.com", "me.com", "mac.com"] },
  {
    domains: ["yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua"],
    same: [/\./g, "-"],
  },
];
const providerOf = new Map(
  providers.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);
/** `anything@pat.fastmail.com` leads to `pat@fastmail.com`. */
const fastmail = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * The mailbox that an address leads to, by which the e-mails of a recipient are counted: without case and without what
 * follows a plus. The forms of a domain are one, and so are the addresses that a large provider delivers to one mailbox.
 * E-mails are sent to the address itself. Two addresses that a provider nevertheless tells apart share a limit.
 */
export function mailboxKey(address: string): string {
  const text = address.normalize("NFKC").trim().toLowerCase();
  const at = text.lastIndexOf("@");
  const named = text.slice(at + 1).replace(/\.$/, "");
  const domain = domainToASCII(named) || named;
  const [, quoted] = /^"(.*)"$/s.exec(text.slice(0, at)) ?? [];
  const unquoted = quoted?.replace(/\\(.)/gs, "$1") ?? text.slice(0, at);
  const [local = ""] = unquoted.replace(/^\++/, "").split("+");
  const [, user = local, host = domain] = fastmail.exec(domain) ?? [];
  const provider = providerOf.get(host);
  const mailbox = provider?.same === undefined ? user : user.replace(...provider.same);
  return `${mailbox}@${provider?.domains[0] ?? host}`;
}
