import { OfferedCards } from "@usance/ui";

/** Loaded only where a plan has rate cards. */
export default OfferedCards;
