/** Whether an `Accept` header prefers a media type to JSON. A caller that names neither gets JSON. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(type)) return false;
  const wanted = new Map(accept.split(",").map(rangeOf));
  return (wanted.get(type) ?? 0) > (wanted.get("application/json") ?? 0);
}

function rangeOf(text: string): [type: string, quality: number] {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((one) => one.startsWith("q="));
  const given = quality === undefined ? 1 : Number(quality.slice(2));
  return [type, given >= 0 && given <= 1 ? given : 0];
}
