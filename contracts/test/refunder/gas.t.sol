// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RefunderTest} from "./RefunderTest.sol";

/// What a seller pays, held in snapshots/, with a token that costs what USDC does. Isolated, each call is a
/// transaction of its own.
/// forge-config: default.isolate = true
contract RefunderGasTest is RefunderTest {
    function test_refund() public {
        refundBy(MERCHANT, validRefund());
        vm.snapshotGasLastCall("SettlementRefunder", "refund");
    }
}
