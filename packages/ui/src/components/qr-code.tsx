import { useEffect, useState } from "react";

interface QrCodeProps {
  readonly text: string;
  /** What it leads to. */
  readonly label: string;
}

/** The blank modules around a code that readers need. */
const margin = 4;

/** A QR code, dark on light in dark mode too: not every reader knows the other way. */
export function QrCode({ text, label }: QrCodeProps) {
  const modules = useModules(text);
  if (modules === null) return <div className="qr" />;
  const size = modules.length;
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className="qr-light" d={`M0 0h${size}v${size}H0z`} />
      <path className="qr-dark" d={pathOf(modules)} />
    </svg>
  );
}

/** The code's rows; null until the encoder is there, which is loaded when it is needed. */
function useModules(text: string): readonly (readonly boolean[])[] | null {
  const [made, setMade] = useState<{ text: string; modules: boolean[][] } | null>(null);
  useEffect(() => {
    let isWanted = true;
    import("qr").then(({ encodeQR }) => {
      if (isWanted) setMade({ text, modules: encodeQR(text, "raw", { border: margin }) });
    }, reportError);
    return () => {
      isWanted = false;
    };
  }, [text]);
  return made?.text === text ? made.modules : null;
}

const pathOf = (modules: readonly (readonly boolean[])[]) =>
  modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
