// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Permit, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementBase, SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {UsdcLike} from "../usdc/UsdcLike.sol";
import {UsdcLikeProxy} from "../usdc/UsdcLikeProxy.sol";
import {CollectorTest} from "./CollectorTest.sol";

/// Collector tests with `like`, a token with the behavior and gas of USDC. The payer holds some and has approved the collector.
abstract contract UsdcCollectorTest is CollectorTest {
    address internal constant ISSUER = address(0x155);

    UsdcLike internal like;

    function setUp() public virtual override {
        super.setUp();
        like = deployUsdc();
        allow(address(like));
        mint(payer, FUNDS);
        vm.prank(payer);
        like.approve(address(collector), type(uint256).max);
    }

    function deployUsdc() internal virtual returns (UsdcLike) {
        return UsdcLike(address(new UsdcLikeProxy(ISSUER)));
    }

    function mint(address to, uint256 amount) internal virtual {
        vm.prank(ISSUER);
        like.mint(to, amount);
    }

    function blacklist(address account) internal {
        vm.prank(ISSUER);
        like.blacklist(account);
    }

    function likeTerms(uint256 n) internal view returns (SettlementTerms memory terms) {
        terms = nthTerms(n);
        terms.token = address(like);
    }

    function likeCap() internal view returns (SpendingCap memory cap) {
        cap = validCap();
        cap.token = address(like);
    }

    /// The calldata of `settleWithAllowance` for the nth invoice.
    function callOf(uint256 n, SpendingCap memory cap, bytes memory signature)
        internal
        view
        returns (bytes memory)
    {
        return callOf(n, cap, signature, noPermit());
    }

    function callOf(uint256 n, SpendingCap memory cap, bytes memory signature, Permit memory permit)
        internal
        view
        returns (bytes memory)
    {
        SettlementTerms memory terms = nthTerms(n);
        return abi.encodeCall(
            collector.settleWithAllowance,
            (terms.referenceHash, terms.invoiceHash, terms.amount, terms.validUntil, cap, signature, permit)
        );
    }

    function expectBlacklisted(address account) internal {
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.AccountBlacklisted.selector, account));
    }

    function assertNotRecorded(uint256 n) internal view {
        vm.assertEq(registry.recordOf(nthTerms(n).invoiceHash), bytes32(0));
    }
}
