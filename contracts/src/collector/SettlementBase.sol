// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {FactoryCaller} from "../FactoryCaller.sol";
import {SettlementRegistry} from "../SettlementRegistry.sol";
import {WrappedSignature} from "../WrappedSignature.sol";
import {IUsdc} from "./IUsdc.sol";

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

/// @title What every way to settle has in common
/// @notice The terms of a settlement, the checks before any money moves, the allowed tokens, and the registry.
/// @dev A settlement first reads everything that could refuse it, and only then writes, so a refused call is cheap.
/// Whether the invoice is settled is read before all else but the role, the pause and the guard: a settlement that
/// landed is always answered with `InvoiceAlreadySettled`.
abstract contract SettlementBase is
    AccessControlDefaultAdminRules,
    Pausable,
    ReentrancyGuardTransient,
    EIP712
{
    /// @notice The role that may settle, within what payers signed.
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    /// @dev Stands for the domain separator of a token that has none.
    bytes32 internal constant NO_DOMAIN = bytes32(uint256(1));

    /// @dev For one question to the token. USDC answers within 15,000, cold, behind its proxy.
    uint256 private constant QUESTION_GAS = 50_000;

    /// @notice Where settlements are recorded.
    SettlementRegistry public immutable registry;

    /// @notice Calls the factories that ERC-6492 signatures name, so that this contract is not their sender.
    FactoryCaller public immutable factoryCaller;

    /// @dev The EIP-712 domain separator of each token that is allowed, as it was then; zero of all others.
    mapping(address token => bytes32 domain) internal _domains;

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

    /// @notice The payer did not sign this cap, for this collector, on this chain; or a payer without code did not
    /// sign this authorization.
    error InvalidSignature();

    /// @notice The payer has less than the amount.
    /// @param balance what the payer has, in units of the token
    /// @param amount the amount tried
    error BalanceTooLow(uint256 balance, uint256 amount);

    /// @notice The token refuses to move anything from or to the account.
    /// @param account the payer or the merchant
    error AccountBlacklisted(address account);

    /// @notice The token moved another amount than it was told to, as one with a fee does.
    /// @param account the merchant or the collector
    /// @param balance what it has after the transfer
    /// @param expected what it should have
    error UnexpectedBalance(address account, uint256 balance, uint256 expected);

    /// @param initialDelay seconds between starting and accepting a transfer of the default admin
    /// @param admin the default admin: grants and revokes the roles, allows tokens, and unpauses
    /// @param registry_ where settlements are recorded, for good; not zero
    constructor(uint48 initialDelay, address admin, SettlementRegistry registry_)
        AccessControlDefaultAdminRules(initialDelay, admin)
        EIP712("Usance Settlement Collector", "2")
    {
        if (address(registry_) == address(0)) revert InvalidAddress();
        registry = registry_;
        factoryCaller = new FactoryCaller();
    }

    /// @notice Lets settlements be paid in a token, or no longer. For the default admin only.
    /// @param token the token; not zero
    /// @param allowed whether settlements may be paid in it from now on
    function setTokenAllowed(address token, bool allowed) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTokenAllowed(token, allowed);
    }

    /// @notice Whether settlements may be paid in a token.
    function isTokenAllowed(address token) external view returns (bool) {
        return _domains[token] != 0;
    }

    /// @dev What can be told without the payer and the token. The first question is whether the invoice is settled,
    /// so that nothing hides it; the registry would refuse the others too, but only once the tokens have moved.
    function _requireSettleable(SettlementTerms memory terms) internal view {
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
    function _requireMovable(SettlementTerms memory terms) internal view {
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

    /// @dev Asks the token something that not every token answers. No answer, or a failure, is false.
    function _answersTrue(address token, bytes memory question) internal view returns (bool) {
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

    function _domainOf(address token) internal view returns (bytes32) {
        (bool answered, bytes32 domain) = _ask(token, abi.encodeCall(IUsdc.DOMAIN_SEPARATOR, ()));
        return answered && domain != 0 ? domain : NO_DOMAIN;
    }

    /// @dev Gives the signature that the payer's account takes. If it is wrapped, as in ERC-6492, and the account
    /// has no code yet, its factory is called first. A factory that fails is ignored: the signature is checked
    /// afterwards in any case.
    function _deployPayer(address payer, bytes calldata signature) internal returns (bytes calldata inner) {
        address factory;
        bytes calldata factoryCalldata;
        (factory, factoryCalldata, inner) = WrappedSignature.unwrap(signature);
        if (factory != address(0) && payer.code.length == 0) {
            factoryCaller.callFactory(factory, factoryCalldata);
        }
    }

    function _record(SettlementTerms memory terms) internal {
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

    function _requireBalance(IERC20 token, address account, uint256 expected) internal view {
        uint256 balance = token.balanceOf(account);
        if (balance != expected) revert UnexpectedBalance(account, balance, expected);
    }

    function _setTokenAllowed(address token, bool allowed) internal {
        if (token == address(0)) revert InvalidAddress();
        _domains[token] = allowed ? _domainOf(token) : bytes32(0);
        emit TokenAllowed(token, allowed);
    }
}
