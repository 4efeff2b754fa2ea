export { useBrand } from "./brand/use-brand.ts";
export { Button, ButtonLink, TextButton } from "./components/button.tsx";
export { Choice } from "./components/choice.tsx";
export { Copyable, shortened } from "./components/copyable.tsx";
export { Field } from "./components/field.tsx";
export { Back, Check, Cross, Lock, Mark, Spinner } from "./components/icons.tsx";
export { LegalLinks } from "./components/legal-links.tsx";
export { Message } from "./components/message.tsx";
export { Aside, Note, Problem, type Waiting, WaitingNote } from "./components/notes.tsx";
export { Alone, Page, Panel, Side } from "./components/page.tsx";
export { Seller, SellerMark } from "./components/seller.tsx";
export { type StageRow, Stages } from "./components/stages.tsx";
export { type Column, type Row, Table } from "./components/table.tsx";
export { Fact, Facts, Term, Terms } from "./components/terms.tsx";
export { Time } from "./components/time.tsx";
export { UsagePlot, type UsageSeries } from "./components/usage-plot.tsx";
export { chainInFull, chainName } from "./words/chains.ts";
export {
  amountText,
  fieldText,
  isEqual,
  isLess,
  isZero,
  multiply,
  quantityText,
  readAmount,
  sum,
} from "./words/money.ts";
export { billsLater, intervalOf, type PlanPrice, priceText, priceUnit } from "./words/plans.ts";
export { dateText, fullTimeText, timeText } from "./words/times.ts";
export { webAddress } from "./words/web-address.ts";
