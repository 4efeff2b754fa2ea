// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The cheatcodes of forge that these tests use. npm's `forge-std` is not Foundry's, so they are declared here.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function addr(uint256 privateKey) external pure returns (address);
    function assertEq(address actual, address expected) external pure;
    function assertEq(bytes32 actual, bytes32 expected) external pure;
    function assertEq(bytes calldata actual, bytes calldata expected) external pure;
    function assertEq(uint256 actual, uint256 expected) external pure;
    function assertFalse(bool condition) external pure;
    function assertTrue(bool condition) external pure;
    function assume(bool condition) external pure;
    function chainId(uint256 id) external;
    function eip712HashStruct(string calldata typeDefinition, bytes calldata abiEncoded)
        external
        pure
        returns (bytes32);
    function expectEmit(address emitter) external;
    function expectRevert(bytes calldata revertData) external;
    function getRecordedLogs() external returns (Log[] memory);
    function prank(address sender) external;
    function recordLogs() external;
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256);
    function revertToState(uint256 id) external returns (bool);
    function snapshotState() external returns (uint256 id);
    function txGasPrice(uint256 price) external;
    function warp(uint256 timestamp) external;
}

abstract contract Test {
    /// The address at which forge answers cheatcodes.
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function bound(uint256 value, uint256 min, uint256 max) internal pure returns (uint256) {
        uint256 size = max - min;
        return size == type(uint256).max ? value : min + value % (size + 1);
    }
}
