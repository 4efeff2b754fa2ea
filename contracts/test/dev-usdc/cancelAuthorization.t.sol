// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC3009Cancel} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {DevUSDCTest} from "./DevUSDCTest.sol";

contract CancelAuthorizationTest is DevUSDCTest {
    bytes32 private constant NONCE = keccak256("nonce");

    function test_hasTheTypeHashOfUSDC() public view {
        vm.assertEq(
            usdc.CANCEL_AUTHORIZATION_TYPEHASH(),
            bytes32(0x158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429)
        );
    }

    function test_marksTheNonceAsUsed_andEmitsAnEvent() public {
        bytes memory signature = signCancel(KEY, address(usdc), owner, NONCE);
        vm.expectEmit(address(usdc));
        emit IERC3009Cancel.AuthorizationCanceled(owner, NONCE);
        usdc.cancelAuthorization(owner, NONCE, signature);
        assertCancelled();
    }

    function test_cancels_whenTheSignatureIsInThreeParts() public {
        (uint8 v, bytes32 r, bytes32 s) = split(signCancel(KEY, address(usdc), owner, NONCE));
        usdc.cancelAuthorization(owner, NONCE, v, r, s);
        assertCancelled();
    }

    function test_reverts_whenTheNonceIsUsed() public {
        bytes memory signature = signCancel(KEY, address(usdc), owner, NONCE);
        usdc.cancelAuthorization(owner, NONCE, signature);
        expectRevertWith("FiatTokenV2: authorization is used or canceled");
        usdc.cancelAuthorization(owner, NONCE, signature);
    }

    function test_reverts_whenSomebodyElseSigned() public {
        bytes memory signature = signCancel(OTHER_KEY, address(usdc), owner, NONCE);
        expectRevertWith("FiatTokenV2: invalid signature");
        usdc.cancelAuthorization(owner, NONCE, signature);
        vm.assertFalse(usdc.authorizationState(owner, NONCE));
    }

    function assertCancelled() private {
        vm.assertTrue(usdc.authorizationState(owner, NONCE));
        Authorization memory a = validAuthorization();
        bytes memory signature = signTransfer(KEY, address(usdc), a);
        expectRevertWith("FiatTokenV2: authorization is used or canceled");
        transfer(a, signature);
        assertMoved(0);
    }
}
