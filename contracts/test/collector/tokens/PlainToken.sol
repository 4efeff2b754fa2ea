// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// ERC-20 alone: no permits, and no fallback function.
contract PlainToken is ERC20("Plain", "PLAIN") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
