// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SmartWallet} from "./SmartWallet.sol";

/// Deploys smart wallets at addresses that are known before (CREATE2), as ERC-6492 signatures ask for it.
contract WalletFactory {
    /// The wallet makes the call during its deployment; a target of zero means none.
    function deploy(address owner, bytes32 salt, address target, bytes calldata data)
        external
        returns (address wallet)
    {
        wallet = addressOf(owner, salt, target, data);
        if (wallet.code.length == 0) new SmartWallet{salt: salt}(owner, target, data);
    }

    function addressOf(address owner, bytes32 salt, address target, bytes calldata data)
        public
        view
        returns (address)
    {
        bytes32 codeHash =
            keccak256(abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner, target, data)));
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(this), salt, codeHash));
        return address(uint160(uint256(hash)));
    }
}
