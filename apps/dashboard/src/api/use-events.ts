import { useEffect } from "react";
import { ownPage, queryClient } from "./client.ts";

/**
 * Keeps what is on the screen up to date. What does that is loaded behind the first view.
 *
 * @param mayListen whether the session may read events; null: nobody is signed in
 */
export const useEvents = (mayListen: boolean | null): void =>
  useEffect(() => {
    if (mayListen === null) return;
    const gone = new AbortController();
    // Given what it needs: importing it would split the first script.
    const needs = { queryClient, headers: ownPage, mayListen, signal: gone.signal };
    void import("./follow-events.ts").then((one) => one.followEvents(needs));
    return () => gone.abort();
  }, [mayListen]);
