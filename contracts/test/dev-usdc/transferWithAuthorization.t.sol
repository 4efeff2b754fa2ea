// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC3009} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
import {DevUSDCTest} from "./DevUSDCTest.sol";

contract TransferWithAuthorizationTest is DevUSDCTest {
    function test_hasTheTypeHashOfUSDC() public view {
        vm.assertEq(
            usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(),
            bytes32(0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267)
        );
    }

    function test_transfers_fromAnySender_marksTheNonceAsUsed_andEmitsAnEvent() public {
        Authorization memory a = validAuthorization();
        bytes memory signature = signTransfer(KEY, address(usdc), a);
        vm.assertFalse(usdc.authorizationState(owner, a.nonce));
        vm.expectEmit(address(usdc));
        emit IERC3009.AuthorizationUsed(owner, a.nonce);
        transfer(a, signature);
        assertMoved(a.value);
        vm.assertTrue(usdc.authorizationState(owner, a.nonce));
    }

    function test_transfers_whenTheSignatureIsInThreeParts() public {
        Authorization memory a = validAuthorization();
        (uint8 v, bytes32 r, bytes32 s) = split(signTransfer(KEY, address(usdc), a));
        usdc.transferWithAuthorization(a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, v, r, s);
        assertMoved(a.value);
    }

    function test_transfers_whenASmartAccountAcceptsTheSignature() public {
        SmartWallet account = new SmartWallet(owner, address(0), "");
        usdc.mint(address(account), 12_500_000);
        Authorization memory a = validAuthorization();
        a.from = address(account);
        transfer(a, signTransfer(KEY, address(usdc), a));
        vm.assertEq(usdc.balanceOf(RECEIVER), a.value);
    }

    function test_reverts_whenItIsNotYetValid() public {
        Authorization memory a = validAuthorization();
        a.validAfter = NOW;
        bytes memory signature = signTransfer(KEY, address(usdc), a);
        expectRevertWith("FiatTokenV2: authorization is not yet valid");
        transfer(a, signature);
        assertMoved(0);
    }

    function test_reverts_whenItHasExpired() public {
        Authorization memory a = validAuthorization();
        a.validBefore = NOW;
        bytes memory signature = signTransfer(KEY, address(usdc), a);
        expectRevertWith("FiatTokenV2: authorization is expired");
        transfer(a, signature);
        assertMoved(0);
    }

    function test_reverts_whenTheNonceIsUsed_evenForAnotherTransfer() public {
        Authorization memory a = validAuthorization();
        transfer(a, signTransfer(KEY, address(usdc), a));
        uint256 moved = a.value;
        a.value = 1;
        bytes memory signature = signTransfer(KEY, address(usdc), a);
        expectRevertWith("FiatTokenV2: authorization is used or canceled");
        transfer(a, signature);
        assertMoved(moved);
    }

    function test_reverts_whenSomebodyElseSigned() public {
        Authorization memory a = validAuthorization();
        bytes memory signature = signTransfer(OTHER_KEY, address(usdc), a);
        expectRevertWith("FiatTokenV2: invalid signature");
        transfer(a, signature);
        assertMoved(0);
    }

    function test_reverts_whenSignedForTheReceiverOnly() public {
        Authorization memory a = validAuthorization();
        bytes memory signature = signReceive(KEY, address(usdc), a);
        expectRevertWith("FiatTokenV2: invalid signature");
        transfer(a, signature);
        assertMoved(0);
    }

    function test_reverts_whenTheBalanceOfTheOwnerIsTooSmall() public {
        Authorization memory a = validAuthorization();
        a.value = FUNDS + 1;
        bytes memory signature = signTransfer(KEY, address(usdc), a);
        expectRevertWith("ERC20: transfer amount exceeds balance");
        transfer(a, signature);
        vm.assertFalse(usdc.authorizationState(owner, a.nonce));
    }

    function testFuzz_reverts_whenTheOwnerDidNotSign(Authorization memory a) public {
        bytes memory signature = signTransfer(KEY, address(usdc), validAuthorization());
        a.validAfter = bound(a.validAfter, 0, NOW - 1);
        a.validBefore = bound(a.validBefore, NOW + 1, type(uint256).max);
        vm.assume(keccak256(abi.encode(a)) != keccak256(abi.encode(validAuthorization())));
        expectRevertWith("FiatTokenV2: invalid signature");
        transfer(a, signature);
        assertMoved(0);
    }
}
