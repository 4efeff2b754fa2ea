// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementCollector} from "../../src/SettlementCollector.sol";
import {UsdcCollectorTest} from "./UsdcCollectorTest.sol";

/// What a caller pays, held in snapshots/, with a token that costs what USDC does. Isolated, each call is a
/// transaction of its own, so the figures have its 21000 gas, its calldata and cold storage.
/// forge-config: default.isolate = true
contract CollectorGasTest is UsdcCollectorTest {
    address private constant PAID = address(uint160(uint256(keccak256("merchant"))));

    /// The merchant has been paid before, as it mostly has.
    function setUp() public override {
        super.setUp();
        mint(PAID, 1);
    }

    function test_settleWithAuthorization() public {
        SettlementCollector.SettlementTerms memory terms = fullTerms(1);
        settle(terms, authorize(terms));
        assertAtMost(175_000, "settleWithAuthorization");
    }

    function test_settleWithAllowance() public {
        SettlementCollector.SpendingCap memory cap = fullCap();
        bytes memory signature = signCap(cap);
        settleUnder(cap, signature, fullTerms(1));
        snapshot("settleWithAllowance, first of a cap");
        settleUnder(cap, signature, fullTerms(2));
        snapshot("settleWithAllowance");
    }

    /// Ten payers, each of whom has paid under its cap before.
    function test_settleBatch() public {
        bytes[] memory calls = new bytes[](10);
        for (uint256 i = 0; i < calls.length; i++) {
            SettlementCollector.SpendingCap memory cap = fullCap();
            cap.payer = vm.addr(1_000 + i);
            mint(cap.payer, FUNDS);
            vm.prank(cap.payer);
            like.approve(address(collector), type(uint256).max);
            bytes memory signature = sign(1_000 + i, capHashOf(cap));
            settleUnder(cap, signature, fullTerms(100 + i));
            calls[i] = callOf(i, cap, signature);
        }
        vm.prank(OPERATOR);
        collector.settleBatch(calls, 300_000);
        uint256 gas = vm.snapshotGasLastCall("SettlementCollector", "settleBatch of 10");
        vm.assertTrue(gas <= 10 * 125_000);
        for (uint256 i = 0; i < calls.length; i++) {
            vm.assertTrue(registry.recordOf(nthTerms(i).invoiceHash) != 0);
        }
    }

    function test_settleWithAuthorization_refused_whenThePayerIsBlacklisted() public {
        SettlementCollector.SettlementTerms memory terms = fullTerms(1);
        bytes memory signature = authorize(terms);
        blacklist(payer);
        expectBlacklisted(payer);
        settle(terms, signature);
        assertAtMost(80_000, "settleWithAuthorization, payer blacklisted");
    }

    function test_settleWithAuthorization_refused_whenTheBalanceMoved() public {
        SettlementCollector.SettlementTerms memory terms = fullTerms(1);
        bytes memory signature = authorize(terms);
        vm.prank(payer);
        like.transfer(PAID, FUNDS);
        expectBalanceTooLow(0, terms.amount);
        settle(terms, signature);
        assertAtMost(80_000, "settleWithAuthorization, balance moved");
    }

    function test_settleWithAuthorization_refused_whenThePayerCancelled() public {
        SettlementCollector.SettlementTerms memory terms = fullTerms(1);
        bytes memory signature = authorize(terms);
        bytes32 nonce = collector.nonceOf(terms);
        like.cancelAuthorization(payer, nonce, signCancel(PAYER_KEY, address(like), payer, nonce));
        vm.expectRevert(abi.encodeWithSelector(SettlementCollector.AuthorizationAlreadyUsed.selector, nonce));
        settle(terms, signature);
        assertAtMost(80_000, "settleWithAuthorization, authorization cancelled");
    }

    function test_settleWithAuthorization_refused_whenTheInvoiceIsSettled() public {
        SettlementCollector.SettlementTerms memory terms = fullTerms(1);
        bytes memory signature = authorize(terms);
        settle(terms, signature);
        expectInvoiceAlreadySettled(terms);
        settle(terms, signature);
        assertAtMost(80_000, "settleWithAuthorization, invoice settled already");
    }

    function test_settleWithAuthorization_refused_whenSomebodyElseSigned() public {
        SettlementCollector.SettlementTerms memory terms = fullTerms(1);
        bytes memory signature = authorizeBy(OTHER_KEY, terms);
        expectRevertWith("FiatTokenV2: invalid signature");
        settle(terms, signature);
        snapshot("settleWithAuthorization, somebody else signed");
    }

    function test_settleWithAllowance_refused_whenThePayerIsBlacklisted() public {
        SettlementCollector.SpendingCap memory cap = fullCap();
        bytes memory signature = signCap(cap);
        blacklist(payer);
        expectBlacklisted(payer);
        settleUnder(cap, signature, fullTerms(1));
        assertAtMost(80_000, "settleWithAllowance, payer blacklisted");
    }

    function test_settleWithAllowance_refused_whenTheBalanceMoved() public {
        SettlementCollector.SpendingCap memory cap = fullCap();
        bytes memory signature = signCap(cap);
        vm.prank(payer);
        like.transfer(PAID, FUNDS);
        expectBalanceTooLow(0, nthTerms(1).amount);
        settleUnder(cap, signature, fullTerms(1));
        assertAtMost(80_000, "settleWithAllowance, balance moved");
    }

    function test_settleWithAllowance_refused_whenTheAllowanceIsTooLow() public {
        SettlementCollector.SpendingCap memory cap = fullCap();
        bytes memory signature = signCap(cap);
        vm.prank(payer);
        like.approve(address(collector), 1);
        vm.expectRevert(
            abi.encodeWithSelector(SettlementCollector.AllowanceTooLow.selector, 1, nthTerms(1).amount)
        );
        settleUnder(cap, signature, fullTerms(1));
        assertAtMost(80_000, "settleWithAllowance, allowance too low");
    }

    function test_settleWithAllowance_refused_whenTheCapIsRevoked() public {
        SettlementCollector.SpendingCap memory cap = fullCap();
        bytes memory signature = signCap(cap);
        vm.prank(payer);
        collector.revokeCap(cap);
        snapshot("revokeCap");
        vm.expectRevert(
            abi.encodeWithSelector(SettlementCollector.CapAlreadyRevoked.selector, capHashOf(cap))
        );
        settleUnder(cap, signature, fullTerms(1));
        assertAtMost(80_000, "settleWithAllowance, cap revoked");
    }

    function test_setTokenAllowed() public {
        allow(address(uint160(uint256(keccak256("token")))));
        snapshot("setTokenAllowed");
    }

    function test_pause() public {
        pause();
        snapshot("pause");
    }

    function test_unpause() public {
        pause();
        vm.prank(ADMIN);
        collector.unpause();
        snapshot("unpause");
    }

    /// 32 bytes without a zero among them and a full address, as a real settlement has.
    function fullTerms(uint256 n) private view returns (SettlementCollector.SettlementTerms memory terms) {
        terms = likeTerms(n);
        terms.merchant = PAID;
    }

    function fullCap() private view returns (SettlementCollector.SpendingCap memory cap) {
        cap = likeCap();
        cap.merchant = PAID;
    }

    function assertAtMost(uint256 limit, string memory name) private {
        vm.assertTrue(vm.snapshotGasLastCall("SettlementCollector", name) <= limit);
    }

    function snapshot(string memory name) private {
        vm.snapshotGasLastCall("SettlementCollector", name);
    }
}
