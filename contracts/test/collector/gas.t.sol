// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementCollector} from "../../src/SettlementCollector.sol";
import {CollectorTest} from "./CollectorTest.sol";

/// What a caller pays, held in snapshots/, with DevUSDC as the token. Isolated, each call is a transaction of its
/// own, so the figures have its 21000 gas, its calldata and cold storage.
/// forge-config: default.isolate = true
contract CollectorGasTest is CollectorTest {
    function test_settleWithAuthorization() public {
        SettlementCollector.SettlementTerms memory terms = fullTerms(1);
        usdc.mint(terms.merchant, 1);
        settle(terms, authorize(terms));
        snapshot("settleWithAuthorization");
    }

    function test_settleWithAllowance() public {
        SettlementCollector.SpendingCap memory cap = validCap();
        cap.merchant = fullTerms(1).merchant;
        usdc.mint(cap.merchant, 1);
        bytes memory signature = signCap(cap);
        settleUnder(cap, signature, fullTerms(1));
        snapshot("settleWithAllowance, first of a cap");
        settleUnder(cap, signature, fullTerms(2));
        snapshot("settleWithAllowance");
    }

    function test_revokeCap() public {
        SettlementCollector.SpendingCap memory cap = validCap();
        vm.prank(payer);
        collector.revokeCap(cap);
        snapshot("revokeCap");
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

    /// 32 bytes without a zero among them and a full address, as a real settlement has. The merchant has been
    /// paid before, as it mostly has.
    function fullTerms(uint256 n) private view returns (SettlementCollector.SettlementTerms memory terms) {
        terms = nthTerms(n);
        terms.merchant = address(uint160(uint256(keccak256("merchant"))));
    }

    function snapshot(string memory name) private {
        vm.snapshotGasLastCall("SettlementCollector", name);
    }
}
