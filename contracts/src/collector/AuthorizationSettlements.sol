// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {IUsdc} from "./IUsdc.sol";
import {SettlementBase, SettlementTerms} from "./SettlementBase.sol";

/// @title Settlements with an authorization
/// @notice The payer signs one payment, without an allowance (EIP-3009).
abstract contract AuthorizationSettlements is SettlementBase {
    using SafeERC20 for IERC20;

    /// @notice The EIP-712 type hash of the terms, whose typed data hash is the nonce of an authorization.
    bytes32 public constant SETTLEMENT_TERMS_TYPEHASH = keccak256(
        "SettlementTerms(address registry,bytes32 referenceHash,bytes32 invoiceHash,address payer,address merchant,address token,uint256 amount,uint64 validUntil)"
    );

    /// @dev The EIP-712 type hash of what payers sign for the token (EIP-3009).
    bytes32 private constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    /// @notice A settlement was paid with an authorization.
    /// @dev The registry's event has the terms; its operator is this contract, so who sent it is named here.
    /// @param referenceHash the reference chosen for this settlement
    /// @param nonce the nonce of the authorization: the hash of the terms
    /// @param operator who sent it
    event SettledWithAuthorization(bytes32 indexed referenceHash, bytes32 indexed nonce, address operator);

    /// @notice The authorization was used or cancelled.
    /// @param nonce the nonce of the authorization: the hash of the terms
    error AuthorizationAlreadyUsed(bytes32 nonce);

    /// @notice Settles with an EIP-3009 authorization: takes the amount from the payer, gives all of it to the
    /// merchant, and records the settlement. For operators only, and only while not paused.
    /// @dev What the payer signs is the token's `ReceiveWithAuthorization` with `from` the payer, `to` this
    /// contract, `value` the amount and `nonce` what `nonceOf` gives for the terms. Nobody else than `to` can
    /// carry it out, and here only with the terms that give that nonce. That the payer signed says nothing
    /// about the invoice, which need not be the payer's nor cost this much: hence for operators only.
    /// @param terms what is settled
    /// @param validAfter the block's timestamp must be later than this; as signed
    /// @param validBefore the block's timestamp must be earlier than this; as signed
    /// @param signature of the payer, as the token takes it; that of an account which is not deployed yet as
    /// ERC-6492 wraps it
    function settleWithAuthorization(
        SettlementTerms calldata terms,
        uint256 validAfter,
        uint256 validBefore,
        bytes calldata signature
    ) external onlyRole(OPERATOR_ROLE) whenNotPaused nonReentrant {
        SettlementTerms memory settled = terms;
        _requireSettleable(settled);
        _requireMovable(settled);
        bytes32 nonce = nonceOf(terms);
        bytes memory question = abi.encodeCall(IUsdc.authorizationState, (terms.payer, nonce));
        if (_answersTrue(terms.token, question)) revert AuthorizationAlreadyUsed(nonce);

        bytes calldata inner = _deployPayer(terms.payer, signature);
        _requireAuthorized(terms, validAfter, validBefore, nonce, inner);

        _collect(terms, validAfter, validBefore, nonce, inner);
        _record(settled);
        emit SettledWithAuthorization(terms.referenceHash, nonce, msg.sender);
    }

    /// @notice Settles with an EIP-3009 transfer that the payer signed for the merchant: carries it out and records the
    /// settlement. For operators only, and only while not paused.
    /// @dev What the payer signs is the token's `TransferWithAuthorization` with `from` the payer, `to` the merchant and
    /// `value` the amount. A program can sign that without knowing this contract, as x402 clients do. The nonce can be any
    /// value, so the signature says nothing about the invoice: hence for operators only. Anyone who sees the signature can
    /// carry the transfer out at the token itself. Then the merchant is paid, and this function reverts.
    /// The token checks the rest, and is trusted to move what was signed: allow none that charges a fee.
    /// @param terms what is settled
    /// @param validAfter the block's timestamp must be later than this; as signed
    /// @param validBefore the block's timestamp must be earlier than this; as signed
    /// @param nonce as signed
    /// @param signature of the payer, as for `settleWithAuthorization`
    function settleTransfer(
        SettlementTerms calldata terms,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external onlyRole(OPERATOR_ROLE) whenNotPaused nonReentrant {
        SettlementTerms memory settled = terms;
        _requireSettleable(settled);
        // A token without a domain takes no signatures. Its fallback function could take the call, and move nothing.
        if (_domains[terms.token] == NO_DOMAIN) revert TokenNotAllowed(terms.token);
        // A signature of 65 bytes is never wrapped. Most are such, and to look costs gas.
        bytes calldata inner = signature.length == 65 ? signature : _deployPayer(terms.payer, signature);
        IUsdc(terms.token)
            .transferWithAuthorization(
                terms.payer, terms.merchant, terms.amount, validAfter, validBefore, nonce, inner
            );
        _record(settled);
    }

    /// @notice The nonce with which a payer authorizes these terms and no others.
    /// @dev The EIP-712 typed data hash, keccak256(0x1901 || domain separator || struct hash), of
    /// `SettlementTerms` with the registry before the other fields, in the domain of this contract, which has
    /// the chain id and this address. It is never signed as such: it is the nonce in what is signed.
    /// @param terms what is to be settled
    /// @return nonce for the token's `ReceiveWithAuthorization`
    function nonceOf(SettlementTerms calldata terms) public view returns (bytes32 nonce) {
        return _hashTypedDataV4(keccak256(abi.encode(SETTLEMENT_TERMS_TYPEHASH, registry, terms)));
    }

    /// @dev Refuses an authorization that a payer without code did not sign. The token would refuse it too, but later,
    /// so that the refusal would cost more. The signature of an account with code is left to the token: its check runs
    /// code of the payer, and would be paid for twice.
    function _requireAuthorized(
        SettlementTerms calldata terms,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) private view {
        bytes32 domain = _domains[terms.token];
        if (domain == NO_DOMAIN) return;
        bytes32 structHash = keccak256(
            abi.encode(
                RECEIVE_WITH_AUTHORIZATION_TYPEHASH,
                terms.payer,
                address(this),
                terms.amount,
                validAfter,
                validBefore,
                nonce
            )
        );
        bytes32 digest = MessageHashUtils.toTypedDataHash(domain, structHash);
        (address signer,,) = ECDSA.tryRecoverCalldata(digest, signature);
        // The code is read last: a first read of an account costs as much as recovering the signer.
        if (signer == terms.payer || terms.payer.code.length != 0) return;
        // A token can change its domain, with an upgrade or on a fork of the chain. Then only the token can tell.
        if (_domainOf(terms.token) == domain) revert InvalidSignature();
    }

    function _collect(
        SettlementTerms calldata terms,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) private {
        IERC20 token = IERC20(terms.token);
        uint256 held = token.balanceOf(address(this));
        IUsdc(terms.token)
            .receiveWithAuthorization(
                terms.payer, address(this), terms.amount, validAfter, validBefore, nonce, signature
            );
        uint256 merchantHeld = token.balanceOf(terms.merchant);
        token.safeTransfer(terms.merchant, terms.amount);
        _requireBalance(token, terms.merchant, merchantHeld + terms.amount);
        // Compared with what it was, not with zero: whoever sent a token here would stop all settlements.
        _requireBalance(token, address(this), held);
    }
}
