export {
  type Component,
  type PrefixUsage,
  type RatedLine,
  type Rating,
  RatingError,
  rate,
} from "@usance/rating";
