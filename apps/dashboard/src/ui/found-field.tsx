import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { trpc } from "../api/client.ts";
import type { ComboboxProps } from "./combobox.tsx";

// The combobox is loaded with the first form that uses it.
const Combobox = lazy(async () => ({ default: (await import("./combobox.tsx")).Combobox }));

/** The maximum number of subscribers in the list. */
const most = 8;

/** Finds subscribers by the beginning of the e-mail address that is typed, alone or with what follows it in an option. */
export function useFoundSubscribers() {
  const [typed, setTyped] = useState("");
  const search = typed.split(" · ")[0] ?? "";
  const { data } = useQuery(
    trpc.subscribers.list.queryOptions(
      { limit: most, ...(search !== "" && { search }) },
      { placeholderData: keepPreviousData },
    ),
  );
  return { subscribers: data?.subscribers ?? [], onType: setTyped };
}

/** The e-mail address of a subscriber. @returns undefined until it is known */
export function useEmail(subscriberId: string | undefined): string | undefined {
  const { data } = useQuery({
    ...trpc.subscribers.get.queryOptions({ subscriberId: subscriberId ?? "" }),
    enabled: subscriberId !== undefined,
  });
  return data?.subscriber.email;
}

/** Chooses a record of one of the found subscribers. */
export const FoundField = (props: Omit<ComboboxProps, "isOptional" | "hint">) => (
  <Suspense>
    <Combobox isOptional hint="The beginning of the subscriber's e-mail address." {...props} />
  </Suspense>
);
