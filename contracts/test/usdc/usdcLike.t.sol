// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {UsdcCollectorTest} from "../collector/UsdcCollectorTest.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";

/// Holds UsdcLike to USDC. The table has what FiatTokenV2_2 behind FiatTokenProxy answered and cost, built from
/// Circle's own code (solc 0.6.12, optimizer with 10,000,000 runs, as USDC is deployed), for the same calls in the
/// same order; see "USDC in the tests" in the README. Isolated, each call is a transaction.
/// forge-config: default.isolate = true
contract UsdcLikeTest is UsdcCollectorTest {
    /// Past any difference that matters to a figure of the README, and short of any storage access more or less.
    uint256 private constant TOLERANCE = 1_500;
    address private constant FRIEND = address(uint160(uint256(keccak256("friend"))));
    bytes private constant TRUE = abi.encode(true);

    function test_answersAndCostsWhatUsdcDoes_forReads() public {
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

    function test_answersAndCostsWhatUsdcDoes_forTransfers() public {
        expectFrom(payer, abi.encodeCall(like.transfer, (FRIEND, 1_000)), TRUE, 62_147);
        expectFrom(payer, abi.encodeCall(like.transfer, (FRIEND, 1_000)), TRUE, 45_047);
        expectFrom(payer, abi.encodeCall(like.approve, (FRIEND, 1_000)), TRUE, 55_425);
        expectFrom(FRIEND, abi.encodeCall(like.transferFrom, (payer, FRIEND, 400)), TRUE, 51_280);
        expectFrom(
            FRIEND,
            abi.encodeCall(like.transferFrom, (payer, FRIEND, 601)),
            text("ERC20: transfer amount exceeds allowance"),
            38_715
        );
        expectFrom(
            payer,
            abi.encodeCall(like.transfer, (FRIEND, FUNDS)),
            text("ERC20: transfer amount exceeds balance"),
            36_176
        );
        expectFrom(
            payer,
            abi.encodeCall(like.transfer, (address(0), 1)),
            text("ERC20: transfer to the zero address"),
            35_678
        );
    }

    function test_answersAndCostsWhatUsdcDoes_forAuthorizations() public {
        bytes memory data = receiving("1", PAYER_KEY, VALID_AFTER, VALID_BEFORE);
        expectFrom(STRANGER, data, text("FiatTokenV2: caller must be the payee"), 38_644);
        expectFrom(FRIEND, data, "", 102_923);
        expectFrom(FRIEND, data, text("FiatTokenV2: authorization is used or canceled"), 41_009);
        expectFrom(
            FRIEND,
            receiving("2", OTHER_KEY, VALID_AFTER, VALID_BEFORE),
            text("FiatTokenV2: invalid signature"),
            54_785
        );
        expectFrom(
            FRIEND,
            receiving("2", PAYER_KEY, NOW, VALID_BEFORE),
            text("FiatTokenV2: authorization is not yet valid"),
            38_693
        );
        expectFrom(
            FRIEND,
            receiving("2", PAYER_KEY, VALID_AFTER, NOW),
            text("FiatTokenV2: authorization is expired"),
            38_727
        );
        bytes memory cancel = abi.encodeWithSignature(
            "cancelAuthorization(address,bytes32,bytes)",
            payer,
            bytes32("2"),
            signCancel(PAYER_KEY, address(like), payer, "2")
        );
        expect(cancel, "", 70_816);
        expect(cancel, text("FiatTokenV2: authorization is used or canceled"), 35_445);
        expectFrom(
            FRIEND,
            receiving("2", PAYER_KEY, VALID_AFTER, VALID_BEFORE),
            text("FiatTokenV2: authorization is used or canceled"),
            41_033
        );
    }

    function test_answersAndCostsWhatUsdcDoes_forSignaturesOfAWrongShape() public {
        expectFrom(FRIEND, withSignature(hex"00"), text("ECRecover: invalid signature length"), 49_926);
        expectFrom(
            FRIEND,
            withSignature(bytes.concat(bytes32("r"), bytes32("s"), hex"1c")),
            text("ECRecover: invalid signature"),
            53_880
        );
        expectFrom(
            FRIEND,
            withSignature(bytes.concat(bytes32("r"), bytes32(type(uint256).max), hex"1b")),
            text("ECRecover: invalid signature 's' value"),
            50_865
        );
        expectFrom(
            FRIEND,
            withSignature(bytes.concat(bytes32("r"), bytes32("s"), hex"02")),
            text("ECRecover: invalid signature 'v' value"),
            50_568
        );
    }

    function test_answersAndCostsWhatUsdcDoes_whenAnAccountIsBlacklisted_orTheTokenPaused() public {
        expectFrom(ISSUER, abi.encodeCall(like.blacklist, (payer)), "", 37_466);
        expect(abi.encodeCall(like.isBlacklisted, (payer)), TRUE, 31_237);
        expect(abi.encodeCall(like.balanceOf, (payer)), abi.encode(FUNDS), 31_182);
        bytes memory refused = text("Blacklistable: account is blacklisted");
        expectFrom(payer, abi.encodeCall(like.transfer, (FRIEND, 1)), refused, 33_612);
        bytes memory data = receiving("1", PAYER_KEY, VALID_AFTER, VALID_BEFORE);
        expectFrom(FRIEND, data, refused, 36_343);
        expectFrom(payer, abi.encodeCall(like.approve, (FRIEND, 1)), TRUE, 55_413);
        expectFrom(ISSUER, abi.encodeCall(like.unBlacklist, (payer)), "", 37_430);
        expectFrom(ISSUER, abi.encodeCall(like.pause, ()), "", 34_385);
        expectFrom(FRIEND, data, text("Pausable: paused"), 34_075);
        expectFrom(payer, abi.encodeCall(like.approve, (FRIEND, 1)), text("Pausable: paused"), 31_290);
        expectFrom(ISSUER, abi.encodeCall(like.unpause, ()), "", 34_391);
        expectFrom(FRIEND, data, "", 102_923);
    }

    function test_answersAndCostsWhatUsdcDoes_forASmartWallet() public {
        address wallet = address(new SmartWallet(payer, address(0), ""));
        mint(wallet, 1_000);
        Authorization memory a = Authorization(wallet, FRIEND, 1_000, VALID_AFTER, VALID_BEFORE, "1");
        expectFrom(
            FRIEND,
            encode(a, signReceive(OTHER_KEY, address(like), a)),
            text("FiatTokenV2: invalid signature"),
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

    function text(string memory reason) private pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    function expect(bytes memory data, bytes memory answer, uint256 gas) private {
        expectFrom(STRANGER, data, answer, gas);
    }

    function expectFrom(address sender, bytes memory data, bytes memory answer, uint256 gas) private {
        vm.prank(sender);
        (, bytes memory actual) = address(like).call(data);
        uint256 used = vm.snapshotGasLastCall("UsdcLike", "any");
        vm.assertEq(actual, answer);
        vm.assertTrue(used < gas + TOLERANCE && gas < used + TOLERANCE);
    }
}
