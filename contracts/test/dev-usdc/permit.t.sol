// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SmartWallet} from "../wallets/SmartWallet.sol";
import {DevUSDCTest} from "./DevUSDCTest.sol";

contract PermitTest is DevUSDCTest {
    function test_approvesTheSignedAmount() public {
        (uint8 v, bytes32 r, bytes32 s) = split(signFor(STRANGER));
        usdc.permit(owner, STRANGER, 12_500_000, NOW, v, r, s);
        vm.assertEq(usdc.allowance(owner, STRANGER), 12_500_000);

        vm.prank(STRANGER);
        vm.assertTrue(usdc.transferFrom(owner, RECEIVER, 12_500_000));
        assertMoved(12_500_000);
    }

    function test_approvesTheSignedAmount_byBytes_andReplacesTheAllowance() public {
        vm.prank(owner);
        usdc.approve(STRANGER, 20_000_000);
        usdc.permit(owner, STRANGER, 12_500_000, NOW, signFor(STRANGER));
        vm.assertEq(usdc.allowance(owner, STRANGER), 12_500_000);
    }

    function test_approves_whenASmartAccountSigned() public {
        address account = address(new SmartWallet(owner, address(0), ""));
        bytes memory signature = signPermit(KEY, address(usdc), account, STRANGER, 12_500_000, NOW);
        usdc.permit(account, STRANGER, 12_500_000, NOW, signature);
        vm.assertEq(usdc.allowance(account, STRANGER), 12_500_000);
    }

    function test_reverts_afterTheDeadline() public {
        bytes memory signature = signFor(STRANGER);
        vm.warp(NOW + 1);
        expectRevertWith("FiatTokenV2: permit is expired");
        usdc.permit(owner, STRANGER, 12_500_000, NOW, signature);
    }

    function test_reverts_whenUsedBefore() public {
        bytes memory signature = signFor(STRANGER);
        usdc.permit(owner, STRANGER, 12_500_000, NOW, signature);
        expectRevertWith("EIP2612: invalid signature");
        usdc.permit(owner, STRANGER, 12_500_000, NOW, signature);
    }

    function test_reverts_whenTheOwnerDidNotSignIt() public {
        bytes memory signature = signPermit(OTHER_KEY, address(usdc), owner, STRANGER, 12_500_000, NOW);
        expectRevertWith("EIP2612: invalid signature");
        usdc.permit(owner, STRANGER, 12_500_000, NOW, signature);
        signature = signFor(RECEIVER);
        expectRevertWith("EIP2612: invalid signature");
        usdc.permit(owner, STRANGER, 12_500_000, NOW, signature);
        vm.assertEq(usdc.allowance(owner, STRANGER), 0);
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

    function signFor(address spender) private view returns (bytes memory) {
        return signPermit(KEY, address(usdc), owner, spender, 12_500_000, NOW);
    }
}
