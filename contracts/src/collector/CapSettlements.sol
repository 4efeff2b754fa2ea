// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {SettlementBase, SettlementTerms} from "./SettlementBase.sol";

/// @notice What a payer signs, as EIP-712 typed data, to let settlements be taken from its allowance.
/// @dev There is no EIP-712 field for the operator or the invoices: which invoices are due is what the
/// payer leaves to the service, within these limits. Prices are not checked here: the cap only binds them.
/// @param payer who pays, and signs
/// @param merchant the only one who is paid under this cap
/// @param subscriptionHash keccak256 of the subscription id, so that a payer can tell its caps apart
/// @param token the token that is paid in
/// @param cap the most that is ever taken under this cap, all settlements together, in units of the token
/// @param validUntil the last block timestamp, in seconds, at which anything is taken under this cap
/// @param nonce makes two caps differ that are alike in all else
/// @param rateCards keccak256 of the concatenated hashes of the rate cards whose prices the payer was shown. Payers
/// sign the hashes themselves, as `bytes32[]`, which EIP-712 encodes as this one word.
struct SpendingCap {
    address payer;
    address merchant;
    bytes32 subscriptionHash;
    address token;
    uint256 cap;
    uint64 validUntil;
    bytes32 nonce;
    bytes32 rateCards;
}

/// @notice What became of a cap.
/// @dev One slot: a settlement takes at most 96 bits, so the sum fits in 248 whatever the cap says.
/// @param spent the sum of what was taken under it, in units of the token
/// @param revoked whether its payer ended it
struct Spending {
    uint248 spent;
    bool revoked;
}

/// @title Settlements under a spending cap
/// @notice The payer gives an allowance and signs a cap, once; operators settle under it.
abstract contract CapSettlements is SettlementBase {
    using SafeERC20 for IERC20;

    /// @notice The EIP-712 type hash of a cap.
    bytes32 public constant SPENDING_CAP_TYPEHASH = keccak256(
        "SpendingCap(address payer,address merchant,bytes32 subscriptionHash,address token,uint256 cap,uint64 validUntil,bytes32 nonce,bytes32[] rateCards)"
    );

    mapping(bytes32 capHash => Spending) private _spending;

    /// @notice A settlement was paid from an allowance, under a cap.
    /// @param referenceHash the reference chosen for this settlement
    /// @param capHash the typed data hash of the cap
    /// @param subscriptionHash keccak256 of the subscription id, from the cap
    /// @param spent the sum of what was taken under the cap, this settlement included
    /// @param operator who sent it
    event SettledWithAllowance(
        bytes32 indexed referenceHash,
        bytes32 indexed capHash,
        bytes32 indexed subscriptionHash,
        uint256 spent,
        address operator
    );

    /// @notice A payer ended a cap.
    /// @param capHash the typed data hash of the cap
    /// @param payer who signed it, and ended it
    event CapRevoked(bytes32 indexed capHash, address indexed payer);

    /// @notice Only the payer of a cap may revoke it.
    /// @param account the account that tried
    /// @param payer the payer of the cap
    error NotThePayer(address account, address payer);

    /// @notice The payer revoked the cap.
    /// @param capHash the typed data hash of the cap
    error CapAlreadyRevoked(bytes32 capHash);

    /// @notice The block's timestamp is past the time limit of the cap.
    /// @param validUntil the time limit of the cap, in seconds
    error CapExpired(uint64 validUntil);

    /// @notice The settlement would take more than is left under the cap.
    /// @param amount the amount tried
    /// @param left what is left
    error CapExceeded(uint256 amount, uint256 left);

    /// @notice The payer lets the collector take less than the amount.
    /// @param allowance what the payer allows, in units of the token
    /// @param amount the amount tried
    error AllowanceTooLow(uint256 allowance, uint256 amount);

    /// @notice Settles from the payer's ERC-20 allowance to this contract, under a cap that the payer signed.
    /// For operators only, and only while not paused.
    /// @dev Payer, merchant and token are the cap's, so no others can be named. The signature is checked each
    /// time: a smart account may withdraw it.
    /// @param referenceHash names this settlement for its caller; not zero, and need not be unique
    /// @param invoiceHash keccak256 of the invoice id; settled once, ever
    /// @param amount in units of the token; no more than is left under the cap
    /// @param validUntil the last block timestamp, in seconds, at which this may be settled
    /// @param cap what the payer signed
    /// @param signature of the payer over the cap; 65 bytes r, s, v, or what a smart account accepts (ERC-1271),
    /// wrapped as in ERC-6492 if that account is not deployed yet
    function settleWithAllowance(
        bytes32 referenceHash,
        bytes32 invoiceHash,
        uint256 amount,
        uint64 validUntil,
        SpendingCap calldata cap,
        bytes calldata signature
    ) external onlyRole(OPERATOR_ROLE) whenNotPaused nonReentrant {
        SettlementTerms memory terms = SettlementTerms(
            referenceHash, invoiceHash, cap.payer, cap.merchant, cap.token, amount, validUntil
        );
        _requireSettleable(terms);
        bytes32 capHash = capHashOf(cap);
        _requireLeft(cap, capHash, amount);
        _requireMovable(terms);
        // Before the allowance is read: what deploys an account may give it as well.
        bytes calldata inner = _deployPayer(cap.payer, signature);
        uint256 allowance = IERC20(cap.token).allowance(cap.payer, address(this));
        if (allowance < amount) revert AllowanceTooLow(allowance, amount);
        if (!SignatureChecker.isValidSignatureNowCalldata(cap.payer, capHash, inner)) {
            revert InvalidSignature();
        }

        uint256 spent = _spend(cap, capHash, amount);
        _take(terms);
        _record(terms);
        emit SettledWithAllowance(referenceHash, capHash, cap.subscriptionHash, spent, msg.sender);
    }

    /// @notice Ends a cap for good. For its payer only, at any time, paused or not, used before or not.
    /// @param cap the cap, as signed
    function revokeCap(SpendingCap calldata cap) external {
        if (msg.sender != cap.payer) revert NotThePayer(msg.sender, cap.payer);
        bytes32 capHash = capHashOf(cap);
        Spending storage spending = _spending[capHash];
        if (spending.revoked) revert CapAlreadyRevoked(capHash);
        spending.revoked = true;
        emit CapRevoked(capHash, cap.payer);
    }

    /// @notice What became of a cap; nothing is spent of one that is not known.
    /// @param capHash the typed data hash of the cap
    /// @return spending what was taken under it, and whether it is revoked
    function spendingOf(bytes32 capHash) external view returns (Spending memory spending) {
        return _spending[capHash];
    }

    /// @notice The EIP-712 typed data hash of a cap: what its payer signs, and its key here.
    /// @param cap the cap
    /// @return capHash of this cap, this contract and this chain
    function capHashOf(SpendingCap calldata cap) public view returns (bytes32 capHash) {
        return _hashTypedDataV4(keccak256(abi.encode(SPENDING_CAP_TYPEHASH, cap)));
    }

    /// @dev Nothing is spent past the cap, so what is left is never negative.
    function _requireLeft(SpendingCap calldata cap, bytes32 capHash, uint256 amount) private view {
        Spending storage spending = _spending[capHash];
        if (spending.revoked) revert CapAlreadyRevoked(capHash);
        if (block.timestamp > cap.validUntil) revert CapExpired(cap.validUntil);
        uint256 left = cap.cap - spending.spent;
        if (amount > left) revert CapExceeded(amount, left);
    }

    /// @dev Counts the amount against the cap before any token moves. The cap is looked at again, as its payer may
    /// have revoked it while its account was deployed.
    function _spend(SpendingCap calldata cap, bytes32 capHash, uint256 amount)
        private
        returns (uint256 spent)
    {
        _requireLeft(cap, capHash, amount);
        Spending storage spending = _spending[capHash];
        spent = spending.spent + amount;
        // It does not truncate: no amount is past 96 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        spending.spent = uint248(spent);
    }

    function _take(SettlementTerms memory terms) private {
        IERC20 token = IERC20(terms.token);
        uint256 merchantHeld = token.balanceOf(terms.merchant);
        token.safeTransferFrom(terms.payer, terms.merchant, terms.amount);
        _requireBalance(token, terms.merchant, merchantHeld + terms.amount);
    }
}
