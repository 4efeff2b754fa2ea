import type { ReactNode } from "react";

interface ButtonProps {
  readonly kind?: "main" | "quiet";
  readonly type?: "button" | "submit";
  /** What it does is being done. */
  readonly isBusy?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** What a person does next. A view has one main button. */
export const Button = ({
  kind = "main",
  type = "button",
  isBusy = false,
  onClick,
  children,
}: ButtonProps) => (
  <button type={type} className={classOf(kind)} aria-busy={isBusy} onClick={onClick}>
    {children}
  </button>
);

interface ButtonLinkProps {
  readonly kind?: "main" | "quiet";
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to another page that looks like a button. */
export const ButtonLink = ({ kind = "main", href, children }: ButtonLinkProps) => (
  <a className={classOf(kind)} href={href}>
    {children}
  </a>
);

const classOf = (kind: "main" | "quiet") => (kind === "quiet" ? "button button-quiet" : "button");

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
