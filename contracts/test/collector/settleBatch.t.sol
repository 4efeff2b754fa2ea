// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BatchSettlements} from "../../src/collector/BatchSettlements.sol";
import {CapSettlements, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {HostileWallet} from "../wallets/HostileWallet.sol";
import {Vm} from "../Test.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ReentrantToken} from "./tokens/ReentrantToken.sol";
import {UsdcCollectorTest} from "./UsdcCollectorTest.sol";

contract SettleBatchTest is UsdcCollectorTest {
    uint256 private constant GAS_EACH = 300_000;
    bytes32 private constant REFERENCE = "reference";
    bytes32 private constant INVOICE = "invoice";

    function test_settlesEachCall_andRecordsItAsASingleSettlementDoes() public {
        bytes[] memory calls = honestCalls(3);
        vm.recordLogs();
        send(calls, GAS_EACH);
        for (uint256 n = 0; n < 3; n++) {
            assertSettled(n);
        }
        vm.assertEq(like.balanceOf(MERCHANT), 3 * 12_500_000);
        vm.assertEq(skips(vm.getRecordedLogs()).length, 0);
    }

    function test_settlesTransfersBesideSettlementsUnderCaps() public {
        bytes[] memory calls = honestCalls(3);
        SettlementTerms memory terms = likeTerms(1);
        calls[1] = transferCall(terms, signTransferOf(PAYER_KEY, terms));
        send(calls, GAS_EACH);
        for (uint256 n = 0; n < 3; n++) {
            assertSettled(n);
        }
        vm.assertEq(like.balanceOf(MERCHANT), 3 * 12_500_000);
    }

    function test_skipsATransferThatWasSentBefore_andEmitsItsInvoice() public {
        bytes[] memory calls = honestCalls(2);
        SettlementTerms memory terms = likeTerms(1);
        bytes memory signature = signTransferOf(PAYER_KEY, terms);
        bytes32 nonce = transferNonce(terms);
        calls[1] = transferCall(terms, signature);
        like.transferWithAuthorization(
            payer, MERCHANT, terms.amount, VALID_AFTER, VALID_BEFORE, nonce, signature
        );
        vm.expectEmit(address(collector));
        emit BatchSettlements.SettlementSkipped(
            terms.invoiceHash,
            terms.referenceHash,
            abi.encodeWithSignature("Error(string)", "FiatTokenV2: authorization is used or canceled")
        );
        send(calls, GAS_EACH);
        assertSettled(0);
        assertNotRecorded(1);
    }

    function test_emitsTheOperator_forEachCall() public {
        SpendingCap memory cap = likeCap();
        vm.expectEmit(address(collector));
        emit CapSettlements.SettledWithAllowance(
            nthTerms(0).referenceHash,
            capHashOf(cap),
            cap.subscriptionHash,
            nthTerms(0).amount,
            nthTerms(0).amount,
            OPERATOR
        );
        send(honestCalls(1), GAS_EACH);
    }

    function test_doesNothing_whenThereAreNoCalls() public {
        send(new bytes[](0), GAS_EACH);
    }

    function test_skipsACallThatFails_emitsTheReason_andContinues() public {
        bytes[] memory calls = honestCalls(3);
        settleUnder(likeCap(), signCap(likeCap()), nthTerms(1));
        SettlementTerms memory settled = likeTerms(1);
        vm.expectEmit(address(collector));
        emit BatchSettlements.SettlementSkipped(
            settled.invoiceHash,
            settled.referenceHash,
            abi.encodeWithSelector(
                SettlementRegistry.InvoiceAlreadySettled.selector, settled.invoiceHash, recordHash(settled)
            )
        );
        send(calls, GAS_EACH);
        assertSettled(0);
        assertSettled(2);
        vm.assertEq(like.balanceOf(MERCHANT), 3 * 12_500_000);
    }

    function test_settlesAnInvoiceOnce_whenTheBatchHasItTwice() public {
        bytes[] memory calls = honestCalls(2);
        calls[1] = calls[0];
        vm.recordLogs();
        send(calls, GAS_EACH);
        vm.assertEq(like.balanceOf(MERCHANT), 12_500_000);
        vm.assertEq(skips(vm.getRecordedLogs()).length, 1);
    }

    function test_takesAtMostTheCap_inTotal() public {
        SpendingCap memory cap = likeCap();
        cap.total = 2 * 12_500_000;
        bytes[] memory calls = new bytes[](4);
        for (uint256 n = 0; n < 4; n++) {
            calls[n] = callOf(n, cap, signCap(cap));
        }
        send(calls, GAS_EACH);
        vm.assertEq(like.balanceOf(MERCHANT), cap.total);
        vm.assertEq(collector.spendingOf(cap).spent, cap.total);
        assertNotRecorded(2);
        assertNotRecorded(3);
    }

    function test_skipsAPayersContractThatBurnsItsGas_andSettlesTheOthers() public {
        assertOnlyTheHostileOneIsSkipped(HostileWallet.Mode.Burn, type(uint256).max, false);
    }

    function test_skipsAPayersContractThatPassesOnlySimulations_andSettlesTheOthers() public {
        vm.txGasPrice(1);
        assertOnlyTheHostileOneIsSkipped(HostileWallet.Mode.RefuseWhenSent, 0, false);
    }

    function test_skipsAPayersContractThatBurnsGasOutsideSimulations_andSettlesTheOthers() public {
        vm.txGasPrice(1);
        assertOnlyTheHostileOneIsSkipped(HostileWallet.Mode.BurnWhenSent, type(uint256).max, false);
    }

    /// As much data as the settlement's gas allows. More runs out of gas, as a burn does.
    function test_settles_whenAPayersContractReturnsHugeData() public {
        assertOnlyTheHostileOneIsSkipped(HostileWallet.Mode.HugeAnswer, 40_000, true);
    }

    function test_skipsAPayersContractThatRevertsWithHugeData_andSettlesTheOthers() public {
        assertOnlyTheHostileOneIsSkipped(HostileWallet.Mode.HugeRevert, 40_000, false);
    }

    function test_cutsALongReason() public {
        ReentrantToken token = new ReentrantToken();
        SettlementTerms memory terms = termsIn(token);
        token.callDuringTransfer(address(this), abi.encodeCall(this.revertHugely, (50_000)));
        SpendingCap memory cap = validCap();
        cap.token = terms.token;
        bytes[] memory calls = new bytes[](1);
        calls[0] = callOf(0, cap, signCap(cap));
        vm.recordLogs();
        send(calls, GAS_EACH);
        bytes[] memory reasons = skips(vm.getRecordedLogs());
        vm.assertEq(reasons.length, 1);
        vm.assertEq(reasons[0].length, 260);
    }

    function test_skips_whenATokenThatIsAnOperatorCallsTheBatch() public {
        ReentrantToken token = new ReentrantToken();
        SettlementTerms memory terms = termsIn(token);
        SpendingCap memory cap = validCap();
        cap.token = terms.token;
        bytes[] memory inner = honestCalls(1);
        token.callDuringTransfer(
            address(collector), abi.encodeCall(collector.settleBatch, (inner, uint256(1)))
        );
        bytes32 role = collector.OPERATOR_ROLE();
        vm.prank(ADMIN);
        collector.grantRole(role, address(token));
        bytes[] memory calls = new bytes[](2);
        calls[0] = callOf(1, cap, signCap(cap));
        calls[1] = inner[0];
        vm.recordLogs();
        send(calls, GAS_EACH);
        bytes[] memory reasons = skips(vm.getRecordedLogs());
        vm.assertEq(reasons.length, 1);
        vm.assertEq(
            reasons[0], abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
        );
        assertSettled(0);
        assertNotRecorded(1);
    }

    /// Even as an operator. The outer call continues.
    function test_aPayersContractCannotSettle_duringItsSignatureCheck() public {
        ReenteringWallet wallet = new ReenteringWallet();
        mint(address(wallet), FUNDS);
        wallet.execute(address(like), abi.encodeCall(like.approve, (address(collector), FUNDS)));
        wallet.callWhenAsked(
            address(collector), abi.encodeCall(collector.settleBatch, (honestCalls(1), uint256(100_000)))
        );
        bytes32 role = collector.OPERATOR_ROLE();
        vm.prank(ADMIN);
        collector.grantRole(role, address(wallet));
        SpendingCap memory cap = likeCap();
        cap.payer = address(wallet);
        bytes[] memory calls = new bytes[](1);
        calls[0] = callOf(1, cap, "anything");
        send(calls, GAS_EACH);
        vm.assertEq(like.balanceOf(MERCHANT), 12_500_000);
        vm.assertEq(like.balanceOf(payer), FUNDS);
        assertNotRecorded(0);
    }

    function test_reverts_whenTheCallerIsNotAnOperator() public {
        bytes[] memory calls = honestCalls(1);
        bytes32 role = collector.OPERATOR_ROLE();
        expectMissingRole(STRANGER, role);
        vm.prank(STRANGER);
        collector.settleBatch(calls, GAS_EACH);
    }

    function test_reverts_whenPaused() public {
        bytes[] memory calls = honestCalls(1);
        pause();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        send(calls, GAS_EACH);
    }

    function test_reverts_whenACallIsOfAnotherFunction() public {
        bytes[] memory calls = honestCalls(2);
        SettlementTerms memory terms = likeTerms(1);
        calls[1] = abi.encodeCall(
            collector.settleWithAuthorization, (terms, VALID_AFTER, VALID_BEFORE, authorize(terms))
        );
        expectNotASettlement(1);
        send(calls, GAS_EACH);

        calls[1] = abi.encodeCall(collector.settleBatch, (honestCalls(1), GAS_EACH));
        expectNotASettlement(1);
        send(calls, GAS_EACH);

        calls[1] = abi.encodeCall(collector.grantRole, (collector.OPERATOR_ROLE(), STRANGER));
        expectNotASettlement(1);
        send(calls, GAS_EACH);
        assertNotRecorded(0);
    }

    function test_reverts_whenACallIsCutShort_beforeItsInvoice() public {
        bytes[] memory calls = new bytes[](1);
        expectNotASettlement(0);
        send(calls, GAS_EACH);
        calls[0] = bytes.concat(collector.settleWithAllowance.selector, REFERENCE, new bytes(31));
        expectNotASettlement(0);
        send(calls, GAS_EACH);
    }

    function test_skips_whenACallIsCutShort_afterItsInvoice() public {
        bytes[] memory calls = honestCalls(2);
        calls[0] = bytes.concat(collector.settleWithAllowance.selector, REFERENCE, INVOICE);
        vm.expectEmit(address(collector));
        emit BatchSettlements.SettlementSkipped(INVOICE, REFERENCE, "");
        send(calls, GAS_EACH);
        assertSettled(1);
    }

    function test_reverts_whenGasEachIsMoreThanTheGasLeft() public {
        bytes[] memory calls = honestCalls(1);
        vm.prank(OPERATOR);
        (bool success, bytes memory reason) =
            address(collector).call(abi.encodeCall(collector.settleBatch, (calls, type(uint256).max)));
        vm.assertFalse(success);
        // forge-lint: disable-next-line(unsafe-typecast)
        vm.assertTrue(bytes4(reason) == BatchSettlements.InsufficientGas.selector);
    }

    /// With any gas, either all are settled or none is: a transaction with too little gas never skips a settlement.
    function testFuzz_skipsNoCallForLackOfGas(uint256 gas) public {
        bytes[] memory calls = honestCalls(3);
        gas = bound(gas, 50_000, 800_000);
        vm.recordLogs();
        vm.prank(OPERATOR);
        (bool success,) =
            address(collector).call{gas: gas}(abi.encodeCall(collector.settleBatch, (calls, 200_000)));
        vm.assertEq(like.balanceOf(MERCHANT), success ? 3 * 12_500_000 : 0);
        if (success) vm.assertEq(skips(vm.getRecordedLogs()).length, 0);
    }

    /// The same for a settlement that needs nearly all of its promised gas: EIP-150 takes none of it.
    function testFuzz_skipsNoCallForLackOfGas_whenOneNeedsAllOfIt(uint256 gas) public {
        bytes[] memory calls = new bytes[](1);
        calls[0] = hostileCall(0, HostileWallet.Mode.Burn, 200_000);
        uint256 needed = gasNeeded(calls);
        bytes memory data = abi.encodeCall(collector.settleBatch, (calls, needed));
        vm.prank(OPERATOR);
        (bool success,) = address(collector).call{gas: bound(gas, needed, needed + 60_000)}(data);
        vm.assertEq(like.balanceOf(MERCHANT), success ? 12_500_000 : 0);
    }

    /// A settlement that burns all its gas leaves enough to report it and to settle the next.
    function testFuzz_emitsEverySkip_withAnyGas(uint256 gas) public {
        bytes[] memory calls = honestCalls(3);
        calls[0] = hostileCall(0, HostileWallet.Mode.Burn, type(uint256).max);
        calls[2] = hostileCall(2, HostileWallet.Mode.Burn, type(uint256).max);
        gas = bound(gas, 400_000, 1_000_000);
        vm.recordLogs();
        vm.prank(OPERATOR);
        (bool success,) =
            address(collector).call{gas: gas}(abi.encodeCall(collector.settleBatch, (calls, 200_000)));
        vm.assertEq(like.balanceOf(MERCHANT), success ? 12_500_000 : 0);
        if (success) vm.assertEq(skips(vm.getRecordedLogs()).length, 2);
    }

    /// Called by a token during a settlement.
    function revertHugely(uint256 size) external pure {
        assembly {
            revert(mload(0x40), size)
        }
    }

    /// The least gas, to the next 100, with which the one call of the batch is settled.
    function gasNeeded(bytes[] memory calls) private returns (uint256 enough) {
        uint256 short = 200_000;
        enough = 600_000;
        uint256 before = vm.snapshotState();
        while (enough - short > 100) {
            uint256 middle = (short + enough) / 2;
            send(calls, middle);
            if (like.balanceOf(MERCHANT) > 0) enough = middle;
            else short = middle;
            vm.revertToState(before);
        }
    }

    function send(bytes[] memory calls, uint256 gasEach) private {
        vm.prank(OPERATOR);
        collector.settleBatch(calls, gasEach);
    }

    function honestCalls(uint256 count) private view returns (bytes[] memory calls) {
        calls = new bytes[](count);
        SpendingCap memory cap = likeCap();
        bytes memory signature = signCap(cap);
        for (uint256 n = 0; n < count; n++) {
            calls[n] = callOf(n, cap, signature);
        }
    }

    /// The hostile call is the second of three.
    function assertOnlyTheHostileOneIsSkipped(HostileWallet.Mode mode, uint256 size, bool settled) private {
        bytes[] memory calls = honestCalls(3);
        calls[1] = hostileCall(1, mode, size);
        vm.recordLogs();
        send(calls, GAS_EACH);
        assertSettled(0);
        assertSettled(2);
        vm.assertTrue((registry.recordOf(nthTerms(1).invoiceHash) != 0) == settled);
        vm.assertEq(skips(vm.getRecordedLogs()).length, settled ? 0 : 1);
    }

    /// A call under the cap of a hostile wallet that the payer owns.
    function hostileCall(uint256 n, HostileWallet.Mode mode, uint256 size) private returns (bytes memory) {
        HostileWallet wallet = new HostileWallet(payer);
        mint(address(wallet), FUNDS);
        vm.prank(payer);
        wallet.execute(address(like), abi.encodeCall(like.approve, (address(collector), FUNDS)));
        vm.prank(payer);
        wallet.setMode(mode, size);
        SpendingCap memory cap = likeCap();
        cap.payer = address(wallet);
        return callOf(n, cap, signCap(cap));
    }

    function skips(Vm.Log[] memory logs) private pure returns (bytes[] memory reasons) {
        uint256 count;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics[0] == BatchSettlements.SettlementSkipped.selector) count++;
        }
        reasons = new bytes[](count);
        for (uint256 i = logs.length; i > 0; i--) {
            if (logs[i - 1].topics[0] != BatchSettlements.SettlementSkipped.selector) continue;
            (, reasons[--count]) = abi.decode(logs[i - 1].data, (bytes32, bytes));
        }
    }

    function expectNotASettlement(uint256 index) private {
        vm.expectRevert(abi.encodeWithSelector(BatchSettlements.NotASettlement.selector, index));
    }

    function assertSettled(uint256 n) private view {
        assertRecorded(likeTerms(n));
    }
}

/// Accepts every signature, and makes a call during the check.
contract ReenteringWallet {
    address private target;
    bytes private data;

    function execute(address to, bytes calldata what) external {
        (bool success,) = to.call(what);
        require(success);
    }

    function callWhenAsked(address to, bytes calldata what) external {
        target = to;
        data = what;
    }

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        (bool success,) = target.call(data);
        require(!success);
        return this.isValidSignature.selector;
    }
}
