/** Media type of a list as CSV. */
export const csvType = "text/csv";

/** Whether an `Accept` header prefers CSV to JSON. A caller that names neither gets JSON. */
export function acceptsCsv(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(csvType)) return false;
  const wanted = new Map(accept.split(",").map(rangeOf));
  return (wanted.get(csvType) ?? 0) > (wanted.get("application/json") ?? 0);
}

function rangeOf(text: string): [type: string, quality: number] {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((one) => one.startsWith("q="));
  const given = quality === undefined ? 1 : Number(quality.slice(2));
  return [type, given >= 0 && given <= 1 ? given : 0];
}
