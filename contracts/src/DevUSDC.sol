// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC3009, IERC3009Cancel} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title USDC for development
/// @notice Stands in for USDC on a chain of one's own. Anyone may mint: never put it on a public chain.
/// @dev Six decimals, EIP-2612 and EIP-3009 as Circle's FiatTokenV2_2 has them: the same type hashes, the same
/// order of checks, signatures as (v, r, s) or as bytes, smart accounts through ERC-1271. What it refuses here
/// it refuses with FiatTokenV2_2's own words, so code that reads them meets the same ones on a real chain. It has
/// no proxy, no blocklist, no pause and no minters, and its EIP-712 version is 1, not 2: ask for `name`
/// and `version`, as they differ between real chains too.
contract DevUSDC is ERC20Permit, IERC3009, IERC3009Cancel {
    /// @notice The type hash of a signed transfer.
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    /// @notice The type hash of a signed transfer that only its receiver may carry out.
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    /// @notice The type hash of a signed cancellation.
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    /// @dev The type hash of a signed allowance (EIP-2612).
    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    string private constant INVALID_SIGNATURE = "FiatTokenV2: invalid signature";

    /// @notice The most that one call of `mint` gives: 1,000,000 USDC. It catches an amount in the wrong unit.
    uint256 public constant MAX_MINT = 1_000_000_000_000;

    /// @notice The version in the EIP-712 domain.
    string public constant version = "1";

    /// @notice Whether an authorization is used or cancelled.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    /// @notice More was asked of the faucet than it gives in one call.
    /// @param amount the amount tried
    /// @param maxAmount the largest amount allowed
    error MintTooLarge(uint256 amount, uint256 maxAmount);

    constructor() ERC20("Dev USDC", "devUSDC") ERC20Permit("Dev USDC") {}

    /// @notice Gives anyone new tokens.
    /// @param to who gets them
    /// @param amount in units of the token, at most MAX_MINT
    function mint(address to, uint256 amount) external {
        if (amount > MAX_MINT) revert MintTooLarge(amount, MAX_MINT);
        _mint(to, amount);
    }

    /// @inheritdoc IERC3009
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    /// @inheritdoc IERC3009
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        receiveWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    /// @inheritdoc IERC3009Cancel
    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        cancelAuthorization(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    /// @notice Carries out a transfer that `from` signed; anyone may.
    /// @param from who pays, and signed
    /// @param to who is paid
    /// @param value in units of the token
    /// @param validAfter the block's timestamp must be later than this
    /// @param validBefore the block's timestamp must be earlier than this
    /// @param nonce chosen by the signer; used once
    /// @param signature 65 bytes r, s, v of an account with a key, or what the smart account `from` accepts
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        _useAuthorization(
            TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce, signature
        );
    }

    /// @notice Carries out a transfer that `from` signed; only its receiver may, so nobody can do it alone and
    /// leave out what the receiver would have done in the same transaction.
    /// @param from who pays, and signed
    /// @param to who is paid, and calls
    /// @param value in units of the token
    /// @param validAfter the block's timestamp must be later than this
    /// @param validBefore the block's timestamp must be earlier than this
    /// @param nonce chosen by the signer; used once
    /// @param signature 65 bytes r, s, v of an account with a key, or what the smart account `from` accepts
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        _useAuthorization(
            RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce, signature
        );
    }

    /// @inheritdoc ERC20Permit
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) public override {
        permit(owner, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    /// @notice Sets an allowance that its owner signed. Anyone may call it.
    /// @param owner whose tokens may be taken, and who signed
    /// @param spender who may take them
    /// @param value the allowance, in units of the token
    /// @param deadline the last block timestamp, in seconds, at which it may be set
    /// @param signature 65 bytes r, s, v of an account with a key, or what the smart account `owner` accepts
    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes memory signature)
        public
    {
        require(block.timestamp <= deadline, "FiatTokenV2: permit is expired");
        _requireSigned(
            owner,
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, _useNonce(owner), deadline)),
            signature,
            "EIP2612: invalid signature"
        );
        _approve(owner, spender, value);
    }

    /// @notice Uses up a nonce without a transfer.
    /// @param authorizer whose nonce it is, and who signed
    /// @param nonce the nonce of the authorization that must not be carried out
    /// @param signature 65 bytes r, s, v of an account with a key, or what the smart account `authorizer` accepts
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) public {
        _requireUnused(authorizer, nonce);
        _requireSigned(
            authorizer,
            keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)),
            signature,
            INVALID_SIGNATURE
        );
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    /// @notice Six, as USDC has.
    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _useAuthorization(
        bytes32 typeHash,
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) private {
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        _requireUnused(from, nonce);
        _requireSigned(
            from,
            keccak256(abi.encode(typeHash, from, to, value, validAfter, validBefore, nonce)),
            signature,
            INVALID_SIGNATURE
        );
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        _transfer(from, to, value);
    }

    function _update(address from, address to, uint256 value) internal virtual override {
        require(from == address(0) || balanceOf(from) >= value, "ERC20: transfer amount exceeds balance");
        super._update(from, to, value);
    }

    /// @dev As in USDC, an allowance without limit goes down too.
    function _spendAllowance(address owner, address spender, uint256 value) internal override {
        uint256 allowed = allowance(owner, spender);
        require(allowed >= value, "ERC20: transfer amount exceeds allowance");
        _approve(owner, spender, allowed - value, false);
    }

    function _requireUnused(address authorizer, bytes32 nonce) private view {
        require(!authorizationState[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
    }

    function _requireSigned(address signer, bytes32 structHash, bytes memory signature, string memory refusal)
        private
        view
    {
        require(
            SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(structHash), signature), refusal
        );
    }
}
