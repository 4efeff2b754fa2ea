// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementCollector} from "../../src/SettlementCollector.sol";
import {SettlementCollectorV1} from "../../src/v1/SettlementCollectorV1.sol";
import {SettlementRegistryV1} from "../../src/v1/SettlementRegistryV1.sol";
import {UsdcCollectorTest} from "../collector/UsdcCollectorTest.sol";

/// The gas of version 1, with the same token and the same settlements as version 2.
/// forge-config: default.isolate = true
contract V1GasTest is UsdcCollectorTest {
    address private constant PAID = address(uint160(uint256(keccak256("merchant"))));

    SettlementRegistryV1 private registryV1;
    SettlementCollectorV1 private collectorV1;

    function setUp() public override {
        super.setUp();
        registryV1 = new SettlementRegistryV1(ADMIN_DELAY, ADMIN, OPERATOR, PAUSER);
        collectorV1 =
            new SettlementCollectorV1(ADMIN_DELAY, ADMIN, OPERATOR, PAUSER, registryV1, address(like));
        bytes32 role = registryV1.SETTLER_ROLE();
        vm.prank(ADMIN);
        registryV1.grantRole(role, address(collectorV1));
        vm.prank(payer);
        like.approve(address(collectorV1), type(uint256).max);
        mint(PAID, 1);
    }

    function test_recordSettlement() public {
        SettlementCollectorV1.SettlementTerms memory terms = fullTerms(1);
        vm.prank(OPERATOR);
        registryV1.recordSettlement(
            terms.referenceHash,
            terms.invoiceHash,
            address(uint160(uint256(keccak256("payer")))),
            terms.merchant,
            terms.token,
            terms.amount,
            terms.validUntil
        );
        snapshot("recordSettlement");
    }

    function test_settleWithAuthorization() public {
        SettlementCollectorV1.SettlementTerms memory terms = fullTerms(1);
        bytes memory data = withAuthorization(terms, PAYER_KEY);
        bytes32 nonce = collectorV1.nonceOf(terms);

        uint256 before = vm.snapshotState();
        send(data, true, "settleWithAuthorization");
        send(data, false, "settleWithAuthorization, invoice settled already");

        vm.revertToState(before);
        blacklist(payer);
        send(data, false, "settleWithAuthorization, payer blacklisted");

        vm.revertToState(before);
        spendAll();
        send(data, false, "settleWithAuthorization, balance moved");

        vm.revertToState(before);
        like.cancelAuthorization(payer, nonce, signCancel(PAYER_KEY, address(like), payer, nonce));
        send(data, false, "settleWithAuthorization, authorization used or cancelled");

        vm.revertToState(before);
        send(withAuthorization(terms, OTHER_KEY), false, "settleWithAuthorization, somebody else signed");
    }

    function test_settleWithAllowance() public {
        SettlementCollectorV1.SpendingCap memory cap =
            abi.decode(abi.encode(likeCap()), (SettlementCollectorV1.SpendingCap));
        cap.merchant = PAID;
        bytes memory data = withAllowance(1, cap, PAYER_KEY);

        uint256 before = vm.snapshotState();
        send(data, true, "settleWithAllowance, first of a cap");
        send(data, false, "settleWithAllowance, invoice settled already");
        send(withAllowance(2, cap, PAYER_KEY), true, "settleWithAllowance");

        vm.revertToState(before);
        blacklist(payer);
        send(data, false, "settleWithAllowance, payer blacklisted");

        vm.revertToState(before);
        spendAll();
        send(data, false, "settleWithAllowance, balance moved");

        vm.revertToState(before);
        vm.prank(payer);
        like.approve(address(collectorV1), 1);
        send(data, false, "settleWithAllowance, allowance too low");

        vm.revertToState(before);
        vm.prank(payer);
        collectorV1.revokeCap(cap);
        send(data, false, "settleWithAllowance, cap revoked");

        vm.revertToState(before);
        send(withAllowance(1, cap, OTHER_KEY), false, "settleWithAllowance, somebody else signed");
    }

    function fullTerms(uint256 n) private view returns (SettlementCollectorV1.SettlementTerms memory terms) {
        terms = abi.decode(abi.encode(likeTerms(n)), (SettlementCollectorV1.SettlementTerms));
        terms.merchant = PAID;
    }

    function withAuthorization(SettlementCollectorV1.SettlementTerms memory terms, uint256 key)
        private
        view
        returns (bytes memory)
    {
        Authorization memory authorization = Authorization(
            payer, address(collectorV1), terms.amount, VALID_AFTER, VALID_BEFORE, collectorV1.nonceOf(terms)
        );
        bytes memory signature = signReceive(key, address(like), authorization);
        return
            abi.encodeCall(collectorV1.settleWithAuthorization, (terms, VALID_AFTER, VALID_BEFORE, signature));
    }

    function withAllowance(uint256 n, SettlementCollectorV1.SpendingCap memory cap, uint256 key)
        private
        view
        returns (bytes memory)
    {
        SettlementCollector.SettlementTerms memory terms = nthTerms(n);
        bytes memory signature = sign(key, collectorV1.capHashOf(cap));
        return abi.encodeCall(
            collectorV1.settleWithAllowance,
            (terms.referenceHash, terms.invoiceHash, terms.amount, terms.validUntil, cap, signature)
        );
    }

    function spendAll() private {
        vm.prank(payer);
        vm.assertTrue(like.transfer(PAID, FUNDS));
    }

    function send(bytes memory data, bool expected, string memory name) private {
        vm.prank(OPERATOR);
        (bool success,) = address(collectorV1).call(data);
        vm.assertTrue(success == expected);
        snapshot(name);
    }

    function snapshot(string memory name) private {
        vm.snapshotGasLastCall("V1", name);
    }
}
