// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IUsdc} from "./IUsdc.sol";
import {Periods} from "./Periods.sol";
import {SettlementBase, SettlementTerms} from "./SettlementBase.sol";

/// @notice What a payer signs, as EIP-712 typed data, to let settlements be taken from its allowance.
/// @dev There is no EIP-712 field for the operator or the invoices: which invoices are due is what the
/// payer leaves to the service, within these limits. Prices are not checked here: the cap only binds them.
/// @param payer who pays, and signs
/// @param merchant the only one who is paid under this cap
/// @param subscriptionHash keccak256 of the subscription id. A payer has one cap for each: the one that starts last
/// @param token the token that is paid in
/// @param perCharge the most that one settlement takes, in units of the token
/// @param perPeriod the most that all settlements of a period take together, in units of the token
/// @param total the most that is ever taken under this cap, all settlements together, in units of the token
/// @param periodSeconds the length of a period, counted from a Monday, 00:00 UTC; 0: calendar months, in UTC
/// @param start the first block timestamp, in seconds, at which anything is taken under this cap. From then on it
/// replaces the caps that start earlier
/// @param validUntil the last block timestamp, in seconds, at which anything is taken under this cap
/// @param rateCards keccak256 of the concatenated hashes of the rate cards whose prices the payer was shown. Payers
/// sign the hashes themselves, as `bytes32[]`, which EIP-712 encodes as this one word.
struct SpendingCap {
    address payer;
    address merchant;
    bytes32 subscriptionHash;
    address token;
    uint256 perCharge;
    uint256 perPeriod;
    uint256 total;
    uint64 periodSeconds;
    uint64 start;
    uint64 validUntil;
    bytes32 rateCards;
}

/// @notice What a payer signs for the token (EIP-2612), so that it need not send an `approve`.
/// @param value the allowance of this contract, in units of the token; zero if there is no permit
/// @param deadline the last block timestamp, in seconds, at which the token takes it
/// @param signature 65 bytes r, s, v; others only if the token has a permit that takes bytes, as USDC has for smart accounts
struct Permit {
    uint256 value;
    uint256 deadline;
    bytes signature;
}

/// @notice What was taken from a payer for a subscription, and under which cap.
/// @dev One slot. A settlement takes at most 96 bits.
/// @param spent the sum of what was taken under the cap, in units of the token
/// @param spentInPeriod the sum of what was taken in the period that ends at `periodEnd`, in units of the token
/// @param periodEnd the first second after that period
/// @param start the start of the cap
struct Spending {
    uint96 spent;
    uint96 spentInPeriod;
    uint32 periodEnd;
    uint32 start;
}

/// @title Settlements under a spending cap
/// @notice The payer gives an allowance and signs a cap, once; operators settle under it.
abstract contract CapSettlements is SettlementBase {
    using SafeERC20 for IERC20;

    /// @notice The EIP-712 type hash of a cap.
    bytes32 public constant SPENDING_CAP_TYPEHASH = keccak256(
        "SpendingCap(address payer,address merchant,bytes32 subscriptionHash,address token,uint256 perCharge,uint256 perPeriod,uint256 total,uint64 periodSeconds,uint64 start,uint64 validUntil,bytes32[] rateCards)"
    );

    /// @dev By the hash of the payer, the token and the subscription's hash.
    mapping(bytes32 => Spending) private _spending;

    /// @notice A settlement was paid from an allowance, under a cap.
    /// @param referenceHash the reference chosen for this settlement
    /// @param capHash the typed data hash of the cap
    /// @param subscriptionHash keccak256 of the subscription id, from the cap
    /// @param spent the sum of what was taken under the cap, this settlement included
    /// @param spentInPeriod the sum of what was taken in the period, this settlement included
    /// @param operator who sent it
    event SettledWithAllowance(
        bytes32 indexed referenceHash,
        bytes32 indexed capHash,
        bytes32 indexed subscriptionHash,
        uint256 spent,
        uint256 spentInPeriod,
        address operator
    );

    /// @notice A cap took the place of those that start earlier, before anything was taken under it.
    /// @param capHash the typed data hash of the cap
    /// @param payer who signed it
    /// @param subscriptionHash keccak256 of the subscription id, from the cap
    /// @param total the most that is ever taken under it; zero if the payer ended its caps
    event CapReplaced(
        bytes32 indexed capHash, address indexed payer, bytes32 indexed subscriptionHash, uint256 total
    );

    /// @notice The payer has signed a cap for the subscription that starts later; when replacing, not earlier.
    /// @param start the start of the cap that counts
    error CapAlreadyReplaced(uint64 start);

    /// @notice The cap starts after the block's timestamp.
    /// @param start the start of the cap
    error CapNotStarted(uint64 start);

    /// @notice The block's timestamp is past the time limit of the cap.
    /// @param validUntil the time limit of the cap, in seconds
    error CapExpired(uint64 validUntil);

    /// @notice The settlement would take more than is left under the cap.
    /// @param amount the amount tried
    /// @param left what one settlement may take now
    error CapExceeded(uint256 amount, uint256 left);

    /// @notice The payer lets the collector take less than the amount.
    /// @param allowance what the payer allows, in units of the token
    /// @param amount the amount tried
    error AllowanceTooLow(uint256 allowance, uint256 amount);

    /// @notice Settles from the payer's ERC-20 allowance to this contract, under a cap that the payer signed.
    /// For operators only, and only while not paused.
    /// @dev Payer, merchant and token are the cap's, so no others can be named. The signature is checked each
    /// time: a smart account may withdraw it. The permit only serves to get an allowance: if the token refuses it, as it
    /// does when somebody else has sent it before, the allowance decides.
    /// @param referenceHash names this settlement for its caller; not zero, and need not be unique
    /// @param invoiceHash keccak256 of the invoice id; settled once, ever
    /// @param amount in units of the token; no more than is left under the cap
    /// @param validUntil the last block timestamp, in seconds, at which this may be settled
    /// @param cap what the payer signed
    /// @param signature of the payer over the cap; 65 bytes r, s, v, or what a smart account accepts (ERC-1271),
    /// wrapped as in ERC-6492 if that account is not deployed yet
    /// @param permit sent to the token before the allowance is read, if the payer allows less than its value
    function settleWithAllowance(
        bytes32 referenceHash,
        bytes32 invoiceHash,
        uint256 amount,
        uint64 validUntil,
        SpendingCap calldata cap,
        bytes calldata signature,
        Permit calldata permit
    ) external onlyRole(OPERATOR_ROLE) whenNotPaused nonReentrant {
        SettlementTerms memory terms = SettlementTerms(
            referenceHash, invoiceHash, cap.payer, cap.merchant, cap.token, amount, validUntil
        );
        _requireSettleable(terms);
        Spending memory spending = _afterTaking(cap, amount);
        _requireMovable(terms);
        // Before the allowance is read: what deploys an account may give it as well.
        bytes calldata inner = _deployPayer(cap.payer, signature);
        _requireAllowance(cap, amount, permit);
        bytes32 capHash = capHashOf(cap);
        if (!SignatureChecker.isValidSignatureNowCalldata(cap.payer, capHash, inner)) {
            revert InvalidSignature();
        }

        // The payer may have replaced the cap while its account was deployed. No settlement comes in between.
        _requireNotReplaced(cap, _spending[_keyOf(cap)].start);
        _spending[_keyOf(cap)] = spending;
        _take(terms);
        _record(terms);
        emit SettledWithAllowance(
            referenceHash, capHash, cap.subscriptionHash, spending.spent, spending.spentInPeriod, msg.sender
        );
    }

    /// @notice Lets a cap take the place of those that start earlier, at any time, paused or not. A cap whose limits are zero
    /// ends them. Its payer may send it without a signature, anyone else with the payer's.
    /// @dev The first settlement under a cap replaces them too, so this is needed for a lower limit only.
    /// @param cap what the payer signed; it has started, and starts later than the cap before
    /// @param signature of the payer over the cap, as for a settlement, but of an account that is deployed
    function replaceCap(SpendingCap calldata cap, bytes calldata signature) external {
        Spending memory spending = _spendingUnder(cap);
        if (_spending[_keyOf(cap)].start == cap.start) revert CapAlreadyReplaced(cap.start);
        bytes32 capHash = capHashOf(cap);
        if (
            msg.sender != cap.payer
                && !SignatureChecker.isValidSignatureNowCalldata(cap.payer, capHash, signature)
        ) revert InvalidSignature();
        _spending[_keyOf(cap)] = spending;
        emit CapReplaced(capHash, cap.payer, cap.subscriptionHash, cap.total);
    }

    /// @notice What was taken under a cap, as of the block's timestamp.
    /// @param cap the cap; nothing was taken under one that is not known
    /// @return spending its start is the cap's, unless the cap was replaced: then all of it is of the later cap
    function spendingOf(SpendingCap calldata cap) external view returns (Spending memory spending) {
        spending = _spending[_keyOf(cap)];
        return spending.start > cap.start ? spending : _spendingUnder(cap);
    }

    /// @notice The EIP-712 typed data hash of a cap: what its payer signs.
    /// @param cap the cap
    /// @return capHash of this cap, this contract and this chain
    function capHashOf(SpendingCap calldata cap) public view returns (bytes32 capHash) {
        return _hashTypedDataV4(keccak256(abi.encode(SPENDING_CAP_TYPEHASH, cap)));
    }

    /// @dev What was taken under the cap until now. What an earlier cap took in the same period counts.
    function _spendingUnder(SpendingCap calldata cap) private view returns (Spending memory spending) {
        if (block.timestamp < cap.start) revert CapNotStarted(cap.start);
        spending = _spending[_keyOf(cap)];
        _requireNotReplaced(cap, spending.start);
        bool replaces = cap.start > spending.start;
        if (replaces) {
            // It does not truncate: no later than the block's timestamp.
            // forge-lint: disable-next-line(unsafe-typecast)
            spending.start = uint32(cap.start);
            spending.spent = 0;
        }
        uint32 periodEnd = Periods.endOf(cap.periodSeconds);
        if (replaces ? periodEnd != spending.periodEnd : block.timestamp >= spending.periodEnd) {
            spending.periodEnd = periodEnd;
            spending.spentInPeriod = 0;
        } else if (periodEnd > spending.periodEnd) {
            // The other cap has the same start. Taking turns, the two would begin more periods than either has.
            spending.periodEnd = periodEnd;
        }
    }

    function _requireNotReplaced(SpendingCap calldata cap, uint32 start) private pure {
        if (cap.start < start) revert CapAlreadyReplaced(start);
    }

    /// @dev What will have been taken under the cap with this amount.
    function _afterTaking(SpendingCap calldata cap, uint256 amount)
        private
        view
        returns (Spending memory spending)
    {
        if (block.timestamp > cap.validUntil) revert CapExpired(cap.validUntil);
        spending = _spendingUnder(cap);
        // A lower cap may leave less than nothing.
        uint256 leftInPeriod = Math.saturatingSub(cap.perPeriod, spending.spentInPeriod);
        uint256 left =
            Math.min(cap.perCharge, Math.min(leftInPeriod, Math.saturatingSub(cap.total, spending.spent)));
        if (amount > left) revert CapExceeded(amount, left);
        // It does not truncate: no amount is past 96 bits, and the sums revert if they are.
        // forge-lint: disable-next-line(unsafe-typecast)
        uint96 taken = uint96(amount);
        spending.spent += taken;
        spending.spentInPeriod += taken;
    }

    function _requireAllowance(SpendingCap calldata cap, uint256 amount, Permit calldata permit) private {
        uint256 allowance = IERC20(cap.token).allowance(cap.payer, address(this));
        if (allowance < permit.value) {
            _sendPermit(cap, permit);
            allowance = IERC20(cap.token).allowance(cap.payer, address(this));
        }
        if (allowance < amount) revert AllowanceTooLow(allowance, amount);
    }

    function _sendPermit(SpendingCap calldata cap, Permit calldata permit) private {
        bytes calldata signature = permit.signature;
        if (signature.length == 65) {
            bytes32 r = bytes32(signature[:32]);
            bytes32 s = bytes32(signature[32:64]);
            uint8 v = uint8(signature[64]);
            try IERC20Permit(cap.token)
                .permit(cap.payer, address(this), permit.value, permit.deadline, v, r, s) {}
                catch {}
        } else {
            try IUsdc(cap.token).permit(cap.payer, address(this), permit.value, permit.deadline, signature) {}
                catch {}
        }
    }

    function _keyOf(SpendingCap calldata cap) private pure returns (bytes32) {
        return keccak256(abi.encode(cap.payer, cap.token, cap.subscriptionHash));
    }

    function _take(SettlementTerms memory terms) private {
        IERC20 token = IERC20(terms.token);
        uint256 merchantHeld = token.balanceOf(terms.merchant);
        token.safeTransferFrom(terms.payer, terms.merchant, terms.amount);
        _requireBalance(token, terms.merchant, merchantHeld + terms.amount);
    }
}
