/** The result of the readiness check, as sentences. */
export interface Readiness {
  /** The problems that keep the service from doing all its work. Empty when it is ready. */
  readonly reasons: readonly string[];
  /** Problems that do not affect readiness but that an operator should know about. */
  readonly warnings: readonly string[];
}
