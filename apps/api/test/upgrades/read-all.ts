/**
 * Reads each record of the lists, by every read that takes its id.
 *
 * @returns the responses by path, without refusals, such as the proof of what is not paid
 */
export async function readAll(url: string, key: string): Promise<Record<string, object>> {
  const reads = await readsOf(url);
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(url + path, { headers });
    return response.status === 200 ? ((await response.json()) as object) : null;
  };
  const answers: Record<string, object> = {};
  for (const list of reads) {
    if (list.includes("{")) continue;
    for await (const id of idsIn(list, get)) {
      for (const read of reads.filter((one) => hangsOn(list, one))) {
        const path = read.replace(/\{\w+\}/, id);
        const answer = await get(path);
        if (answer !== null) answers[path] = answer;
      }
    }
  }
  return answers;
}

/** The paths of the service's reads, with their parameters in braces, from its OpenAPI document. */
async function readsOf(url: string): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Readonly<Record<string, { readonly get?: object }>>;
  };
  return Object.keys(paths).filter((path) => paths[path]?.get !== undefined);
}

/** The ids of a list's records, page by page. */
async function* idsIn(
  list: string,
  get: (path: string) => Promise<Page | null>,
): AsyncGenerator<string> {
  let cursor: string | null = "";
  while (cursor !== null) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = await get(`${list}?limit=100${from}`);
    for (const { id } of Object.values(page ?? {}).find(Array.isArray) ?? []) yield id;
    cursor = page?.nextCursor ?? null;
  }
}

interface Page {
  readonly nextCursor?: string | null;
}

/** Whether a path is a list's, with the id of one of its records and no further parameters. */
const hangsOn = (list: string, read: string) =>
  read.startsWith(`${list}/{`) && read.split("{").length === 2;
