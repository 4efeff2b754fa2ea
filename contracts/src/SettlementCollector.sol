// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {FactoryCaller} from "./FactoryCaller.sol";
import {SettlementRegistry} from "./SettlementRegistry.sol";
import {WrappedSignature} from "./WrappedSignature.sol";

/// @notice What the collector calls on USDC (FiatTokenV2_2) besides ERC-20. A token that has no `isBlacklisted`
/// or no `authorizationState` is taken to answer false. A token that has no `DOMAIN_SEPARATOR` checks all signatures.
interface IUsdc {
    /// @notice Whether the token refuses to move anything from or to an account.
    function isBlacklisted(address account) external view returns (bool);

    /// @notice Whether an authorization is used or cancelled.
    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool);

    /// @notice The EIP-712 domain separator of authorizations.
    function DOMAIN_SEPARATOR() external view returns (bytes32);

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
}

/// @title Settlement collector
/// @notice Moves what an invoice costs from the payer to the merchant and records the settlement, both in one
/// transaction: both happen or neither.
/// @dev It holds SETTLER_ROLE of the registry. It moves a payer's tokens only as that payer signed, and only to
/// the merchant in what was signed; no role can do otherwise. It holds no tokens between transactions.
/// A call first reads everything that could refuse it, and only then writes, so a refused call is cheap. Whether the
/// invoice is settled is read before all else but the role, the pause and the guard: a settlement that landed is
/// always answered with `InvoiceAlreadySettled`.
contract SettlementCollector is AccessControlDefaultAdminRules, Pausable, ReentrancyGuardTransient, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice What is settled; the arguments of the registry's `recordSettlement`, in its order.
    /// @param referenceHash names this settlement for its caller; not zero, and need not be unique
    /// @param invoiceHash keccak256 of the invoice id; settled once, ever
    /// @param payer who pays
    /// @param merchant who is paid
    /// @param token the token that is paid in
    /// @param amount in units of the token
    /// @param validUntil the last block timestamp, in seconds, at which this may be settled
    struct SettlementTerms {
        bytes32 referenceHash;
        bytes32 invoiceHash;
        address payer;
        address merchant;
        address token;
        uint256 amount;
        uint64 validUntil;
    }

    /// @notice What a payer signs, as EIP-712 typed data, to let settlements be taken from its allowance.
    /// @dev There is no EIP-712 field for the operator or the invoices: which invoices are due is what the
    /// payer leaves to the service, within these limits.
    /// @param payer who pays, and signs
    /// @param merchant the only one who is paid under this cap
    /// @param subscriptionHash keccak256 of the subscription id, so that a payer can tell its caps apart
    /// @param token the token that is paid in
    /// @param cap the most that is ever taken under this cap, all settlements together, in units of the token
    /// @param validUntil the last block timestamp, in seconds, at which anything is taken under this cap
    /// @param nonce makes two caps differ that are alike in all else
    struct SpendingCap {
        address payer;
        address merchant;
        bytes32 subscriptionHash;
        address token;
        uint256 cap;
        uint64 validUntil;
        bytes32 nonce;
    }

    /// @notice What became of a cap.
    /// @dev One slot: a settlement takes at most 96 bits, so the sum fits in 248 whatever the cap says.
    /// @param spent the sum of what was taken under it, in units of the token
    /// @param revoked whether its payer ended it
    struct Spending {
        uint248 spent;
        bool revoked;
    }

    /// @notice The role that may settle, within what payers signed.
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    /// @notice The role that may pause, and only pause: unpausing is for the default admin.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice The EIP-712 type hash of the terms, whose typed data hash is the nonce of an authorization.
    bytes32 public constant SETTLEMENT_TERMS_TYPEHASH = keccak256(
        "SettlementTerms(address registry,bytes32 referenceHash,bytes32 invoiceHash,address payer,address merchant,address token,uint256 amount,uint64 validUntil)"
    );

    /// @notice The EIP-712 type hash of a cap.
    bytes32 public constant SPENDING_CAP_TYPEHASH = keccak256(
        "SpendingCap(address payer,address merchant,bytes32 subscriptionHash,address token,uint256 cap,uint64 validUntil,bytes32 nonce)"
    );

    /// @dev The EIP-712 type hash of what payers sign for the token (EIP-3009).
    bytes32 private constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    /// @dev Stands for the domain separator of a token that has none.
    bytes32 private constant NO_DOMAIN = bytes32(uint256(1));

    /// @dev For one question to the token. USDC answers within 15,000, cold, behind its proxy.
    uint256 private constant QUESTION_GAS = 50_000;

    /// @dev Kept back at each settlement of a batch: enough to report that it was skipped.
    uint256 private constant SKIP_GAS = 10_000;

    /// @dev The most bytes of a reason that `SettlementSkipped` has. A longer one is cut.
    uint256 private constant MAX_REASON = 260;

    /// @notice Where settlements are recorded.
    SettlementRegistry public immutable registry;

    /// @notice Calls the factories that ERC-6492 signatures name, so that this contract is not their sender.
    FactoryCaller public immutable factoryCaller;

    /// @dev The EIP-712 domain separator of each token that is allowed, as it was then; zero of all others.
    mapping(address token => bytes32 domain) private _domains;

    mapping(bytes32 capHash => Spending) private _spending;

    /// @notice A settlement was paid with an authorization.
    /// @dev The registry's event has the terms; its operator is this contract, so who sent it is named here.
    /// @param referenceHash the reference chosen for this settlement
    /// @param nonce the nonce of the authorization: the hash of the terms
    /// @param operator who sent it
    event SettledWithAuthorization(bytes32 indexed referenceHash, bytes32 indexed nonce, address operator);

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

    /// @notice A settlement of a batch failed and changed nothing; the others of the batch go on.
    /// @param invoiceHash keccak256 of the invoice id
    /// @param referenceHash the reference chosen for this settlement
    /// @param reason what it reverted with, cut to 260 bytes; empty if it ran out of gas
    event SettlementSkipped(bytes32 indexed invoiceHash, bytes32 referenceHash, bytes reason);

    /// @notice A payer ended a cap.
    /// @param capHash the typed data hash of the cap
    /// @param payer who signed it, and ended it
    event CapRevoked(bytes32 indexed capHash, address indexed payer);

    /// @notice A token was allowed, or is allowed no longer.
    /// @param token the token
    /// @param allowed whether settlements may be paid in it from now on
    event TokenAllowed(address indexed token, bool allowed);

    /// @notice The payer or the merchant is the zero address, or the merchant is the payer or the collector. In the
    /// constructor the operator, the pauser, the registry or the token is the zero address; in `setTokenAllowed` the
    /// token is.
    error InvalidAddress();

    /// @notice The token is not on the list.
    /// @param token the token tried
    error TokenNotAllowed(address token);

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

    /// @notice The payer did not sign this cap, for this collector, on this chain; or a payer without code did not
    /// sign this authorization.
    error InvalidSignature();

    /// @notice The settlement would take more than is left under the cap.
    /// @param amount the amount tried
    /// @param left what is left
    error CapExceeded(uint256 amount, uint256 left);

    /// @notice The payer has less than the amount.
    /// @param balance what the payer has, in units of the token
    /// @param amount the amount tried
    error BalanceTooLow(uint256 balance, uint256 amount);

    /// @notice The payer lets the collector take less than the amount.
    /// @param allowance what the payer allows, in units of the token
    /// @param amount the amount tried
    error AllowanceTooLow(uint256 allowance, uint256 amount);

    /// @notice The token refuses to move anything from or to the account.
    /// @param account the payer or the merchant
    error AccountBlacklisted(address account);

    /// @notice The authorization was used or cancelled.
    /// @param nonce the nonce of the authorization: the hash of the terms
    error AuthorizationAlreadyUsed(bytes32 nonce);

    /// @notice An element of a batch is not a call of `settleWithAllowance`.
    /// @param index the element
    error NotASettlement(uint256 index);

    /// @notice There is too little gas to give the next settlement of a batch all of `gasEach`.
    /// @param available what it could have been given
    /// @param gasEach what it must be given
    error InsufficientGas(uint256 available, uint256 gasEach);

    /// @notice The token moved another amount than it was told to, as one with a fee does.
    /// @param account the merchant or the collector
    /// @param balance what it has after the transfer
    /// @param expected what it should have
    error UnexpectedBalance(address account, uint256 balance, uint256 expected);

    /// @param initialDelay seconds between starting and accepting a transfer of the default admin
    /// @param admin the default admin: grants and revokes the roles, allows tokens, and unpauses
    /// @param operator the first account with OPERATOR_ROLE; not zero
    /// @param pauser the first account with PAUSER_ROLE; not zero
    /// @param registry_ where settlements are recorded, for good; not zero
    /// @param token the first token that is allowed; not zero
    constructor(
        uint48 initialDelay,
        address admin,
        address operator,
        address pauser,
        SettlementRegistry registry_,
        address token
    ) AccessControlDefaultAdminRules(initialDelay, admin) EIP712("Usance Settlement Collector", "2") {
        if (operator == address(0) || pauser == address(0) || address(registry_) == address(0)) {
            revert InvalidAddress();
        }
        _grantRole(OPERATOR_ROLE, operator);
        _grantRole(PAUSER_ROLE, pauser);
        registry = registry_;
        factoryCaller = new FactoryCaller();
        _setTokenAllowed(token, true);
    }

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

    /// @notice Settles several invoices from allowances, each by itself: one that fails is skipped and reported by
    /// `SettlementSkipped`, and the others go on. For operators only, and only while not paused.
    /// @dev A payer's contract runs in its own settlement only, with no more gas than that settlement has, so it
    /// can stop none of the others.
    /// @param calls the calldata of calls of `settleWithAllowance`, selector included
    /// @param gasEach the gas that each of them gets: no less, or the batch reverts, and no more
    function settleBatch(bytes[] calldata calls, uint256 gasEach)
        external
        onlyRole(OPERATOR_ROLE)
        whenNotPaused
    {
        // Each settlement takes the guard for itself, so the batch only looks at it.
        if (_reentrancyGuardEntered()) revert ReentrancyGuardReentrantCall();
        for (uint256 i = 0; i < calls.length; i++) {
            bytes calldata call = calls[i];
            if (call.length < 68 || bytes4(call[:4]) != this.settleWithAllowance.selector) {
                revert NotASettlement(i);
            }
            (bool settled, bytes memory reason) = _callSelf(call, gasEach);
            if (!settled) emit SettlementSkipped(bytes32(call[36:68]), bytes32(call[4:36]), reason);
        }
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

    /// @notice Lets settlements be paid in a token, or no longer. For the default admin only.
    /// @param token the token; not zero
    /// @param allowed whether settlements may be paid in it from now on
    function setTokenAllowed(address token, bool allowed) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTokenAllowed(token, allowed);
    }

    /// @notice Stops settling until the default admin unpauses. For pausers only.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets operators settle again. For the default admin only.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice Whether settlements may be paid in a token.
    function isTokenAllowed(address token) external view returns (bool) {
        return _domains[token] != 0;
    }

    /// @notice What became of a cap; nothing is spent of one that is not known.
    /// @param capHash the typed data hash of the cap
    /// @return spending what was taken under it, and whether it is revoked
    function spendingOf(bytes32 capHash) external view returns (Spending memory spending) {
        return _spending[capHash];
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

    /// @notice The EIP-712 typed data hash of a cap: what its payer signs, and its key here.
    /// @param cap the cap
    /// @return capHash of this cap, this contract and this chain
    function capHashOf(SpendingCap calldata cap) public view returns (bytes32 capHash) {
        return _hashTypedDataV4(keccak256(abi.encode(SPENDING_CAP_TYPEHASH, cap)));
    }

    /// @dev What can be told without the payer and the token. The first question is whether the invoice is settled,
    /// so that nothing hides it; the registry would refuse the others too, but only once the tokens have moved.
    function _requireSettleable(SettlementTerms memory terms) private view {
        bytes32 recordHash = registry.recordOf(terms.invoiceHash);
        if (recordHash != 0) {
            revert SettlementRegistry.InvoiceAlreadySettled(terms.invoiceHash, recordHash);
        }
        if (block.timestamp > terms.validUntil) {
            revert SettlementRegistry.SettlementExpired(terms.validUntil);
        }
        if (terms.referenceHash == 0 || terms.invoiceHash == 0) revert SettlementRegistry.InvalidReference();
        if (terms.payer == address(0) || terms.merchant == address(0)) revert InvalidAddress();
        if (terms.merchant == address(this) || terms.merchant == terms.payer) revert InvalidAddress();
        if (terms.amount > type(uint96).max) {
            revert SettlementRegistry.AmountTooLarge(terms.amount, type(uint96).max);
        }
        if (_domains[terms.token] == 0) revert TokenNotAllowed(terms.token);
    }

    /// @dev Whether the payer has the amount, and the token moves anything between the two.
    function _requireMovable(SettlementTerms memory terms) private view {
        uint256 balance = IERC20(terms.token).balanceOf(terms.payer);
        if (balance < terms.amount) revert BalanceTooLow(balance, terms.amount);
        _requireNotBlacklisted(terms.token, terms.payer);
        _requireNotBlacklisted(terms.token, terms.merchant);
    }

    function _requireNotBlacklisted(address token, address account) private view {
        if (_answersTrue(token, abi.encodeCall(IUsdc.isBlacklisted, (account)))) {
            revert AccountBlacklisted(account);
        }
    }

    /// @dev Nothing is spent past the cap, so what is left is never negative.
    function _requireLeft(SpendingCap calldata cap, bytes32 capHash, uint256 amount) private view {
        Spending storage spending = _spending[capHash];
        if (spending.revoked) revert CapAlreadyRevoked(capHash);
        if (block.timestamp > cap.validUntil) revert CapExpired(cap.validUntil);
        uint256 left = cap.cap - spending.spent;
        if (amount > left) revert CapExceeded(amount, left);
    }

    /// @dev Asks the token something that not every token answers. No answer, or a failure, is false.
    function _answersTrue(address token, bytes memory question) private view returns (bool) {
        (bool answered, bytes32 answer) = _ask(token, question);
        return answered && answer != 0;
    }

    /// @dev Asks the token something that not every token answers. A failure is no answer.
    function _ask(address token, bytes memory question) private view returns (bool answered, bytes32 answer) {
        assembly ("memory-safe") {
            let success := staticcall(QUESTION_GAS, token, add(question, 0x20), mload(question), 0x00, 0x20)
            answered := and(success, gt(returndatasize(), 0x1f))
            answer := mload(0x00)
        }
    }

    function _domainOf(address token) private view returns (bytes32) {
        (bool answered, bytes32 domain) = _ask(token, abi.encodeCall(IUsdc.DOMAIN_SEPARATOR, ()));
        return answered && domain != 0 ? domain : NO_DOMAIN;
    }

    /// @dev Gives the signature that the payer's account takes. If it is wrapped, as in ERC-6492, and the account
    /// has no code yet, its factory is called first. A factory that fails is ignored: the signature is checked
    /// afterwards in any case.
    function _deployPayer(address payer, bytes calldata signature) private returns (bytes calldata inner) {
        address factory;
        bytes calldata factoryCalldata;
        (factory, factoryCalldata, inner) = WrappedSignature.unwrap(signature);
        if (factory != address(0) && payer.code.length == 0) {
            factoryCaller.callFactory(factory, factoryCalldata);
        }
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

    function _take(SettlementTerms memory terms) private {
        IERC20 token = IERC20(terms.token);
        uint256 merchantHeld = token.balanceOf(terms.merchant);
        token.safeTransferFrom(terms.payer, terms.merchant, terms.amount);
        _requireBalance(token, terms.merchant, merchantHeld + terms.amount);
    }

    function _record(SettlementTerms memory terms) private {
        registry.recordSettlement(
            terms.referenceHash,
            terms.invoiceHash,
            terms.payer,
            terms.merchant,
            terms.token,
            terms.amount,
            terms.validUntil
        );
    }

    /// @dev Calls this contract with the operator as the sender and exactly `gasEach` gas. EIP-150 keeps a 64th back
    /// from every call, and would give the callee less in silence. No more of the reason than MAX_REASON is copied.
    function _callSelf(bytes calldata data, uint256 gasEach)
        private
        returns (bool success, bytes memory reason)
    {
        uint256 start;
        assembly ("memory-safe") {
            start := mload(0x40)
            calldatacopy(start, data.offset, data.length)
        }
        uint256 available = gasleft();
        available -= available / 64;
        available = available > SKIP_GAS ? available - SKIP_GAS : 0;
        if (available < gasEach) revert InsufficientGas(available, gasEach);
        assembly ("memory-safe") {
            success := delegatecall(gasEach, address(), start, data.length, 0, 0)
            reason := 0x60
            if iszero(success) {
                let size := returndatasize()
                if gt(size, MAX_REASON) { size := MAX_REASON }
                reason := start
                mstore(reason, size)
                returndatacopy(add(reason, 0x20), 0, size)
                mstore(0x40, and(add(add(reason, size), 0x3f), not(0x1f)))
            }
        }
    }

    function _setTokenAllowed(address token, bool allowed) private {
        if (token == address(0)) revert InvalidAddress();
        _domains[token] = allowed ? _domainOf(token) : bytes32(0);
        emit TokenAllowed(token, allowed);
    }

    function _requireBalance(IERC20 token, address account, uint256 expected) private view {
        uint256 balance = token.balanceOf(account);
        if (balance != expected) revert UnexpectedBalance(account, balance, expected);
    }
}
