// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {CollectorTest} from "./CollectorTest.sol";

contract NonceOfTest is CollectorTest {
    function testFuzz_isTheTypedDataHashOfTheTerms(SettlementTerms memory terms, uint64 chainId) public {
        vm.assume(chainId != 0);
        vm.chainId(chainId);
        vm.assertEq(
            collector.nonceOf(terms), termsHash(chainId, address(collector), address(registry), terms)
        );
    }

    function test_differs_whenAnyTermDiffers() public view {
        SettlementTerms[8] memory all;
        for (uint256 i = 0; i < all.length; i++) {
            all[i] = validTerms();
        }
        all[1].referenceHash = keccak256("another");
        all[2].invoiceHash = keccak256("another");
        all[3].payer = STRANGER;
        all[4].merchant = STRANGER;
        all[5].token = STRANGER;
        all[6].amount += 1;
        all[7].validUntil += 1;
        for (uint256 i = 0; i < all.length; i++) {
            for (uint256 j = 0; j < i; j++) {
                vm.assertTrue(collector.nonceOf(all[i]) != collector.nonceOf(all[j]));
            }
        }
    }

    function test_differs_whenTheCollector_theChainOrTheRegistryDiffers() public {
        SettlementTerms memory terms = validTerms();
        bytes32 nonce = collector.nonceOf(terms);
        vm.assertTrue(newCollector().nonceOf(terms) != nonce);
        vm.assertTrue(termsHash(block.chainid, address(collector), STRANGER, terms) != nonce);
        vm.chainId(block.chainid + 1);
        vm.assertTrue(collector.nonceOf(terms) != nonce);
    }
}
