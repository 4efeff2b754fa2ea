import { useEffect, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { type Refund, type RefundApi, refundApi } from "../api/refund-api.ts";
import { Loading, Unknown, Unreachable } from "../ui/without-session.tsx";
import type { Discovery } from "../wallet/discovery.ts";
import { RefundView } from "./refund-view.tsx";

interface RefundPageProps {
  readonly apiUrl: string;
  readonly linkToken: string;
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
}

/** The page on which a seller pays a refund, or the reason why the link does not work. */
export default function RefundPage({ apiUrl, linkToken, ...props }: RefundPageProps) {
  const [api] = useState(() => refundApi(apiUrl, linkToken));
  const { refund, set, again } = useRefund(api);
  if (refund === "reading") return <Loading kind="refund" />;
  if (refund === "unknown") return <Unknown kind="refund" />;
  if (refund === "failed") return <Unreachable kind="refund" onRetry={again} />;
  return <RefundView {...props} api={api} refund={refund} onRefund={set} />;
}

const lookEveryMs = 3_000;

/** Reads the refund, and reads it again while it is open, because another tab or another wallet may pay it. */
function useRefund(api: RefundApi) {
  const [refund, set] = useState<Refund | "reading" | "unknown" | "failed">("reading");
  const isOpen = typeof refund === "string" ? refund === "reading" : refund.status === "PENDING";
  useEffect(() => {
    if (!isOpen) return;
    const abort = new AbortController();
    const read = () =>
      api.view(abort.signal).then(set, (error: unknown) => {
        if (abort.signal.aborted) return;
        const isUnknown = error instanceof ApiError && error.kind === "unknown";
        set((before) => (isUnknown ? "unknown" : typeof before === "string" ? "failed" : before));
      });
    void read();
    const timer = setInterval(() => {
      if (!document.hidden) void read();
    }, lookEveryMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [api, isOpen]);
  return { refund, set, again: () => set("reading") };
}
