// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {SmartWallet} from "./SmartWallet.sol";

/// The code that the proxies of a ProxyWalletFactory share. Each is given its owner by a call, since a proxy runs no
/// constructor of its own.
contract ProxyWallet is SmartWallet, Initializable {
    constructor() SmartWallet(address(0), address(0), "") {
        _disableInitializers();
    }

    /// Makes one call as the wallet, as the constructor of a SmartWallet does.
    function initialize(address owner_, address target, bytes calldata data) external initializer {
        _own(owner_, target, data);
    }
}
