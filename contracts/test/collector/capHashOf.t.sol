// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SpendingCap} from "../../src/collector/CapSettlements.sol";
import {CollectorTest} from "./CollectorTest.sol";

/// The cap as EIP-712 has it: with the array.
struct CapOfArray {
    address payer;
    address merchant;
    bytes32 subscriptionHash;
    address token;
    uint256 perCharge;
    uint256 perPeriod;
    uint256 total;
    uint64 periodSeconds;
    uint64 start;
    uint64 validUntil;
    bytes32[] rateCards;
}

contract CapHashOfTest is CollectorTest {
    function testFuzz_isTheTypedDataHashOfTheCap(SpendingCap memory cap, uint64 chainId) public {
        vm.assume(chainId != 0);
        vm.chainId(chainId);
        vm.assertEq(collector.capHashOf(cap), capHash(chainId, address(collector), cap));
    }

    /// Forge's own EIP-712 hashes the array.
    function testFuzz_isTheHashOfAnArrayOfRateCards_whenTheWordIsTheHashOfItsElements(
        SpendingCap memory cap,
        bytes32[] memory rateCards
    ) public view {
        cap.rateCards = keccak256(abi.encodePacked(rateCards));
        CapOfArray memory asSigned = CapOfArray(
            cap.payer,
            cap.merchant,
            cap.subscriptionHash,
            cap.token,
            cap.perCharge,
            cap.perPeriod,
            cap.total,
            cap.periodSeconds,
            cap.start,
            cap.validUntil,
            rateCards
        );
        bytes32 structHash = vm.eip712HashStruct(
            "SpendingCap(address payer,address merchant,bytes32 subscriptionHash,address token,uint256 perCharge,uint256 perPeriod,uint256 total,uint64 periodSeconds,uint64 start,uint64 validUntil,bytes32[] rateCards)",
            abi.encode(asSigned)
        );
        vm.assertEq(
            collector.capHashOf(cap),
            typedDataHash(collectorDomain(block.chainid, address(collector)), structHash)
        );
    }
}
