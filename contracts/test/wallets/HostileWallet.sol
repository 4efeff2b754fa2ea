// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SmartWallet} from "./SmartWallet.sol";

/// A smart wallet that acts against its settlements in the mode that its owner sets.
contract HostileWallet is SmartWallet {
    enum Mode {
        /// Accepts its owner's signatures.
        Honest,
        /// Burns `size` gas, and accepts its owner's signatures.
        Burn,
        /// Accepts its owner's signatures if the gas price is zero, as in a simulation. Refuses otherwise.
        RefuseWhenSent,
        /// Accepts its owner's signatures, but first burns `size` gas, unless the gas price is zero.
        BurnWhenSent,
        /// Answers with `size` bytes of return data, which begin with an acceptance.
        HugeAnswer,
        /// Refuses, by a revert with `size` bytes of return data.
        HugeRevert
    }

    Mode public mode;
    /// In gas or bytes, depending on the mode.
    uint256 public size;

    constructor(address owner_) SmartWallet(owner_, address(0), "") {}

    function setMode(Mode mode_, uint256 size_) external {
        _requireOwner();
        mode = mode_;
        size = size_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature)
        external
        view
        override
        returns (bytes4)
    {
        bool sent = tx.gasprice != 0;
        if (mode == Mode.HugeAnswer) answerHugely(size);
        if (mode == Mode.HugeRevert) revertHugely(size);
        if (mode == Mode.Burn || (mode == Mode.BurnWhenSent && sent)) burn(size);
        bool refused = mode == Mode.RefuseWhenSent && sent;
        return !refused && _isOwners(hash, signature) ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function burn(uint256 amount) private view {
        uint256 start = gasleft();
        // With less gas left, it runs out.
        while (start - gasleft() < amount) {}
    }

    function answerHugely(uint256 length) private pure {
        bytes4 magic = HostileWallet.isValidSignature.selector;
        assembly {
            let start := mload(0x40)
            mstore(start, magic)
            return(start, length)
        }
    }

    function revertHugely(uint256 length) private pure {
        assembly {
            revert(mload(0x40), length)
        }
    }
}
