/** A rate card or a usage that cannot be rated. The message names the field and the rule. */
export class RatingError extends Error {
  override readonly name = "RatingError";
}
