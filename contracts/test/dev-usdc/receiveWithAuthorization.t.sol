// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC3009} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {DevUSDCTest} from "./DevUSDCTest.sol";

/// The rules that it shares with transferWithAuthorization are tested there.
contract ReceiveWithAuthorizationTest is DevUSDCTest {
    function test_hasTheTypeHashOfUSDC() public view {
        vm.assertEq(
            usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
            bytes32(0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8)
        );
    }

    function test_transfers_marksTheNonceAsUsed_andEmitsAnEvent() public {
        Authorization memory a = validAuthorization();
        bytes memory signature = signReceive(KEY, address(usdc), a);
        vm.expectEmit(address(usdc));
        emit IERC3009.AuthorizationUsed(owner, a.nonce);
        receiveAs(RECEIVER, a, signature);
        assertMoved(a.value);
        vm.assertTrue(usdc.authorizationState(owner, a.nonce));
    }

    function test_transfers_whenTheSignatureIsInThreeParts() public {
        Authorization memory a = validAuthorization();
        (uint8 v, bytes32 r, bytes32 s) = split(signReceive(KEY, address(usdc), a));
        vm.prank(RECEIVER);
        usdc.receiveWithAuthorization(a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, v, r, s);
        assertMoved(a.value);
    }

    function test_reverts_whenTheCallerIsNotTheReceiver() public {
        Authorization memory a = validAuthorization();
        bytes memory signature = signReceive(KEY, address(usdc), a);
        address[2] memory others = [STRANGER, owner];
        for (uint256 i = 0; i < others.length; i++) {
            expectRevertWith("FiatTokenV2: caller must be the payee");
            receiveAs(others[i], a, signature);
        }
        assertMoved(0);
    }

    function test_reverts_whenSignedForAnySender() public {
        Authorization memory a = validAuthorization();
        bytes memory signature = signTransfer(KEY, address(usdc), a);
        expectRevertWith("FiatTokenV2: invalid signature");
        receiveAs(RECEIVER, a, signature);
        assertMoved(0);
    }

    function test_reverts_whenTheNonceIsUsed() public {
        Authorization memory a = validAuthorization();
        bytes memory signature = signReceive(KEY, address(usdc), a);
        receiveAs(RECEIVER, a, signature);
        expectRevertWith("FiatTokenV2: authorization is used or canceled");
        receiveAs(RECEIVER, a, signature);
        assertMoved(a.value);
    }
}
