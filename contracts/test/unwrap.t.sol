// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {WrappedSignature} from "../src/WrappedSignature.sol";
import {Test} from "./Test.sol";

contract UnwrapTest is Test {
    bytes32 private constant SUFFIX = 0x6492649264926492649264926492649264926492649264926492649264926492;

    function unwrap(bytes calldata signature)
        external
        pure
        returns (address factory, bytes memory factoryCalldata, bytes memory inner)
    {
        return WrappedSignature.unwrap(signature);
    }

    function testFuzz_unwrapsAWrappedSignature(
        address factory,
        bytes memory factoryCalldata,
        bytes memory inner
    ) public view {
        assertUnwraps(
            bytes.concat(abi.encode(factory, factoryCalldata, inner), SUFFIX), factory, factoryCalldata, inner
        );
    }

    function testFuzz_returnsASignatureWithoutSuffixUnchanged(bytes memory signature) public view {
        assertUnwraps(signature, address(0), "", signature);
    }

    function testFuzz_returnsTheSignatureUnchanged_whenItsOffsetsOrLengthsAreInvalid(
        uint256 factory,
        uint256 first,
        uint256 second,
        bytes memory rest
    ) public view {
        // Near enough to be sometimes within bounds.
        if (first % 2 == 0) first %= 512;
        if (second % 2 == 0) second %= 512;
        (address target,, bytes memory inner) =
            this.unwrap(bytes.concat(abi.encode(factory, first, second), rest, SUFFIX));
        if (factory > type(uint160).max) vm.assertEq(target, address(0));
        if (target == address(0) && factory != 0) {
            vm.assertEq(inner, bytes.concat(abi.encode(factory, first, second), rest, SUFFIX));
        }
    }

    function test_returnsATruncatedSignatureUnchanged() public view {
        bytes memory whole = abi.encode(address(this), bytes("calldata"), bytes("signature"));
        for (uint256 length = 0; length < whole.length - 32; length++) {
            bytes memory cut = new bytes(length);
            for (uint256 i = 0; i < length; i++) {
                cut[i] = whole[i];
            }
            cut = bytes.concat(cut, SUFFIX);
            assertUnwraps(cut, address(0), "", cut);
        }
    }

    function assertUnwraps(
        bytes memory signature,
        address factory,
        bytes memory factoryCalldata,
        bytes memory inner
    ) private view {
        (address target, bytes memory data, bytes memory rest) = this.unwrap(signature);
        vm.assertEq(target, factory);
        vm.assertEq(data, factoryCalldata);
        vm.assertEq(rest, inner);
    }
}
