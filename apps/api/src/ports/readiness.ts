/** Whether the service can work, in sentences. */
export interface Readiness {
  /** One for each thing that keeps it from doing all its work; none when it is ready. */
  readonly reasons: readonly string[];
  /** What an operator should know although the service is ready. */
  readonly warnings: readonly string[];
}
