import { useQuery } from "@tanstack/react-query";

export interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/** Reads `/ready`, like load balancers do. A service that is not ready answers with 503 and the reasons. */
export const useReadiness = () =>
  useQuery({
    queryKey: ["readiness"],
    queryFn: async (): Promise<Readiness> => {
      const response = await fetch("/ready");
      return (await response.json()) as Readiness;
    },
    refetchInterval: 15_000,
  });
