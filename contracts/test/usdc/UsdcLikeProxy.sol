// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {UsdcLike} from "./UsdcLike.sol";

/// The proxy of UsdcLike. As USDC's, it reads its admin and its implementation from storage at each call. It deploys
/// the implementation itself, so its bytecode is all that one needs. Call it with the ABI of UsdcLike.
contract UsdcLikeProxy {
    bytes32 private constant ADMIN_SLOT = keccak256("org.zeppelinos.proxy.admin");
    bytes32 private constant IMPLEMENTATION_SLOT = keccak256("org.zeppelinos.proxy.implementation");

    constructor(address owner) {
        address implementation = address(new UsdcLike());
        bytes32 adminSlot = ADMIN_SLOT;
        bytes32 implementationSlot = IMPLEMENTATION_SLOT;
        assembly {
            // No admin: there are no upgrades here.
            sstore(adminSlot, 1)
            sstore(implementationSlot, implementation)
        }
        (bool success,) = implementation.delegatecall(abi.encodeCall(UsdcLike.initialize, (owner)));
        require(success);
    }

    fallback() external payable {
        bytes32 adminSlot = ADMIN_SLOT;
        bytes32 implementationSlot = IMPLEMENTATION_SLOT;
        address admin;
        assembly {
            admin := sload(adminSlot)
        }
        require(msg.sender != admin, "Cannot call fallback function from the proxy admin");
        assembly {
            let implementation := sload(implementationSlot)
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if success { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }
}
