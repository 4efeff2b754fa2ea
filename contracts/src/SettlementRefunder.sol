// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SettlementRegistry} from "./SettlementRegistry.sol";

/// @title Settlement refunder
/// @notice Pays part or all of a recorded settlement back to the payer in the record, and records the refund, both in
/// one transaction: both happen or neither.
/// @dev It has no roles, no owner and no settings, and holds no tokens. Anyone may refund: it takes the tokens of its
/// caller only, and gives them to the recorded payer only. It works for every registry, so no deployed
/// contract has to know of it.
/// A refund is recorded once, under the hash of all that it says. A credit note's refund can therefore not be made
/// impossible by somebody who records another one with its hash: who records the same refund has paid it.
contract SettlementRefunder is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice A refund, and the record of the settlement that it gives back.
    /// @param creditNoteHash keccak256 of the credit note id; not zero
    /// @param registry where the settlement is recorded
    /// @param referenceHash the reference of the settlement
    /// @param invoiceHash keccak256 of the invoice id
    /// @param payer who paid, and is paid back
    /// @param merchant who was paid
    /// @param token the token that was paid in, and is refunded in
    /// @param settled the amount of the settlement, in units of the token
    /// @param operator the settler that recorded it
    /// @param amount how much is refunded, in units of the token; not zero, and at most `settled`
    /// @param validUntil the last block timestamp, in seconds, at which this may be refunded
    struct RefundTerms {
        bytes32 creditNoteHash;
        SettlementRegistry registry;
        bytes32 referenceHash;
        bytes32 invoiceHash;
        address payer;
        address merchant;
        address token;
        uint256 settled;
        address operator;
        uint256 amount;
        uint64 validUntil;
    }

    /// @notice Whether a refund is recorded, by its hash as `refundHashOf` computes it.
    mapping(bytes32 refundHash => bool) public isRecorded;

    /// @notice A refund was paid.
    /// @param creditNoteHash keccak256 of the credit note id
    /// @param invoiceHash keccak256 of the invoice id
    /// @param payer who had paid, and was paid back
    /// @param registry where the settlement is recorded
    /// @param token the token that was refunded
    /// @param amount in units of the token
    /// @param refunder who paid it
    event RefundRecorded(
        bytes32 indexed creditNoteHash,
        bytes32 indexed invoiceHash,
        address indexed payer,
        address registry,
        address token,
        uint256 amount,
        address refunder
    );

    /// @notice The credit note hash is zero.
    error InvalidReference();

    /// @notice The amount is zero, or more than was settled.
    /// @param amount the amount tried
    /// @param settled the amount of the settlement
    error InvalidAmount(uint256 amount, uint256 settled);

    /// @notice The registry has no record of exactly this settlement.
    /// @param invoiceHash the invoice tried
    error SettlementNotRecorded(bytes32 invoiceHash);

    /// @notice This refund was paid already.
    /// @param creditNoteHash the credit note tried
    error AlreadyRefunded(bytes32 creditNoteHash);

    /// @notice The block's timestamp is past the refund's time limit.
    /// @param validUntil the time limit tried, in seconds
    error RefundExpired(uint64 validUntil);

    /// @notice The token moved another amount than it was told to, as one with a fee does.
    /// @param account the payer
    /// @param balance what it has after the transfer
    /// @param expected what it should have
    error UnexpectedBalance(address account, uint256 balance, uint256 expected);

    /// @notice Pays the amount from the caller to the payer of the settlement, and records the refund.
    /// @dev The caller must have allowed this contract the amount. `RefundExpired` comes last among the checks, so it is
    /// never the answer for what has been refunded already, and may be read as "not refunded".
    /// @param terms the refund
    function refund(RefundTerms calldata terms) external nonReentrant {
        if (terms.creditNoteHash == 0) revert InvalidReference();
        if (terms.amount == 0 || terms.amount > terms.settled) {
            revert InvalidAmount(terms.amount, terms.settled);
        }
        bytes32 refundHash = refundHashOf(
            terms.creditNoteHash,
            address(terms.registry),
            terms.invoiceHash,
            terms.payer,
            terms.token,
            terms.amount
        );
        if (isRecorded[refundHash]) revert AlreadyRefunded(terms.creditNoteHash);
        if (!_isSettled(terms)) revert SettlementNotRecorded(terms.invoiceHash);
        if (block.timestamp > terms.validUntil) revert RefundExpired(terms.validUntil);

        isRecorded[refundHash] = true;
        emit RefundRecorded(
            terms.creditNoteHash,
            terms.invoiceHash,
            terms.payer,
            address(terms.registry),
            terms.token,
            terms.amount,
            msg.sender
        );
        IERC20 token = IERC20(terms.token);
        uint256 held = token.balanceOf(terms.payer);
        token.safeTransferFrom(msg.sender, terms.payer, terms.amount);
        uint256 balance = token.balanceOf(terms.payer);
        if (balance != held + terms.amount) {
            revert UnexpectedBalance(terms.payer, balance, held + terms.amount);
        }
    }

    /// @notice The hash under which a refund is recorded: keccak256 of these fields, ABI-encoded in this order.
    /// @param creditNoteHash keccak256 of the credit note id
    /// @param registry where the settlement is recorded
    /// @param invoiceHash keccak256 of the invoice id
    /// @param payer who had paid, and is paid back
    /// @param token the token that is refunded
    /// @param amount in units of the token
    /// @return refundHash of exactly these fields
    function refundHashOf(
        bytes32 creditNoteHash,
        address registry,
        bytes32 invoiceHash,
        address payer,
        address token,
        uint256 amount
    ) public pure returns (bytes32 refundHash) {
        return keccak256(abi.encode(creditNoteHash, registry, invoiceHash, payer, token, amount));
    }

    function _isSettled(RefundTerms calldata terms) private view returns (bool) {
        return terms.registry
            .proves(
                terms.referenceHash,
                terms.invoiceHash,
                terms.payer,
                terms.merchant,
                terms.token,
                terms.settled,
                terms.operator
            );
    }
}
