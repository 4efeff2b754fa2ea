/* Drawn here, since the page asks nobody for anything. They say nothing that is not said in words. */

export const Spinner = () => (
  <svg className="icon spinner" viewBox="0 0 24 24" aria-hidden="true">
    <circle className="spinner-track" cx="12" cy="12" r="9" />
    <path className="spinner-head" d="M12 3a9 9 0 0 1 9 9" />
  </svg>
);

export const Check = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </svg>
);

export const Cross = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="m7 7 10 10M17 7 7 17" />
  </svg>
);

const Clock = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </svg>
);

export const Back = () => (
  <svg className="icon icon-small" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M19 12H5m6-6-6 6 6 6" />
  </svg>
);

export const Lock = () => (
  <svg className="icon icon-small" viewBox="0 0 24 24" aria-hidden="true">
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </svg>
);

const marks = { good: <Check />, bad: <Cross />, over: <Clock />, off: <Cross /> };

/** At the head of what is said of an end: done, failed, too late or too early, called off. */
export const Mark = ({ kind }: { kind: keyof typeof marks }) => (
  <span className={`mark mark-${kind}`}>{marks[kind]}</span>
);
