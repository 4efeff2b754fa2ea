import { Badge, Time } from "@usance/ui";
import type { ApiKey, WalletGrant } from "../../api/records.ts";

type Ending = Pick<ApiKey | WalletGrant, "revokedAt" | "expiresAt">;

/** Whether a key, a wallet grant or a session works now. */
export const isActive = ({ revokedAt, expiresAt }: Ending) =>
  revokedAt === null && (expiresAt === null || new Date(expiresAt) > new Date());

/** Whether a key or a wallet grant works, and until when. */
export const KeyState = ({ of: key }: { of: Ending }) => {
  if (key.revokedAt !== null) {
    return (
      <span>
        <Badge kind="off">Revoked</Badge>
        <span className="under">
          <Time at={key.revokedAt} />
        </span>
      </span>
    );
  }
  return (
    <span>
      <Badge kind={isActive(key) ? "good" : "off"}>{isActive(key) ? "Active" : "Expired"}</Badge>
      {key.expiresAt !== null && (
        <span className="under">
          until <Time at={key.expiresAt} />
        </span>
      )}
    </span>
  );
};
