/* The charts are in a separate file, which is loaded when a chart is shown. */
export { LinePlot, StackedBars } from "@usance/ui";
