// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CapSettlements, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
import {WalletFactory} from "../wallets/WalletFactory.sol";
import {CapTest} from "./CapTest.sol";

contract ReplaceCapTest is CapTest {
    /// Every later cap has started.
    function setUp() public override {
        super.setUp();
        vm.warp(NOW + 1);
    }

    function test_replacesTheCap_andEmitsAnEvent_whenThePayerSendsItUnsigned() public {
        SpendingCap memory cap = laterCap();
        vm.expectEmit(address(collector));
        emit CapSettlements.CapReplaced(capHashOf(cap), payer, cap.subscriptionHash, cap.total);
        replaceAs(payer, cap, "");
        vm.assertEq(collector.spendingOf(validCap()).start, cap.start);
        expectReplaced(cap.start);
        take(validCap(), 1);
        take(cap, 12_500_000);
        assertMoved(12_500_000);
    }

    function test_replacesTheCap_whenAStrangerSendsThePayersSignature() public {
        replaceAs(STRANGER, laterCap(), signCap(laterCap()));
        expectReplaced(NOW + 1);
        take(validCap(), 1);
    }

    function test_replaces_whenPaused_orTheCapHasExpired() public {
        SpendingCap memory cap = laterCap();
        cap.validUntil = NOW;
        pause();
        replaceAs(payer, cap, "");
        vm.assertEq(collector.spendingOf(validCap()).start, cap.start);
    }

    function test_countsWhatWasTakenInTheMonth_butNotInTotal() public {
        take(monthly(validCap()), 50_000_000);
        replaceAs(payer, monthly(laterCap()), "");
        assertSpent(monthly(laterCap()), 0, 50_000_000);
    }

    function test_countsWhatWasTakenInTheWeek_butNotInTotal() public {
        take(validCap(), 50_000_000);
        replaceAs(payer, laterCap(), "");
        assertSpent(laterCap(), 0, 50_000_000);
        vm.warp(MONDAY - 1);
        assertSpent(laterCap(), 0, 50_000_000);
        vm.warp(MONDAY);
        assertSpent(laterCap(), 0, 0);
    }

    function test_countsWhatAllCapsBeforeTookInTheWeek() public {
        take(validCap(), 30_000_000);
        replaceAs(payer, laterCap(), "");
        take(laterCap(), 30_000_000);
        SpendingCap memory cap = laterCap();
        cap.start = NOW + 2;
        vm.warp(NOW + 2);
        replaceAs(payer, cap, "");
        expectCapExceeded(20_000_001, 20_000_000);
        take(cap, 20_000_001);
        take(cap, 20_000_000);
        assertSpent(cap, 20_000_000, 80_000_000);
    }

    function test_countsNothing_whenThePeriodsHaveAnotherLength() public {
        take(validCap(), 50_000_000);
        replaceAs(payer, everyTenDays(laterCap()), "");
        assertSpent(everyTenDays(laterCap()), 0, 0);
        take(everyTenDays(laterCap()), 60_000_000);
    }

    function test_endsTheCaps_whenItsLimitsAreZero() public {
        take(validCap(), 12_500_000);
        replaceAs(payer, endingCap(), "");
        expectReplaced(NOW + 1);
        take(validCap(), 1);
        expectCapExceeded(1, 0);
        take(endingCap(), 1);
        assertMoved(12_500_000);
    }

    /// So the payer needs no gas.
    function test_endsTheCaps_whenAStrangerSendsThePayersSignature() public {
        replaceAs(STRANGER, endingCap(), signCap(endingCap()));
        expectReplaced(NOW + 1);
        take(validCap(), 1);
    }

    function test_leavesOtherSubscriptions_andTokensAlone() public {
        replaceAs(payer, endingCap(), "");
        SpendingCap memory cap = validCap();
        cap.subscriptionHash = keccak256("another subscription");
        take(cap, 12_500_000);
        cap = endingCap();
        cap.token = STRANGER;
        cap.start = NOW;
        replaceAs(payer, cap, "");
        vm.assertEq(collector.spendingOf(cap).start, NOW);
    }

    function test_replaces_whenAnAccountWithCodeSendsItOrSignedIt() public {
        SmartWallet account = new SmartWallet(payer, address(0), "");
        SpendingCap memory cap = laterCap();
        cap.payer = address(account);
        replaceAs(STRANGER, cap, signCap(cap));
        vm.assertEq(collector.spendingOf(cap).start, NOW + 1);

        vm.warp(NOW + 2);
        cap.start = NOW + 2;
        vm.prank(payer);
        account.execute(address(collector), abi.encodeCall(collector.replaceCap, (cap, "")));
        expectReplaced(NOW + 2);
        replaceAs(STRANGER, cap, signCap(cap));
    }

    function test_reverts_whenAnAccountWithCodeWithdrewItsSignature() public {
        SmartWallet account = new SmartWallet(payer, address(0), "");
        SpendingCap memory cap = laterCap();
        cap.payer = address(account);
        bytes memory signature = signCap(cap);
        vm.prank(payer);
        account.setOwner(STRANGER);
        expectInvalidSignature();
        replaceAs(STRANGER, cap, signature);
    }

    function test_reverts_whenTheSignatureIsOfAnAccountThatIsNotDeployed() public {
        WalletFactory factory = new WalletFactory();
        SpendingCap memory cap = laterCap();
        cap.payer = factory.addressOf(payer, "salt", address(0), "");
        bytes memory deployment = abi.encodeCall(factory.deploy, (payer, "salt", address(0), ""));
        bytes memory signature = wrap(address(factory), deployment, signCap(cap));
        expectInvalidSignature();
        replaceAs(STRANGER, cap, signature);
        vm.assertEq(cap.payer.code.length, 0);
    }

    function test_reverts_whenAnybodyElseSendsItUnsigned() public {
        address[4] memory others = [STRANGER, ADMIN, OPERATOR, MERCHANT];
        for (uint256 i = 0; i < others.length; i++) {
            expectInvalidSignature();
            replaceAs(others[i], laterCap(), "");
        }
        take(validCap(), 12_500_000);
        assertMoved(12_500_000);
    }

    function test_reverts_whenThePayerDidNotSignThisCap_forThisCollector() public {
        SpendingCap memory cap = laterCap();
        expectInvalidSignature();
        replaceAs(STRANGER, cap, sign(OTHER_KEY, capHashOf(cap)));

        bytes memory signature = signCap(cap);
        cap.total += 1;
        expectInvalidSignature();
        replaceAs(STRANGER, cap, signature);

        cap = laterCap();
        collector = newCollector();
        expectInvalidSignature();
        replaceAs(STRANGER, cap, signature);
    }

    function test_reverts_whenTheCapHasNotStarted() public {
        SpendingCap memory cap = laterCap();
        cap.start = NOW + 2;
        expectNotStarted(NOW + 2);
        replaceAs(payer, cap, "");
    }

    function test_reverts_whenTheCapBeforeStartsLaterOrAtOnce() public {
        take(laterCap(), 12_500_000);
        expectReplaced(NOW + 1);
        replaceAs(payer, laterCap(), "");
        expectReplaced(NOW + 1);
        replaceAs(payer, endingCap(), "");
        expectReplaced(NOW + 1);
        replaceAs(payer, validCap(), "");
        take(laterCap(), 12_500_000);
        assertMoved(25_000_000);
    }

    /// As a page makes it for a payer who wants to end a subscription.
    function endingCap() private view returns (SpendingCap memory cap) {
        cap = laterCap();
        cap.perCharge = 0;
        cap.perPeriod = 0;
        cap.total = 0;
    }

    /// An expectation set just before applies to it.
    function replaceAs(address account, SpendingCap memory cap, bytes memory signature) private {
        vm.prank(account);
        collector.replaceCap(cap, signature);
    }
}
