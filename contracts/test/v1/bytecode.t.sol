// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementCollectorV1} from "../../src/v1/SettlementCollectorV1.sol";
import {SettlementRegistryV1} from "../../src/v1/SettlementRegistryV1.sol";
import {Test} from "../Test.sol";

/// Version 1 is deployed, so its sources must not change. The bytecode, which has no metadata, shows that.
contract BytecodeV1Test is Test {
    function test_theRegistryIsTheReleasedOne() public pure {
        vm.assertEq(
            keccak256(type(SettlementRegistryV1).creationCode),
            bytes32(0x11e7aeb829cfd061c991ca45027a8f0a9897ffb6113240f9f726b918fb3e9f38)
        );
    }

    function test_theCollectorIsTheReleasedOne() public pure {
        vm.assertEq(
            keccak256(type(SettlementCollectorV1).creationCode),
            bytes32(0x1f0aea23130859f16649487f9ef41674e0e3de87fae34a33a6aad56170b11d99)
        );
    }
}
