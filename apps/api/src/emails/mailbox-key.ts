import { domainToASCII } from "node:url";

/** Domains of which one mailbox has addresses with and without dots, and under both domains. */
const withoutDots = new Map([
  ["gmail.com", "gmail.com"],
  ["googlemail.com", "gmail.com"],
]);

/**
 * The mailbox that an address leads to, by which the e-mails of a recipient are counted: without case, without what follows a
 * plus, and with the forms of a domain as one. E-mails are sent to the address itself. Two addresses that a provider
 * nevertheless tells apart share a limit.
 */
export function mailboxKey(address: string): string {
  const text = address.normalize("NFKC").trim().toLowerCase();
  const at = text.lastIndexOf("@");
  const named = text.slice(at + 1).replace(/\.$/, "");
  const domain = domainToASCII(named) || named;
  const [, quoted] = /^"(.*)"$/s.exec(text.slice(0, at)) ?? [];
  const unquoted = quoted?.replace(/\\(.)/gs, "$1") ?? text.slice(0, at);
  const [local = ""] = unquoted.replace(/^\++/, "").split("+");
  const known = withoutDots.get(domain);
  return known === undefined ? `${local}@${domain}` : `${local.replaceAll(".", "")}@${known}`;
}
