interface Device {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** Whether this is a phone or a tablet, on which wallets are apps. iPads say that they are Macs. */
export function isPhone({ userAgent, maxTouchPoints }: Device): boolean {
  return /Android|iPhone|iPad|iPod/.test(userAgent) || isTabletMac(userAgent, maxTouchPoints);
}

const isTabletMac = (userAgent: string, maxTouchPoints: number) =>
  userAgent.includes("Macintosh") && maxTouchPoints > 1;
