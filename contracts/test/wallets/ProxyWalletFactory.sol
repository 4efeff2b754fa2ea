// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ProxyWallet} from "./ProxyWallet.sol";

/// Deploys smart wallets as minimal proxies (ERC-1167) at addresses that are known before, as the factories of
/// real smart accounts do. It has the functions of WalletFactory, whose wallets have their whole code.
contract ProxyWalletFactory {
    address public immutable IMPLEMENTATION = address(new ProxyWallet());

    /// The wallet makes the call during its deployment; a target of zero means none.
    function deploy(address owner, bytes32 salt, address target, bytes calldata data)
        external
        returns (address wallet)
    {
        wallet = addressOf(owner, salt, target, data);
        if (wallet.code.length > 0) return wallet;
        Clones.cloneDeterministic(IMPLEMENTATION, saltOf(owner, salt, target, data));
        ProxyWallet(payable(wallet)).initialize(owner, target, data);
    }

    function addressOf(address owner, bytes32 salt, address target, bytes calldata data)
        public
        view
        returns (address)
    {
        return Clones.predictDeterministicAddress(IMPLEMENTATION, saltOf(owner, salt, target, data));
    }

    /// All proxies have the same code, so the salt binds the address to the owner.
    function saltOf(address owner, bytes32 salt, address target, bytes calldata data)
        private
        pure
        returns (bytes32)
    {
        return keccak256(abi.encode(owner, salt, target, data));
    }
}
