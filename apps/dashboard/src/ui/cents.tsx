import { amountText, centsText, Tip } from "@usance/ui";

/** An amount rounded to the cent, with a tooltip for the exact value if it differs. */
export function Cents({ of }: { readonly of: string }) {
  const [shown, exact] = [centsText(of), amountText(of)];
  return shown === exact ? shown : <Tip text={`${exact} USDC`}>{shown}</Tip>;
}
