// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SpendingCap} from "../../src/collector/CapSettlements.sol";
import {CollectorTest} from "./CollectorTest.sol";

contract CapHashOfTest is CollectorTest {
    function testFuzz_isTheTypedDataHashOfTheCap(SpendingCap memory cap, uint64 chainId) public {
        vm.assume(chainId != 0);
        vm.chainId(chainId);
        vm.assertEq(collector.capHashOf(cap), capHash(chainId, address(collector), cap));
    }
}
