// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {UsdcCollectorTest} from "../collector/UsdcCollectorTest.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";

/// Compares UsdcLike with USDC. The table has the results and gas of FiatTokenV2_2 behind FiatTokenProxy, built from
/// Circle's own code (solc 0.6.12, optimizer with 10,000,000 runs, as USDC is deployed), for the same calls in the
/// same order; see "USDC in the tests" in the README. Isolated, each call is a transaction.
/// forge-config: default.isolate = true
contract UsdcLikeTest is UsdcCollectorTest {
    /// Too small to matter in the README's figures, and smaller than one storage access.
    uint256 private constant TOLERANCE = 1_500;
    address private constant FRIEND = address(uint160(uint256(keccak256("friend"))));
    bytes32 private constant NONCE = "2";
    bytes32 private constant R = "r";
    bytes32 private constant S = "s";
    bytes private constant TRUE = abi.encode(true);

    function test_hasTheResultsAndGasOfUsdc_forReads() public {
        expect(abi.encodeCall(like.balanceOf, (payer)), abi.encode(FUNDS), 31_182);
        expect(abi.encodeCall(like.isBlacklisted, (payer)), abi.encode(false), 31_237);
        expect(abi.encodeCall(like.authorizationState, (payer, "1")), abi.encode(false), 31_406);
        expect(
            abi.encodeCall(like.allowance, (payer, address(collector))), abi.encode(type(uint256).max), 31_659
        );
        expect(abi.encodeCall(like.decimals, ()), abi.encode(6), 30_607);
        expect(abi.encodeCall(like.version, ()), abi.encode("2"), 28_896);
        expect(abi.encodeCall(like.name, ()), abi.encode("USD Coin"), 31_293);
    }

    function test_hasTheResultsAndGasOfUsdc_forTransfers() public {
        expectFrom(payer, abi.encodeCall(like.transfer, (FRIEND, 1_000)), TRUE, 62_147);
        expectFrom(payer, abi.encodeCall(like.transfer, (FRIEND, 1_000)), TRUE, 45_047);
        expectFrom(payer, abi.encodeCall(like.approve, (FRIEND, 1_000)), TRUE, 55_425);
        expectFrom(FRIEND, abi.encodeCall(like.transferFrom, (payer, FRIEND, 400)), TRUE, 51_280);
        expectRefused(
            FRIEND,
            abi.encodeCall(like.transferFrom, (payer, FRIEND, 601)),
            "ERC20: transfer amount exceeds allowance",
            38_715
        );
        expectRefused(
            payer,
            abi.encodeCall(like.transfer, (FRIEND, FUNDS)),
            "ERC20: transfer amount exceeds balance",
            36_176
        );
        expectRefused(
            payer,
            abi.encodeCall(like.transfer, (address(0), 1)),
            "ERC20: transfer to the zero address",
            35_678
        );
    }

    function test_hasTheResultsAndGasOfUsdc_forAuthorizations() public {
        bytes memory data = receiving("1", PAYER_KEY, VALID_AFTER, VALID_BEFORE);
        expectRefused(STRANGER, data, "FiatTokenV2: caller must be the payee", 38_644);
        expectFrom(FRIEND, data, "", 102_923);
        expectRefused(FRIEND, data, "FiatTokenV2: authorization is used or canceled", 41_009);
        expectRefused(
            FRIEND,
            receiving("2", OTHER_KEY, VALID_AFTER, VALID_BEFORE),
            "FiatTokenV2: invalid signature",
            54_785
        );
        expectRefused(
            FRIEND,
            receiving("2", PAYER_KEY, NOW, VALID_BEFORE),
            "FiatTokenV2: authorization is not yet valid",
            38_693
        );
        expectRefused(
            FRIEND,
            receiving("2", PAYER_KEY, VALID_AFTER, NOW),
            "FiatTokenV2: authorization is expired",
            38_727
        );
        bytes memory cancel = abi.encodeWithSignature(
            "cancelAuthorization(address,bytes32,bytes)",
            payer,
            NONCE,
            signCancel(PAYER_KEY, address(like), payer, "2")
        );
        expect(cancel, "", 70_816);
        expectRefused(STRANGER, cancel, "FiatTokenV2: authorization is used or canceled", 35_445);
        expectRefused(
            FRIEND,
            receiving("2", PAYER_KEY, VALID_AFTER, VALID_BEFORE),
            "FiatTokenV2: authorization is used or canceled",
            41_033
        );
    }

    function test_hasTheResultsAndGasOfUsdc_forMalformedSignatures() public {
        expectRefused(FRIEND, withSignature(hex"00"), "ECRecover: invalid signature length", 49_926);
        expectRefused(
            FRIEND, withSignature(bytes.concat(R, S, hex"1c")), "ECRecover: invalid signature", 53_880
        );
        expectRefused(
            FRIEND,
            withSignature(bytes.concat(R, bytes32(type(uint256).max), hex"1b")),
            "ECRecover: invalid signature 's' value",
            50_865
        );
        expectRefused(
            FRIEND,
            withSignature(bytes.concat(R, S, hex"02")),
            "ECRecover: invalid signature 'v' value",
            50_568
        );
    }

    function test_hasTheResultsAndGasOfUsdc_whenAnAccountIsBlacklisted_orTheTokenIsPaused() public {
        expectFrom(ISSUER, abi.encodeCall(like.blacklist, (payer)), "", 37_466);
        expect(abi.encodeCall(like.isBlacklisted, (payer)), TRUE, 31_237);
        expect(abi.encodeCall(like.balanceOf, (payer)), abi.encode(FUNDS), 31_182);
        string memory refused = "Blacklistable: account is blacklisted";
        expectRefused(payer, abi.encodeCall(like.transfer, (FRIEND, 1)), refused, 33_612);
        bytes memory data = receiving("1", PAYER_KEY, VALID_AFTER, VALID_BEFORE);
        expectRefused(FRIEND, data, refused, 36_343);
        expectFrom(payer, abi.encodeCall(like.approve, (FRIEND, 1)), TRUE, 55_413);
        expectFrom(ISSUER, abi.encodeCall(like.unBlacklist, (payer)), "", 37_430);
        expectFrom(ISSUER, abi.encodeCall(like.pause, ()), "", 34_385);
        expectRefused(FRIEND, data, "Pausable: paused", 34_075);
        expectRefused(payer, abi.encodeCall(like.approve, (FRIEND, 1)), "Pausable: paused", 31_290);
        expectFrom(ISSUER, abi.encodeCall(like.unpause, ()), "", 34_391);
        expectFrom(FRIEND, data, "", 102_923);
    }

    function test_hasTheResultsAndGasOfUsdc_forASmartWallet() public {
        address wallet = address(new SmartWallet(payer, address(0), ""));
        mint(wallet, 1_000);
        Authorization memory a = Authorization(wallet, FRIEND, 1_000, VALID_AFTER, VALID_BEFORE, "1");
        expectRefused(
            FRIEND,
            encode(a, signReceive(OTHER_KEY, address(like), a)),
            "FiatTokenV2: invalid signature",
            59_358
        );
        expectFrom(FRIEND, encode(a, signReceive(PAYER_KEY, address(like), a)), "", 102_690);
    }

    /// 1,000 units from the payer to FRIEND.
    function receiving(bytes32 nonce, uint256 key, uint256 validAfter, uint256 validBefore)
        private
        view
        returns (bytes memory)
    {
        Authorization memory a = Authorization(payer, FRIEND, 1_000, validAfter, validBefore, nonce);
        return encode(a, signReceive(key, address(like), a));
    }

    function withSignature(bytes memory signature) private view returns (bytes memory) {
        return encode(Authorization(payer, FRIEND, 1_000, VALID_AFTER, VALID_BEFORE, "1"), signature);
    }

    function encode(Authorization memory a, bytes memory signature) private pure returns (bytes memory) {
        return abi.encodeWithSignature(
            "receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
            a.from,
            a.to,
            a.value,
            a.validAfter,
            a.validBefore,
            a.nonce,
            signature
        );
    }

    function expect(bytes memory data, bytes memory answer, uint256 gas) private {
        expectFrom(STRANGER, data, answer, gas);
    }

    function expectFrom(address sender, bytes memory data, bytes memory answer, uint256 gas) private {
        expectCall(sender, data, true, answer, gas);
    }

    function expectRefused(address sender, bytes memory data, string memory reason, uint256 gas) private {
        expectCall(sender, data, false, abi.encodeWithSignature("Error(string)", reason), gas);
    }

    function expectCall(address sender, bytes memory data, bool success, bytes memory answer, uint256 gas)
        private
    {
        vm.prank(sender);
        (bool succeeded, bytes memory answered) = address(like).call(data);
        uint256 used = vm.snapshotGasLastCall("UsdcLike", "any");
        vm.assertTrue(succeeded == success);
        vm.assertEq(answered, answer);
        vm.assertTrue(used < gas + TOLERANCE && gas < used + TOLERANCE);
    }
}
