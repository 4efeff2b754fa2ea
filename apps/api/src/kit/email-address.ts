import { domainToASCII } from "node:url";

/*
 * E-mail addresses as RFC 5321 and browsers (`input type=email`) take them, with the letters of every script (RFC 6531).
 * Refused: forms without use for an address on the internet (quoted local parts, IP addresses, hosts without a dot), and
 * characters that deceive a reader: control characters, spaces, invisible ones and those that turn the direction of text.
 */

/** Words with single dots between them. The rules below restrict the characters outside of ASCII. */
const localPart =
  /^[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+(?:\.[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+)*$/u;
const domainPart = /^[\w.\-\u0080-\u{10ffff}]+$/u;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const topLevel = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;
/** Control, format, private and unassigned characters, spaces, and a combining mark without a letter before it. */
const deceives = /[\p{C}\p{Z}]|^\p{M}/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const maxDomain = 253;

/**
 * Reads an e-mail address into the one form that is stored: the letters of the local part composed (NFC), those outside of
 * ASCII in lower case, and a domain of other letters as browsers send it, in Punycode. An address of ASCII stays as it is.
 *
 * @returns null for every other text
 */
export function readEmailAddress(text: string): string | null {
  const at = text.lastIndexOf("@");
  const local = readLocalPart(text.slice(0, Math.max(at, 0)));
  const domain = readDomain(text.slice(at + 1));
  return local === null || domain === null ? null : `${local}@${domain}`;
}

function readLocalPart(text: string): string | null {
  if (deceives.test(text) || invisible.test(text)) return null;
  const local = text
    .normalize("NFC")
    .replace(/[\u0080-\u{10ffff}]+/gu, (letters) => letters.toLowerCase())
    .normalize("NFC");
  // The compatible form too: a wide @ or comma looks like the end of the address.
  return localPart.test(local) && localPart.test(local.normalize("NFKC")) ? local : null;
}

function readDomain(text: string): string | null {
  if (!domainPart.test(text) || deceives.test(text)) return null;
  const ascii = domainToASCII(text); // empty for what is no domain
  const labels = ascii.split(".");
  const isPublic = labels.length > 1 && topLevel.test(labels.at(-1) ?? "");
  if (!isPublic || ascii.length > maxDomain || !labels.every((one) => label.test(one))) return null;
  return /^[\w.-]+$/.test(text) ? text : ascii;
}
