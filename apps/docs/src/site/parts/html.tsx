interface HtmlProps {
  readonly as: "code" | "div" | "p" | "span";
  readonly className?: string;
  /** From files of the repository, which nobody else writes. */
  readonly html: string;
}

/** What Markdown or code became. */
export const Html = ({ as: Tag, className, html }: HtmlProps) => (
  <Tag className={className} dangerouslySetInnerHTML={{ __html: html }} />
);
