// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Moves any amount and returns nothing, as some tokens older than ERC-20 do. It asks for no signature and no
/// allowance, and has neither a blacklist nor the state of an authorization.
contract SilentToken {
    mapping(address account => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        move(from, to, amount);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external {
        move(from, to, value);
    }

    function allowance(address, address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}
