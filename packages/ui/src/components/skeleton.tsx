interface SkeletonProps {
  /** The number of lines. */
  readonly lines?: number;
}

/** A placeholder while data loads. It appears after 200 ms. */
export const Skeleton = ({ lines = 3 }: SkeletonProps) => (
  <div className="skeleton" role="status">
    <span className="unseen">Loading…</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={String(line)} className="skeleton-line" aria-hidden="true" />
    ))}
  </div>
);
