// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../src/DevUSDC.sol";
import {Signing} from "../collector/Signing.sol";

/// The token, an account that holds some of it, and a valid authorization.
abstract contract DevUSDCTest is Signing {
    uint256 internal constant KEY = 0xA11CE;
    uint256 internal constant OTHER_KEY = 0xE7E;
    address internal constant RECEIVER = address(0xB0B);
    address internal constant STRANGER = address(0xBAD);
    uint64 internal constant NOW = 1_800_000_000;
    uint256 internal constant FUNDS = 1_000_000_000;

    address internal owner;
    DevUSDC internal usdc;

    function setUp() public virtual {
        vm.warp(NOW);
        owner = vm.addr(KEY);
        usdc = new DevUSDC();
        usdc.mint(owner, FUNDS);
    }

    function validAuthorization() internal view returns (Authorization memory) {
        return Authorization({
            from: owner,
            to: RECEIVER,
            value: 12_500_000,
            validAfter: NOW - 1,
            validBefore: NOW + 1,
            nonce: keccak256("nonce")
        });
    }

    /// An expectation set just before applies to it.
    function transfer(Authorization memory a, bytes memory signature) internal {
        usdc.transferWithAuthorization(a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, signature);
    }

    /// Called by the receiver.
    function receiveAs(address sender, Authorization memory a, bytes memory signature) internal {
        vm.prank(sender);
        usdc.receiveWithAuthorization(a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, signature);
    }

    function split(bytes memory signature) internal pure returns (uint8 v, bytes32 r, bytes32 s) {
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
    }

    function expectRevertWith(string memory reason) internal {
        vm.expectRevert(abi.encodeWithSignature("Error(string)", reason));
    }

    function assertMoved(uint256 amount) internal view {
        vm.assertEq(usdc.balanceOf(owner), FUNDS - amount);
        vm.assertEq(usdc.balanceOf(RECEIVER), amount);
        vm.assertEq(usdc.totalSupply(), FUNDS);
    }
}
