// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RegistryTest} from "./RegistryTest.sol";

/// The gas that a caller pays, compared with snapshots/. Isolated, each call is a transaction, so the figures
/// include its 21000 gas, its calldata and cold storage.
/// forge-config: default.isolate = true
contract GasTest is RegistryTest {
    function test_recordSettlement() public {
        // 32 bytes that are all nonzero and a full address, for the calldata cost of a real settlement.
        Call memory call = validCall();
        call.payer = address(uint160(uint256(keccak256("payer"))));
        call.merchant = address(uint160(uint256(keccak256("merchant"))));
        call.token = address(uint160(uint256(keccak256("token"))));
        record(call);
        vm.snapshotGasLastCall("SettlementRegistry", "recordSettlement");
    }

    function test_pause() public {
        pause();
        vm.snapshotGasLastCall("SettlementRegistry", "pause");
    }

    function test_unpause() public {
        pause();
        vm.prank(ADMIN);
        registry.unpause();
        vm.snapshotGasLastCall("SettlementRegistry", "unpause");
    }
}
