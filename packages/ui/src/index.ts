export { colorText, readColor, white } from "./brand/colors.ts";
export { modes, shadesOf } from "./brand/shades.ts";
export { useBrand } from "./brand/use-brand.ts";
export type { BarSeries } from "./charts/bars.ts";
export { LinePlot, type PlotPoint } from "./charts/line-plot.tsx";
export { Sparkline } from "./charts/sparkline.tsx";
export { StackedBars } from "./charts/stacked-bars.tsx";
export { UsagePlot, type UsageSeries } from "./charts/usage-plot.tsx";
export { AlertValue } from "./components/alert-value.tsx";
export { Amount, Figure, Price } from "./components/amount.tsx";
export { movedBy } from "./components/arrow-keys.ts";
export { Badge } from "./components/badge.tsx";
export { Button, ButtonLink, TextButton } from "./components/button.tsx";
export { Choice } from "./components/choice.tsx";
export { CodeBlock } from "./components/code-block.tsx";
export { Copyable, shortened } from "./components/copyable.tsx";
export { CreditTerms } from "./components/credit-terms.tsx";
export { type DataColumn, DataTable, type DataTableProps } from "./components/data-table.tsx";
export { Dialog } from "./components/dialog.tsx";
export { Empty } from "./components/empty.tsx";
export { Field, NumberField } from "./components/field.tsx";
export { Back, Check, Cross, Lock, Mark, Spinner } from "./components/icons.tsx";
export { LegalLinks } from "./components/legal-links.tsx";
export { LimitMeter } from "./components/limit-meter.tsx";
export { LongText } from "./components/long-text.tsx";
export { Menu, type MenuItem } from "./components/menu.tsx";
export { Message } from "./components/message.tsx";
export { Aside, Note, Problem, type Waiting, WaitingNote } from "./components/notes.tsx";
export { OfferPrice, type OfferProps } from "./components/offer-price.tsx";
export { OfferedCards } from "./components/offered-cards.tsx";
export { Alone, Page, Panel, Side } from "./components/page.tsx";
export { QrCode } from "./components/qr-code.tsx";
export { Section } from "./components/section.tsx";
export { Select } from "./components/select.tsx";
export { Seller, SellerMark } from "./components/seller.tsx";
export { Skeleton } from "./components/skeleton.tsx";
export { type StageRow, Stages } from "./components/stages.tsx";
export { Stat, Stats } from "./components/stat.tsx";
export { type Tab, Tabs } from "./components/tabs.tsx";
export { Fact, Facts, Term, Terms } from "./components/terms.tsx";
export { Time } from "./components/time.tsx";
export { Tip } from "./components/tip.tsx";
export { Toasts, toast } from "./components/toast.tsx";
export { eitherSignal } from "./either-signal.ts";
export {
  type AnnouncedWallet,
  isWalletProvider,
  listenForWallets,
  type WalletProvider,
} from "./wallets/announced-wallets.ts";
export { levelsText, watchedText } from "./words/alerts.ts";
export { capPeriodOf, capPeriodsOfYear, capPeriodText } from "./words/cap-periods.ts";
export { chainInFull, chainName } from "./words/chains.ts";
export { entryWords } from "./words/entries.ts";
export { intervalAfter, intervalsBetween } from "./words/intervals.ts";
export { limitText } from "./words/limits.ts";
export {
  amountText,
  centsText,
  changeText,
  difference,
  fieldText,
  isEqual,
  isLess,
  isZero,
  multiply,
  portion,
  quantityText,
  readAmount,
  sum,
  typedNumber,
} from "./words/money.ts";
export { type OfferedCard, offerText } from "./words/offers.ts";
export { billsLater, intervalOf, type PlanPrice, priceText, priceUnit } from "./words/plans.ts";
export { measuredWords, measureWords, priceWords, typeWords } from "./words/rate-cards.ts";
export { dateText, fullTimeText, rangeText, timeText, utcText } from "./words/times.ts";
export { webAddress } from "./words/web-address.ts";
