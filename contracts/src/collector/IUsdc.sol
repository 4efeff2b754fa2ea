// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice What the collector calls on USDC (FiatTokenV2_2) besides ERC-20. A token that has no `isBlacklisted`
/// or no `authorizationState` is taken to answer false. A token that has no `DOMAIN_SEPARATOR` checks all signatures.
interface IUsdc {
    /// @notice Whether the token refuses to move anything from or to an account.
    function isBlacklisted(address account) external view returns (bool);

    /// @notice Whether an authorization is used or cancelled.
    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool);

    /// @notice The EIP-712 domain separator of authorizations.
    function DOMAIN_SEPARATOR() external view returns (bytes32);

    /// @notice Sets an allowance that `owner` signed (EIP-2612). Anyone may call it.
    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes calldata signature)
        external;

    /// @notice Carries out a transfer to the caller that `from` signed.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;

    /// @notice Carries out a transfer that `from` signed. Anyone may call it.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
