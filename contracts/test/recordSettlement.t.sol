// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementRegistry} from "../src/SettlementRegistry.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {RegistryTest} from "./RegistryTest.sol";

contract RecordSettlementTest is RegistryTest {
    function test_recordsTheSettlement_andEmitsTheEvent() public {
        Call memory call = validCall();
        expectSettlementRecorded(call, SETTLER);
        record(call);
        assertRecorded(call);
    }

    function test_emitsOneEventOnly() public {
        vm.recordLogs();
        record(validCall());
        vm.assertEq(vm.getRecordedLogs().length, 1);
    }

    function test_emitsTheSettlerThatRecorded_whenThereAreTwo() public {
        bytes32 role = registry.SETTLER_ROLE();
        vm.prank(ADMIN);
        registry.grantRole(role, address(0x5E2));

        Call memory call = validCall();
        expectSettlementRecorded(call, address(0x5E2));
        recordAs(address(0x5E2), call);
    }

    function test_records_whenTheBlockIsAtValidUntil() public {
        Call memory call = validCall();
        vm.warp(call.validUntil);
        record(call);
        assertRecorded(call);
    }

    function test_records_whenTheAmountIsZero() public {
        Call memory call = validCall();
        call.amount = 0;
        record(call);
        assertRecorded(call);
    }

    function test_records_whenTheAmountIsTheLargest() public {
        Call memory call = validCall();
        call.amount = registry.MAX_AMOUNT();
        record(call);
        assertRecorded(call);
    }

    function test_reverts_whenTheAmountExceedsTheLargest() public {
        Call memory call = validCall();
        uint256 maxAmount = registry.MAX_AMOUNT();
        call.amount = maxAmount + 1;
        vm.expectRevert(
            abi.encodeWithSelector(SettlementRegistry.AmountTooLarge.selector, maxAmount + 1, maxAmount)
        );
        record(call);
    }

    function test_reverts_whenTheCallerIsNotASettler() public {
        Call memory call = validCall();
        bytes32 role = registry.SETTLER_ROLE();
        address[3] memory others = [STRANGER, ADMIN, PAUSER];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            recordAs(others[i], call);
        }
    }

    function test_reverts_whenTheSettlerWasRevoked() public {
        bytes32 role = registry.SETTLER_ROLE();
        vm.prank(ADMIN);
        registry.revokeRole(role, SETTLER);

        expectMissingRole(SETTLER, role);
        record(validCall());
    }

    function test_reverts_whenPaused_untilUnpaused() public {
        pause();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        record(validCall());
        vm.prank(ADMIN);
        registry.unpause();
        record(validCall());
        assertRecorded(validCall());
    }

    function test_reverts_whenThePayerIsZero() public {
        Call memory call = validCall();
        call.payer = address(0);
        vm.expectRevert(abi.encodeWithSelector(SettlementRegistry.InvalidAddress.selector));
        record(call);
    }

    function test_reverts_whenTheMerchantIsZero() public {
        Call memory call = validCall();
        call.merchant = address(0);
        vm.expectRevert(abi.encodeWithSelector(SettlementRegistry.InvalidAddress.selector));
        record(call);
    }

    function test_reverts_whenTheReferenceHashIsZero() public {
        Call memory call = validCall();
        call.referenceHash = 0;
        vm.expectRevert(abi.encodeWithSelector(SettlementRegistry.InvalidReference.selector));
        record(call);
    }

    function test_reverts_whenTheInvoiceHashIsZero() public {
        Call memory call = validCall();
        call.invoiceHash = 0;
        vm.expectRevert(abi.encodeWithSelector(SettlementRegistry.InvalidReference.selector));
        record(call);
    }

    function test_reverts_whenTheSameSettlementIsRecordedAgain() public {
        Call memory call = validCall();
        record(call);
        expectInvoiceAlreadySettled(call);
        record(call);
    }

    function test_records_whenTheReferenceSettledAnotherInvoice() public {
        Call memory first = validCall();
        record(first);
        Call memory second = validCall();
        second.invoiceHash = keccak256("another invoice");
        expectSettlementRecorded(second, SETTLER);
        record(second);
        assertRecorded(first);
        assertRecorded(second);
    }

    function test_reverts_whenTheInvoiceWasSettledUnderAnotherReference() public {
        Call memory first = validCall();
        record(first);
        Call memory second = validCall();
        second.referenceHash = keccak256("another reference");
        expectInvoiceAlreadySettled(first);
        record(second);
        assertRecorded(first);
    }

    function test_reverts_whenTheInvoiceIsSettledAgain_withEverythingElseChanged() public {
        Call memory first = validCall();
        record(first);
        expectInvoiceAlreadySettled(first);
        record(
            Call(
                keccak256("another"),
                first.invoiceHash,
                STRANGER,
                STRANGER,
                STRANGER,
                first.amount + 1,
                first.validUntil + 1
            )
        );
        assertRecorded(first);
    }

    function test_reverts_whenTheBlockIsAfterValidUntil() public {
        Call memory call = validCall();
        vm.warp(call.validUntil + 1);
        vm.expectRevert(
            abi.encodeWithSelector(SettlementRegistry.SettlementExpired.selector, call.validUntil)
        );
        record(call);
    }

    function test_revertsWithAlreadySettled_whenAlsoExpired() public {
        Call memory call = validCall();
        record(call);
        vm.warp(call.validUntil + 1);
        expectInvoiceAlreadySettled(call);
        record(call);
    }

    function testFuzz_recordsAnyValidSettlementOnce_andProvesIt(Call memory call, uint256 time) public {
        call.referenceHash = nonZero(call.referenceHash);
        call.invoiceHash = nonZero(call.invoiceHash);
        call.payer = nonZero(call.payer);
        call.merchant = nonZero(call.merchant);
        call.amount = bound(call.amount, 0, registry.MAX_AMOUNT());
        time = bound(time, 1, type(uint64).max);
        call.validUntil = uint64(bound(call.validUntil, time, type(uint64).max));
        vm.warp(time);

        expectSettlementRecorded(call, SETTLER);
        record(call);
        assertRecorded(call);

        expectInvoiceAlreadySettled(call);
        record(call);
        assertRecorded(call);
    }

    function testFuzz_neverTruncatesAnAmount(uint256 amount) public {
        Call memory call = validCall();
        call.amount = amount;
        uint256 maxAmount = registry.MAX_AMOUNT();
        if (amount > maxAmount) {
            vm.expectRevert(
                abi.encodeWithSelector(SettlementRegistry.AmountTooLarge.selector, amount, maxAmount)
            );
            record(call);
            assertNotRecorded(call.invoiceHash);
        } else {
            record(call);
            assertRecorded(call);
        }
    }

    function testFuzz_recordsTwoSettlementsSeparately(Call memory second) public {
        Call memory first = validCall();
        second.referenceHash = nonZero(second.referenceHash);
        second.invoiceHash = nonZero(second.invoiceHash);
        second.payer = nonZero(second.payer);
        second.merchant = nonZero(second.merchant);
        second.amount = bound(second.amount, 0, registry.MAX_AMOUNT());
        second.validUntil = uint64(bound(second.validUntil, NOW, type(uint64).max));
        vm.assume(first.invoiceHash != second.invoiceHash);

        record(first);
        record(second);
        assertRecorded(first);
        assertRecorded(second);
    }

    function expectInvoiceAlreadySettled(Call memory recorded) private {
        vm.expectRevert(
            abi.encodeWithSelector(
                SettlementRegistry.InvoiceAlreadySettled.selector,
                recorded.invoiceHash,
                recordHash(recorded, SETTLER)
            )
        );
    }

    function nonZero(bytes32 hash) private pure returns (bytes32) {
        return hash == 0 ? bytes32(uint256(1)) : hash;
    }

    function nonZero(address account) private pure returns (address) {
        return account == address(0) ? address(1) : account;
    }
}
