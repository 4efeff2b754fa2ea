// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Wrapped signatures
/// @notice Reads the signatures of smart accounts that are not deployed yet, as ERC-6492 wraps them:
/// `abi.encode(factory, factoryCalldata, signature)`, followed by 32 bytes of 0x6492.
library WrappedSignature {
    bytes32 private constant SUFFIX = 0x6492649264926492649264926492649264926492649264926492649264926492;

    /// @notice Takes a wrapped signature apart. What is not wrapped, or cannot be decoded, comes back as it is.
    /// @param signature any signature
    /// @return factory the contract to call if the account is not deployed; zero if nothing was wrapped
    /// @return factoryCalldata what to call it with
    /// @return inner the signature for the account, or `signature` itself
    function unwrap(bytes calldata signature)
        internal
        pure
        returns (address factory, bytes calldata factoryCalldata, bytes calldata inner)
    {
        factoryCalldata = signature[0:0];
        inner = signature;
        if (signature.length < 160 || bytes32(signature[signature.length - 32:]) != SUFFIX) {
            return (factory, factoryCalldata, inner);
        }
        bytes calldata wrapped = signature[:signature.length - 32];
        uint256 target = uint256(bytes32(wrapped[:32]));
        (bool hasCalldata, bytes calldata first) = _bytesAt(wrapped, 32);
        (bool hasSignature, bytes calldata second) = _bytesAt(wrapped, 64);
        if (hasCalldata && hasSignature && target <= type(uint160).max) {
            // forge-lint: disable-next-line(unsafe-typecast)
            return (address(uint160(target)), first, second);
        }
    }

    /// @dev The dynamic value whose offset stands at `head`. `abi.decode` would revert without a reason for a
    /// signature that is cut short.
    function _bytesAt(bytes calldata wrapped, uint256 head)
        private
        pure
        returns (bool found, bytes calldata value)
    {
        value = wrapped[0:0];
        uint256 start = uint256(bytes32(wrapped[head:head + 32]));
        if (start > wrapped.length - 32) return (false, value);
        uint256 length = uint256(bytes32(wrapped[start:start + 32]));
        start += 32;
        if (length > wrapped.length - start) return (false, value);
        return (true, wrapped[start:start + length]);
    }
}
