// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CapSettlements, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
import {CapTest} from "./CapTest.sol";
import {SilentToken} from "./tokens/SilentToken.sol";
import {StillToken} from "./tokens/StillToken.sol";

contract SettleWithAllowanceTest is CapTest {
    uint64 private constant FEBRUARY = 1_801_440_000;
    uint64 private constant MARCH = 1_803_859_200;

    function test_paysTheMerchant_recordsTheSettlement_countsTheAmount_andEmitsAnEvent() public {
        SpendingCap memory cap = validCap();
        take(cap, 20_000_000);
        vm.warp(MONDAY);
        SettlementTerms memory terms = validTerms();
        terms.validUntil = MONDAY;
        bytes memory signature = signCap(cap);
        vm.expectEmit(address(registry));
        emit SettlementRegistry.SettlementRecorded(
            terms.referenceHash,
            terms.invoiceHash,
            payer,
            MERCHANT,
            address(usdc),
            terms.amount,
            address(collector)
        );
        vm.expectEmit(address(collector));
        emit CapSettlements.SettledWithAllowance(
            terms.referenceHash, capHashOf(cap), cap.subscriptionHash, 32_500_000, 12_500_000, OPERATOR
        );
        settleUnder(cap, signature, terms);

        assertRecorded(terms);
        assertMoved(32_500_000);
        assertSpent(cap, 32_500_000, 12_500_000);
    }

    function test_takesAtMostPerCharge_inOneSettlement() public {
        expectCapExceeded(60_000_001, 60_000_000);
        take(validCap(), 60_000_001);
        assertUntouched(validTerms());
        assertSpent(validCap(), 0, 0);
        take(validCap(), 60_000_000);
        assertMoved(60_000_000);
    }

    function test_takesAtMostPerPeriod_inOnePeriod() public {
        take(validCap(), 60_000_000);
        expectCapExceeded(20_000_001, 20_000_000);
        take(validCap(), 20_000_001);
        take(validCap(), 20_000_000);
        expectCapExceeded(1, 0);
        take(validCap(), 1);
        assertSpent(validCap(), 80_000_000, 80_000_000);
        assertMoved(80_000_000);
    }

    function test_takesAtMostTheTotal_inAllPeriods() public {
        take(validCap(), 60_000_000);
        vm.warp(MONDAY);
        expectCapExceeded(40_000_001, 40_000_000);
        take(validCap(), 40_000_001);
        take(validCap(), 40_000_000);
        vm.warp(MONDAY + 7 days);
        expectCapExceeded(1, 0);
        take(validCap(), 1);
        assertSpent(validCap(), 100_000_000, 0);
        assertMoved(100_000_000);
    }

    /// The cap starts on a Friday, so that its first week is short.
    function test_beginsAPeriod_onMondayAtMidnight() public {
        SpendingCap memory cap = validCap();
        cap.total = 300_000_000;
        for (uint256 n = 0; n < 3; n++) {
            take(cap, 60_000_000);
            take(cap, 20_000_000);
            vm.warp(MONDAY + n * 7 days - 1);
            expectCapExceeded(1, 0);
            take(cap, 1);
            if (n < 2) vm.warp(MONDAY + n * 7 days);
        }
        assertSpent(cap, 240_000_000, 80_000_000);
    }

    function test_beginsAPeriod_atMidnight_whenItIsADay() public {
        SpendingCap memory cap = validCap();
        cap.periodSeconds = 1 days;
        take(cap, 60_000_000);
        // 16 January.
        vm.warp(1_800_057_599);
        expectCapExceeded(20_000_001, 20_000_000);
        take(cap, 20_000_001);
        vm.warp(1_800_057_600);
        take(cap, 40_000_000);
        assertSpent(cap, 100_000_000, 40_000_000);
    }

    /// The cap starts on 15 January.
    function test_beginsAPeriod_atTheBeginningOfACalendarMonth() public {
        SpendingCap memory cap = monthly(validCap());
        cap.total = 300_000_000;
        take(cap, 60_000_000);
        vm.warp(FEBRUARY - 1);
        take(cap, 20_000_000);
        expectCapExceeded(1, 0);
        take(cap, 1);
        vm.warp(FEBRUARY);
        take(cap, 60_000_000);
        take(cap, 20_000_000);
        vm.warp(MARCH - 1);
        expectCapExceeded(1, 0);
        take(cap, 1);
        vm.warp(MARCH);
        take(cap, 1);
        assertSpent(cap, 160_000_001, 1);
    }

    function test_hasOnePeriod_whenItsLengthIsTheLargest() public {
        SpendingCap memory cap = validCap();
        cap.periodSeconds = type(uint64).max;
        cap.validUntil = type(uint64).max;
        take(cap, 60_000_000);
        vm.warp(type(uint32).max - 1);
        expectCapExceeded(20_000_001, 20_000_000);
        take(cap, 20_000_001);
    }

    /// Each is another key of what was spent.
    function test_countsSubscriptions_tokensAndPayersSeparately() public {
        take(validCap(), 60_000_000);
        SpendingCap memory cap = validCap();
        cap.subscriptionHash = keccak256("another subscription");
        assertSpent(cap, 0, 0);
        cap = validCap();
        cap.token = STRANGER;
        assertSpent(cap, 0, 0);
        cap = validCap();
        cap.payer = STRANGER;
        assertSpent(cap, 0, 0);
        cap = validCap();
        cap.merchant = STRANGER;
        assertSpent(cap, 60_000_000, 60_000_000);
    }

    function test_reverts_whenTheSumIsPastNinetySixBits() public {
        SilentToken token = new SilentToken();
        token.mint(payer, type(uint96).max);
        token.mint(payer, 1);
        allow(address(token));
        SpendingCap memory cap = validCap();
        cap.token = address(token);
        cap.perCharge = type(uint256).max;
        cap.perPeriod = type(uint256).max;
        cap.total = type(uint256).max;
        take(cap, type(uint96).max);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        take(cap, 1);
        vm.warp(MONDAY);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        take(cap, 1);
    }

    function test_settles_whenTheBlockIsAtTheCapsTimeLimit() public {
        SpendingCap memory cap = validCap();
        cap.validUntil = NOW;
        settleUnder(cap, signCap(cap), validTerms());
        assertMoved(12_500_000);
    }

    function test_settles_whenThePayerIsASmartAccount_untilItWithdrawsItsSignature() public {
        SmartWallet account = new SmartWallet(payer, address(0), "");
        vm.prank(payer);
        account.execute(address(usdc), abi.encodeCall(usdc.approve, (address(collector), FUNDS)));
        usdc.mint(address(account), FUNDS);
        SpendingCap memory cap = validCap();
        cap.payer = address(account);
        bytes memory signature = signCap(cap);
        settleUnder(cap, signature, nthTerms(1));
        vm.assertEq(usdc.balanceOf(address(account)), FUNDS - 12_500_000);

        vm.prank(payer);
        account.setOwner(STRANGER);
        expectInvalidSignature();
        settleUnder(cap, signature, nthTerms(2));
    }

    function test_settles_fromTheCapsStart() public {
        SpendingCap memory cap = laterCap();
        expectNotStarted(NOW + 1);
        take(cap, 1);
        vm.warp(NOW + 1);
        take(cap, 12_500_000);
        assertMoved(12_500_000);
    }

    function test_raisesTheLimits_andCountsWhatTheEarlierCapTookInTheMonth() public {
        take(monthly(validCap()), 60_000_000);
        take(monthly(validCap()), 20_000_000);
        vm.warp(NOW + 1);
        SpendingCap memory raised = monthly(laterCap());
        raised.perPeriod = 110_000_000;
        raised.total = 50_000_000;
        expectCapExceeded(30_000_001, 30_000_000);
        take(raised, 30_000_001);
        take(raised, 30_000_000);
        assertSpent(raised, 30_000_000, 110_000_000);
        vm.warp(FEBRUARY);
        expectCapExceeded(20_000_001, 20_000_000);
        take(raised, 20_000_001);
        take(raised, 20_000_000);
        assertSpent(raised, 50_000_000, 20_000_000);
    }

    function test_lowersTheLimits_belowWhatTheEarlierCapTookInTheMonth() public {
        take(monthly(validCap()), 60_000_000);
        vm.warp(NOW + 1);
        SpendingCap memory lowered = monthly(laterCap());
        lowered.perPeriod = 50_000_000;
        expectCapExceeded(1, 0);
        take(lowered, 1);
        vm.warp(FEBRUARY);
        take(lowered, 50_000_000);
        assertSpent(lowered, 50_000_000, 50_000_000);
    }

    function test_raisesTheLimits_andCountsWhatTheEarlierCapTookInTheWeek() public {
        take(validCap(), 60_000_000);
        take(validCap(), 20_000_000);
        SpendingCap memory raised = laterCap();
        raised.start = MONDAY - 1;
        raised.perPeriod = 110_000_000;
        raised.total = 50_000_000;
        vm.warp(MONDAY - 1);
        expectCapExceeded(30_000_001, 30_000_000);
        take(raised, 30_000_001);
        take(raised, 30_000_000);
        assertSpent(raised, 30_000_000, 110_000_000);
        vm.warp(MONDAY);
        expectCapExceeded(20_000_001, 20_000_000);
        take(raised, 20_000_001);
        take(raised, 20_000_000);
        assertSpent(raised, 50_000_000, 20_000_000);
    }

    function test_lowersTheLimits_belowWhatTheEarlierCapTookInTheWeek() public {
        take(validCap(), 60_000_000);
        SpendingCap memory lowered = laterCap();
        lowered.start = MONDAY - 1;
        lowered.perPeriod = 50_000_000;
        vm.warp(MONDAY - 1);
        expectCapExceeded(1, 0);
        take(lowered, 1);
        vm.warp(MONDAY);
        take(lowered, 50_000_000);
        assertSpent(lowered, 50_000_000, 50_000_000);
    }

    function test_countsNothingOfTheEarlierCap_whenItTookThatInAWeekBefore() public {
        take(validCap(), 60_000_000);
        SpendingCap memory later = laterCap();
        later.start = MONDAY;
        vm.warp(MONDAY);
        take(later, 60_000_000);
        assertSpent(later, 60_000_000, 60_000_000);
    }

    function test_countsNothingOfTheEarlierCap_whenItsPeriodsHaveAnotherLength() public {
        take(validCap(), 60_000_000);
        vm.warp(NOW + 1);
        take(everyTenDays(laterCap()), 60_000_000);
        assertSpent(everyTenDays(laterCap()), 60_000_000, 60_000_000);
        SpendingCap memory ofMonths = monthly(laterCap());
        ofMonths.start = NOW + 2;
        vm.warp(NOW + 2);
        take(ofMonths, 60_000_000);
        assertSpent(ofMonths, 60_000_000, 60_000_000);
        SpendingCap memory weekly = laterCap();
        weekly.start = NOW + 3;
        vm.warp(NOW + 3);
        take(weekly, 60_000_000);
        assertSpent(weekly, 60_000_000, 60_000_000);
    }

    function test_countsTwoCapsTogether_whenTheyStartAtOnce() public {
        SpendingCap memory other = validCap();
        other.perPeriod = 90_000_000;
        other.total = 90_000_000;
        take(validCap(), 60_000_000);
        take(other, 10_000_000);
        expectCapExceeded(10_000_001, 10_000_000);
        take(validCap(), 10_000_001);
        expectCapExceeded(20_000_001, 20_000_000);
        take(other, 20_000_001);
    }

    /// Otherwise each would begin a period at its turn, and take what the other has not left.
    function test_beginsAPeriodOfTwoCapsThatStartAtOnce_whenThePeriodsOfBothAreOver() public {
        SpendingCap memory ofDays = everyTenDays(validCap());
        SpendingCap memory ofMonths = monthly(validCap());
        ofDays.total = 300_000_000;
        ofMonths.total = 300_000_000;
        take(ofMonths, 60_000_000);
        take(ofDays, 20_000_000);
        expectCapExceeded(1, 0);
        take(ofMonths, 1);
        expectCapExceeded(1, 0);
        take(ofDays, 1);
        // The third period of ten days is over on 8 February, after the month is.
        vm.warp(FEBRUARY - 1);
        expectCapExceeded(1, 0);
        take(ofMonths, 1);
        vm.warp(FEBRUARY);
        take(ofDays, 60_000_000);
        vm.warp(FEBRUARY + 7 days - 1);
        expectCapExceeded(20_000_001, 20_000_000);
        take(ofDays, 20_000_001);
        take(ofMonths, 20_000_000);
        vm.warp(FEBRUARY + 7 days);
        expectCapExceeded(1, 0);
        take(ofDays, 1);
        vm.warp(MARCH);
        take(ofMonths, 60_000_000);
    }

    function test_revertsWithAlreadySettled_whenTheFirstSettlementUsedTheWholeCap() public {
        SpendingCap memory cap = validCap();
        cap.total = 12_500_000;
        bytes memory signature = signCap(cap);
        settleUnder(cap, signature, validTerms());
        expectInvoiceAlreadySettled(validTerms());
        settleUnder(cap, signature, validTerms());
        assertMoved(12_500_000);
    }

    function test_reverts_whenACapThatStartsLaterWasUsed() public {
        take(validCap(), 12_500_000);
        vm.warp(NOW + 1);
        take(validCap(), 12_500_000);
        take(laterCap(), 12_500_000);
        expectReplaced(NOW + 1);
        take(validCap(), 12_500_000);
        vm.warp(MONDAY);
        expectReplaced(NOW + 1);
        take(validCap(), 0);
        assertMoved(37_500_000);
    }

    function test_reverts_whenTheCapHasExpired() public {
        SpendingCap memory cap = validCap();
        cap.validUntil = NOW - 1;
        bytes memory signature = signCap(cap);
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapExpired.selector, cap.validUntil));
        settleUnder(cap, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenAnyFieldOfTheCapIsNotAsSigned() public {
        bytes memory signature = signCap(validCap());
        usdc.mint(vm.addr(OTHER_KEY), FUNDS);
        vm.prank(vm.addr(OTHER_KEY));
        usdc.approve(address(collector), FUNDS);
        for (uint256 field = 0; field < 10; field++) {
            SpendingCap memory cap = validCap();
            if (field == 0) cap.payer = vm.addr(OTHER_KEY);
            if (field == 1) cap.merchant = STRANGER;
            if (field == 2) cap.subscriptionHash = keccak256("another subscription");
            if (field == 3) cap.perCharge += 1;
            if (field == 4) cap.perPeriod += 1;
            if (field == 5) cap.total += 1;
            if (field == 6) cap.periodSeconds += 1;
            if (field == 7) cap.start -= 1;
            if (field == 8) cap.validUntil += 1;
            if (field == 9) cap.rateCards = keccak256(abi.encodePacked(keccak256("rate card")));
            expectInvalidSignature();
            settleUnder(cap, signature, validTerms());
        }
        SpendingCap memory inAnotherToken = validCap();
        inAnotherToken.token = termsIn(new StillToken()).token;
        expectInvalidSignature();
        settleUnder(inAnotherToken, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenSignedForAnotherChain() public {
        bytes memory signature = signCap(validCap());
        vm.chainId(block.chainid + 1);
        expectInvalidSignature();
        settleUnder(validCap(), signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenSignedForAnotherCollector() public {
        bytes memory signature = signCap(validCap());
        SpendingCap memory cap = validCap();
        collector = newCollector();
        vm.prank(payer);
        usdc.approve(address(collector), type(uint256).max);
        expectInvalidSignature();
        settleUnder(cap, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenTheAllowanceIsTooSmall() public {
        bytes memory signature = signCap(validCap());
        vm.prank(payer);
        usdc.approve(address(collector), 12_499_999);
        vm.expectRevert(
            abi.encodeWithSelector(CapSettlements.AllowanceTooLow.selector, 12_499_999, 12_500_000)
        );
        settleUnder(validCap(), signature, validTerms());
        assertUntouched(validTerms());
        assertSpent(validCap(), 0, 0);
    }

    /// At any times, with any limits. What is left is told from all amounts before.
    function testFuzz_takesAtMostWhatIsLeft(
        uint256[3] memory limits,
        uint256 periodSeconds,
        uint256[8] memory amounts,
        uint256[8] memory pauses
    ) public {
        SpendingCap memory cap = validCap();
        cap.perCharge = bound(limits[0], 0, FUNDS / 4);
        cap.perPeriod = bound(limits[1], 0, FUNDS / 2);
        cap.total = bound(limits[2], 0, FUNDS);
        cap.periodSeconds = uint64(bound(periodSeconds, 1, 3 days));
        bytes memory signature = signCap(cap);
        uint256 time = NOW;
        uint256 spent;
        uint256 spentInPeriod;
        for (uint256 n = 0; n < amounts.length; n++) {
            uint256 period = (time + 3 days) / cap.periodSeconds;
            time += bound(pauses[n], 0, 2 days);
            if ((time + 3 days) / cap.periodSeconds > period) spentInPeriod = 0;
            vm.warp(time);
            uint256 left = cap.perCharge;
            if (left > cap.perPeriod - spentInPeriod) left = cap.perPeriod - spentInPeriod;
            if (left > cap.total - spent) left = cap.total - spent;
            uint256 amount = bound(amounts[n], 0, cap.perCharge + 1);
            if (amount > left) {
                expectCapExceeded(amount, left);
            } else {
                spent += amount;
                spentInPeriod += amount;
            }
            take(cap, signature, amount);
        }
        assertSpent(cap, spent, spentInPeriod);
        assertMoved(spent);
    }
}
