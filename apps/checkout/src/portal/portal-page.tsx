import { Mark, Message } from "@usance/ui";
import { useCallback, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { portalApi } from "../api/portal-api.ts";
import type { Discovery } from "../wallet/discovery.ts";
import "../styles/portal.css";
import { Loading, Lone, Unreachable } from "../ui/without-session.tsx";
import { PortalView } from "./portal-view.tsx";
import { useAnswer } from "./use-answer.ts";

interface PortalPageProps {
  readonly apiUrl: string;
  readonly portalToken: string;
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
}

/** A subscriber's portal, or the reason why the link does not work. */
export default function PortalPage({ apiUrl, portalToken, ...props }: PortalPageProps) {
  const [isEnded, setEnded] = useState(false);
  const [api] = useState(() => portalApi(apiUrl, portalToken, () => setEnded(true)));
  const portal = useAnswer(api.view);
  const subscriptions = useAnswer(
    useCallback((signal) => api.subscriptions(null, signal).catch(nullIfTooNarrow), [api]),
  );

  if (isEnded) return <Ended />;
  if (portal.answer.state === "failed" || subscriptions.answer.state === "failed") {
    const retry = () => {
      portal.again();
      subscriptions.again();
    };
    return <Unreachable kind="portal" onRetry={retry} />;
  }
  if (portal.answer.state === "reading" || subscriptions.answer.state === "reading") {
    return <Loading kind="portal" />;
  }
  return (
    <PortalView
      {...props}
      api={api}
      portal={portal.answer.value}
      page={subscriptions.answer.value}
      onSubscriber={(subscriber) =>
        portal.answer.state === "read" && portal.set({ ...portal.answer.value, subscriber })
      }
      onPage={subscriptions.set}
    />
  );
}

/** A link may have no scope for subscriptions. */
function nullIfTooNarrow(error: unknown): null {
  if (error instanceof ApiError && error.message === "This link does not allow that.") return null;
  throw error;
}

const Ended = () => (
  <Lone title="Link no longer valid" said="This link does not work, or no longer.">
    <Message icon={<Mark kind="over" />} level={1} heading="This link does not work any more">
      <p>
        Links to an account work for one hour. Go back to where you got this one, and ask for a new
        one there.
      </p>
    </Message>
  </Lone>
);
