/** @returns of `/checkout/<id>`, or null where the path has none */
export function sessionIdIn(pathname: string, base: string): string | null {
  if (!pathname.startsWith(base)) return null;
  const id = pathname.slice(base.length).replace(/\/$/, "");
  return /^[\w-]{1,100}$/.test(id) ? id : null;
}
