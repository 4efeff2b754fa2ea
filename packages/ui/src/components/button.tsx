import type { MouseEvent, ReactNode } from "react";

type Kind = "main" | "quiet" | "danger";

interface ButtonProps {
  readonly kind?: Kind;
  /** As wide as its text, beside others. */
  readonly isSmall?: boolean;
  readonly type?: "button" | "submit";
  /** What it does is being done. */
  readonly isBusy?: boolean;
  /** It switches something that is on or off. */
  readonly isPressed?: boolean;
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly children: ReactNode;
}

/** What a person does next. A view has one main button. */
export const Button = ({
  kind = "main",
  isSmall = false,
  type = "button",
  isBusy = false,
  isPressed,
  onClick,
  children,
}: ButtonProps) => (
  <button
    type={type}
    className={classOf(kind, isSmall)}
    aria-busy={isBusy}
    aria-pressed={isPressed}
    onClick={onClick}
  >
    {children}
  </button>
);

interface ButtonLinkProps {
  readonly kind?: Kind;
  readonly isSmall?: boolean;
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to another page that looks like a button. */
export const ButtonLink = ({ kind = "main", isSmall = false, href, children }: ButtonLinkProps) => (
  <a className={classOf(kind, isSmall)} href={href}>
    {children}
  </a>
);

const classOf = (kind: Kind, isSmall: boolean) =>
  ["button", kind !== "main" && `button-${kind}`, isSmall && "button-small"]
    .filter(Boolean)
    .join(" ");

interface TextButtonProps {
  /** In full, where the text says too little by itself. */
  readonly label?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A small action within a text or a row. */
export const TextButton = ({ label, onClick, children }: TextButtonProps) => (
  <button type="button" className="link" aria-label={label} onClick={onClick}>
    {children}
  </button>
);
