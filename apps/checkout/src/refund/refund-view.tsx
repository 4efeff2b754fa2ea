import {
  Aside,
  amountText,
  Button,
  Copyable,
  chainName,
  Facts,
  Mark,
  Message,
  Note,
  Page,
  Panel,
  Problem,
  Seller,
  Side,
  Term,
  Terms,
  Time,
  useBrand,
} from "@usance/ui";
import type { Refund, RefundApi } from "../api/refund-api.ts";
import { sleep } from "../time.ts";
import { TransactionFact } from "../ui/transaction.tsx";
import { WalletProgress } from "../ui/wallet-progress.tsx";
import { WalletSection } from "../ui/wallet-section.tsx";
import type { Discovery } from "../wallet/discovery.ts";
import { useOwnWallet } from "../wallet/use-own-wallet.ts";
import { payRefund } from "./refund-flow.ts";

interface RefundViewProps {
  readonly api: RefundApi;
  readonly refund: Refund;
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
  readonly onRefund: (refund: Refund) => void;
}

const titles: Readonly<Record<Refund["status"], string>> = {
  PENDING: "Pay a refund",
  CONFIRMED: "Refund paid",
  FAILED: "Refund expired",
};

/** The card: the refund on one side, and the seller's wallet or the result on the other. */
export function RefundView({ refund, isPlayMoney, ...props }: RefundViewProps) {
  const { status, service, amount, reason, payerAddress, chain, expiresAt } = refund;
  useBrand(service.branding?.color ?? null);
  return (
    <Page
      title={titles[status]}
      said={`${titles[status]}.`}
      banner={isPlayMoney ? "Development wallet: play money on the local chain" : null}
    >
      <Side label="Refund details">
        <Seller seller={{ name: null }} service={service} logo={service.branding?.logo ?? null} />
        <h1 className="plan-name">Refund</h1>
        <p className="price">
          <span className="price-amount">{amountText(amount)}</span>{" "}
          <span className="price-unit">USDC</span>
        </p>
        <p className="description">{reason}</p>
        <Terms>
          <Term name="Paid to">
            <Copyable what="payer's address" text={payerAddress} />
          </Term>
          <Term name="On">{chainName(chain.chainId)}</Term>
          {status === "PENDING" && (
            <Term name="Open until">
              <Time at={expiresAt} />
            </Term>
          )}
        </Terms>
      </Side>
      <Panel label="The refund">
        {status === "PENDING" && <Payment refund={refund} {...props} />}
        {status === "CONFIRMED" && <Paid refund={refund} />}
        {status === "FAILED" && (
          <Message icon={<Mark kind="over" />} heading="This refund has expired">
            <p>Nothing was paid. Start another refund of the credit note to pay it.</p>
          </Message>
        )}
      </Panel>
    </Page>
  );
}

type PaymentProps = Omit<RefundViewProps, "isPlayMoney">;

function Payment({ api, refund, discovery, onRefund }: PaymentProps) {
  const { chainId } = refund.chain;
  const { state, wallets, actions, isUnderWay } = useOwnWallet(discovery, chainId);
  if (isUnderWay) return <WalletProgress state={state} last={null} onGiveUp={actions.giveUp} />;
  const { connection } = state;
  const isPayer = connection?.address.toLowerCase() === refund.payerAddress.toLowerCase();
  const pay = () => {
    if (connection === null) return;
    const payer = { provider: connection.wallet.provider, address: connection.address, chainId };
    actions.run(async (signal, report) =>
      onRefund(await payRefund(payer, { api, report, sleep, signal })),
    );
  };
  return (
    <div className="form">
      <h2>Pay the refund</h2>
      <WalletSection
        wallet={state}
        chainId={chainId}
        wallets={wallets}
        actions={actions}
        purpose="Pay from"
        button={
          isPayer ? (
            <Note>This wallet receives the refund. Pay from another wallet.</Note>
          ) : (
            <Button onClick={pay}>Refund {amountText(refund.amount)} USDC</Button>
          )
        }
      />
      <Aside>
        Your wallet sends the transactions itself, and pays small network fees. First it approves
        the amount for the refund contract, and then it pays. The contract pays this refund only
        once.
      </Aside>
      <Problem text={state.problem} />
    </div>
  );
}

function Paid({ refund }: { refund: Refund }) {
  const { amount, transactionHash, transactionUrl } = refund;
  return (
    <Message icon={<Mark kind="good" />} heading="Refund paid">
      <p>{amountText(amount)} USDC were refunded. There is nothing left to do.</p>
      {transactionHash !== null && (
        <Facts>
          <TransactionFact transactionHash={transactionHash} transactionUrl={transactionUrl} />
        </Facts>
      )}
    </Message>
  );
}
