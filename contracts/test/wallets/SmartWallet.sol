// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// An account that is a contract. It accepts its owner's signatures and makes its owner's calls.
contract SmartWallet is IERC1271 {
    address public owner;

    error NotTheOwner();

    /// Makes one call as the wallet while it is deployed, such as an approval; none if the target is zero.
    constructor(address owner_, address target, bytes memory data) {
        _own(owner_, target, data);
    }

    receive() external payable {}

    function setOwner(address owner_) external {
        _requireOwner();
        owner = owner_;
    }

    function execute(address target, bytes calldata data) external returns (bytes memory result) {
        _requireOwner();
        return _call(target, data);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view virtual returns (bytes4) {
        return _isOwners(hash, signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    function _isOwners(bytes32 hash, bytes calldata signature) internal view returns (bool) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        return failure == ECDSA.RecoverError.NoError && signer == owner;
    }

    function _own(address owner_, address target, bytes memory data) internal {
        owner = owner_;
        if (target != address(0)) _call(target, data);
    }

    function _requireOwner() internal view {
        if (msg.sender != owner) revert NotTheOwner();
    }

    function _call(address target, bytes memory data) private returns (bytes memory result) {
        bool success;
        (success, result) = target.call(data);
        if (success) return result;
        assembly ("memory-safe") {
            revert(add(result, 0x20), mload(result))
        }
    }
}
