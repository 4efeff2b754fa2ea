import { lineOf } from "@usance/api/csv-cell";
import { useState } from "react";
import { ownPage } from "./client.ts";

/** A download of a list as CSV. It is kept in memory until its end: a script cannot stream a file with a header of its own to the disk. */
export interface Download {
  /** How much has arrived, in bytes; null: nothing is being downloaded. */
  readonly bytes: number | null;
  readonly failure: string | null;
  readonly start: () => void;
}

/**
 * The address of a list of the API. Filters without a value are left out.
 *
 * @param path `/invoices`
 */
export function csvPath(
  path: `/${string}`,
  filters: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  return `/api/v1${path}?${query}`;
}

/**
 * Downloads a list of the API as a file.
 *
 * @param path with its query: `/api/v1/invoices?status=OPEN`
 */
export function useCsv(path: string, fileName: string): Download {
  const [bytes, setBytes] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = async () => {
    setFailure(null);
    setBytes(0);
    try {
      const headers = { ...ownPage, Accept: "text/csv" };
      const response = await fetch(path, { headers });
      if (!response.ok || response.body === null) throw new Error(await reasonOf(response));
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let length = 0;
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        length += value.byteLength;
        setBytes(length);
      }
      save(csvFile(parts), fileName);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "The download failed.");
    } finally {
      setBytes(null);
    }
  };
  return { bytes, failure, start: () => void load() };
}

async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const isTold = typeof body === "object" && body !== null && "error" in body;
  return isTold ? String(body.error) : "The download failed.";
}

/** Saves rows that are on the screen, such as those of a chart. */
export function saveRows(fileName: string, rows: readonly (readonly string[])[]): void {
  save(csvFile([csvOf(rows)]), fileName);
}

/** Rows as CSV, as the API writes it. */
export const csvOf = (rows: readonly (readonly string[])[]): string => rows.map(lineOf).join("");

/** A file for people. It begins with a byte order mark, without which Excel does not read it as UTF-8. */
export const csvFile = (parts: readonly BlobPart[]) =>
  new Blob(["\ufeff", ...parts], { type: "text/csv" });

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
