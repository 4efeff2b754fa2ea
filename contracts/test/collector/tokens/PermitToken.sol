// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20, ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// EIP-2612 as it stands: permits by v, r, s alone, of accounts with a key.
contract PermitToken is ERC20("Permit", "PERMIT"), ERC20Permit("Permit") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
