// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDCTest} from "./DevUSDCTest.sol";

/// The permit is OpenZeppelin's. These tests check that the token uses it, with its own domain.
contract PermitTest is DevUSDCTest {
    function test_approvesTheSignedAmount() public {
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
                ),
                owner,
                STRANGER,
                12_500_000,
                0,
                NOW
            )
        );
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), structHash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        usdc.permit(owner, STRANGER, 12_500_000, NOW, v, r, s);
        vm.assertEq(usdc.allowance(owner, STRANGER), 12_500_000);

        vm.prank(STRANGER);
        vm.assertTrue(usdc.transferFrom(owner, RECEIVER, 12_500_000));
        assertMoved(12_500_000);
    }

    function test_hasTheDomainOfItsNameAndVersion() public view {
        vm.assertEq(
            usdc.DOMAIN_SEPARATOR(),
            keccak256(
                abi.encode(
                    keccak256(
                        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                    ),
                    keccak256(bytes(usdc.name())),
                    keccak256(bytes(usdc.version())),
                    block.chainid,
                    address(usdc)
                )
            )
        );
    }
}
