// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

/// @title Settlement registry, version 1
/// @notice Records each settlement of an invoice exactly once, and lets anyone read it back.
/// @dev It holds and moves no tokens and makes no external calls: a record is the settler's statement that
/// an invoice is settled. A record can be neither changed nor removed, by any role.
contract SettlementRegistryV1 is AccessControlDefaultAdminRules, Pausable {
    /// @notice A recorded settlement. `recordedAt` is zero if and only if nothing is recorded.
    /// @dev Four slots. The order of the fields is their packing.
    /// @param invoiceHash keccak256 of the invoice id
    /// @param payer who paid
    /// @param amount in units of the token (six decimals: USDC 12.5 is 12500000)
    /// @param merchant who was paid
    /// @param recordedAt timestamp of the block that recorded it, in seconds
    /// @param token the token that was paid in
    struct Settlement {
        // Slot 0: a whole word; leads from a reference to its invoice, and being non-zero marks it as taken.
        bytes32 invoiceHash;
        // Slot 1: 20 + 12 bytes. 96 bits hold 7.9e28 units, and save the amount a slot of its own.
        address payer;
        uint96 amount;
        // Slot 2: 20 + 8 bytes; the time fits in what the address leaves over.
        address merchant;
        uint64 recordedAt;
        // Slot 3: the third address; three addresses do not fit in two slots.
        address token;
    }

    /// @notice The role that may record settlements.
    bytes32 public constant SETTLER_ROLE = keccak256("SETTLER_ROLE");

    /// @notice The role that may pause, and only pause: unpausing is for the default admin.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice The largest amount that can be recorded, in units of the token.
    uint256 public constant MAX_AMOUNT = type(uint96).max;

    mapping(bytes32 referenceHash => Settlement) private _settlements;

    /// @notice The reference under which an invoice was settled; zero if it was not.
    /// @dev The fifth slot of a settlement. It keeps an invoice from being settled under two references, and
    /// lets a verifier who knows only the invoice find its settlement.
    mapping(bytes32 invoiceHash => bytes32 referenceHash) public referenceOf;

    /// @notice A settlement was recorded.
    /// @param referenceHash the reference chosen for this settlement
    /// @param invoiceHash keccak256 of the invoice id
    /// @param payer who paid
    /// @param merchant who was paid
    /// @param token the token that was paid in
    /// @param amount in units of the token
    /// @param operator the settler that recorded it
    event SettlementRecorded(
        bytes32 indexed referenceHash,
        bytes32 indexed invoiceHash,
        address indexed payer,
        address merchant,
        address token,
        uint256 amount,
        address operator
    );

    /// @notice The payer or the merchant is the zero address; in the constructor, the settler or the pauser.
    error InvalidAddress();

    /// @notice The reference hash or the invoice hash is zero.
    error InvalidReference();

    /// @notice The amount does not fit in its 96 bits.
    /// @param amount the amount tried
    /// @param maxAmount the largest amount allowed
    error AmountTooLarge(uint256 amount, uint256 maxAmount);

    /// @notice The reference has a settlement already.
    /// @param referenceHash the reference tried
    error ReferenceAlreadySettled(bytes32 referenceHash);

    /// @notice The invoice has a settlement already, under another reference.
    /// @param invoiceHash the invoice tried
    /// @param referenceHash the reference that settled it
    error InvoiceAlreadySettled(bytes32 invoiceHash, bytes32 referenceHash);

    /// @notice The block's timestamp is past the settlement's time limit.
    /// @param validUntil the time limit tried, in seconds
    error SettlementExpired(uint64 validUntil);

    /// @param initialDelay seconds between starting and accepting a transfer of the default admin
    /// @param admin the default admin: grants and revokes the roles, and unpauses
    /// @param settler the first account with SETTLER_ROLE; not zero
    /// @param pauser the first account with PAUSER_ROLE; not zero
    constructor(uint48 initialDelay, address admin, address settler, address pauser)
        AccessControlDefaultAdminRules(initialDelay, admin)
    {
        if (settler == address(0) || pauser == address(0)) revert InvalidAddress();
        _grantRole(SETTLER_ROLE, settler);
        _grantRole(PAUSER_ROLE, pauser);
    }

    /// @notice Records a settlement. For settlers only, and only while not paused.
    /// @dev A duplicate reverts: a silent success would give a good receipt without an event. The order of
    /// the checks is part of the contract: `SettlementExpired` comes last, so it is never the answer for what
    /// has been recorded already, and a caller may read it as "not recorded".
    /// @param referenceHash names this settlement; used once, ever
    /// @param invoiceHash keccak256 of the invoice id; settled once, ever
    /// @param payer who paid
    /// @param merchant who was paid
    /// @param token the token that was paid in
    /// @param amount in units of the token, at most MAX_AMOUNT; zero is allowed
    /// @param validUntil the last block timestamp, in seconds, at which this may be recorded: once a block is
    /// later than that, a transaction that has not landed never will
    function recordSettlement(
        bytes32 referenceHash,
        bytes32 invoiceHash,
        address payer,
        address merchant,
        address token,
        uint256 amount,
        uint64 validUntil
    ) external onlyRole(SETTLER_ROLE) whenNotPaused {
        if (referenceHash == 0 || invoiceHash == 0) revert InvalidReference();
        if (payer == address(0) || merchant == address(0)) revert InvalidAddress();
        if (amount > MAX_AMOUNT) revert AmountTooLarge(amount, MAX_AMOUNT);

        Settlement storage settlement = _settlements[referenceHash];
        if (settlement.invoiceHash != 0) revert ReferenceAlreadySettled(referenceHash);
        bytes32 settledBy = referenceOf[invoiceHash];
        if (settledBy != 0) revert InvoiceAlreadySettled(invoiceHash, settledBy);
        if (block.timestamp > validUntil) revert SettlementExpired(validUntil);

        referenceOf[invoiceHash] = referenceHash;
        settlement.invoiceHash = invoiceHash;
        settlement.payer = payer;
        // Neither cast truncates: the amount is checked above, and the time is at most `validUntil`.
        // forge-lint: disable-next-line(unsafe-typecast)
        settlement.amount = uint96(amount);
        settlement.merchant = merchant;
        settlement.recordedAt = uint64(block.timestamp);
        settlement.token = token;

        emit SettlementRecorded(referenceHash, invoiceHash, payer, merchant, token, amount, msg.sender);
    }

    /// @notice Stops recording until the default admin unpauses. For pausers only.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets settlers record again. For the default admin only.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice The settlement recorded under a reference; every field is zero if there is none.
    /// @param referenceHash the reference of the settlement
    /// @return settlement all that was recorded but the operator, which is in the event
    function settlementOf(bytes32 referenceHash) external view returns (Settlement memory settlement) {
        return _settlements[referenceHash];
    }
}
