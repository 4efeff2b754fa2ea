// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {Test, Vm} from "../Test.sol";

/// Calls the registry at random and stores its events. Hashes come from small pools that include zero, so that
/// duplicates and collisions are common.
contract RegistryHandler is Test {
    struct Recorded {
        bytes32 referenceHash;
        bytes32 invoiceHash;
        address payer;
        address merchant;
        address token;
        uint256 amount;
        address operator;
        bool whilePaused;
        bool pastValidUntil;
    }

    uint256 public constant POOL = 12;

    SettlementRegistry private immutable registry;
    address private immutable admin;
    address private immutable settler;
    address private immutable pauser;

    Recorded[] private _recorded;
    /// Calls that were refused although their invoice was free and everything else was valid.
    uint256 public refusedForTheirReference;

    constructor(SettlementRegistry registry_, address admin_, address settler_, address pauser_) {
        registry = registry_;
        admin = admin_;
        settler = settler_;
        pauser = pauser_;
    }

    function recorded() external view returns (Recorded[] memory) {
        return _recorded;
    }

    /// The pool holds zero at index 0.
    function hashAt(string memory kind, uint256 index) public pure returns (bytes32) {
        return index == 0 ? bytes32(0) : keccak256(abi.encode(kind, index));
    }

    /// Called by the settler, except for one call in eight.
    function recordSettlement(
        uint256 referenceSeed,
        uint256 invoiceSeed,
        address payer,
        address merchant,
        address token,
        uint256 amount,
        uint256 secondsLeft,
        address stranger
    ) external {
        bytes32 referenceHash = hashAt("reference", referenceSeed % POOL);
        bytes32 invoiceHash = hashAt("invoice", invoiceSeed % POOL);
        // One call in ten is a second late; one amount in four may exceed 96 bits.
        uint64 validUntil = uint64(block.timestamp + bound(secondsLeft, 0, 9) - 1);
        if (amount % 4 != 0) amount %= 1e24;
        bool paused = registry.paused();
        address sender = secondsLeft % 8 == 0 ? stranger : settler;
        bool inOrder = sender == settler && !paused && block.timestamp <= validUntil && referenceHash != 0
            && invoiceHash != 0 && payer != address(0) && merchant != address(0)
            && amount <= registry.MAX_AMOUNT() && registry.recordOf(invoiceHash) == 0;

        vm.recordLogs();
        vm.prank(sender);
        try registry.recordSettlement(
            referenceHash, invoiceHash, payer, merchant, token, amount, validUntil
        ) {
            keepEvent(paused, block.timestamp > validUntil);
        } catch {
            vm.assertEq(vm.getRecordedLogs().length, 0);
            if (inOrder) refusedForTheirReference++;
        }
    }

    /// Paused a quarter of the time. Otherwise too few records would collide.
    function setPaused(uint256 seed) external {
        bool paused = registry.paused();
        if (seed % 4 == 0 && !paused) {
            vm.prank(pauser);
            registry.pause();
        } else if (seed % 4 != 0 && paused) {
            vm.prank(admin);
            registry.unpause();
        }
    }

    function passTime(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, 1 days));
    }

    /// Every successful call emits one event.
    function keepEvent(bool whilePaused, bool pastValidUntil) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 1);
        vm.assertEq(logs[0].emitter, address(registry));
        vm.assertEq(logs[0].topics[0], SettlementRegistry.SettlementRecorded.selector);

        Recorded storage entry = _recorded.push();
        entry.referenceHash = logs[0].topics[1];
        entry.invoiceHash = logs[0].topics[2];
        entry.payer = address(uint160(uint256(logs[0].topics[3])));
        (entry.merchant, entry.token, entry.amount, entry.operator) =
            abi.decode(logs[0].data, (address, address, uint256, address));
        entry.whilePaused = whilePaused;
        entry.pastValidUntil = pastValidUntil;
    }
}
