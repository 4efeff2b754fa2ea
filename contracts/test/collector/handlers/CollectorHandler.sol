// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../../src/DevUSDC.sol";
import {SettlementCollector} from "../../../src/SettlementCollector.sol";
import {CapSettlements, Permit, SpendingCap} from "../../../src/collector/CapSettlements.sol";
import {SettlementTerms} from "../../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../../src/SettlementRegistry.sol";
import {Vm} from "../../Test.sol";
import {Signing} from "../Signing.sol";

/// Drives the collector at random: what payers sign is kept apart from what is then asked for, so that much of
/// what is asked for was never signed.
contract CollectorHandler is Signing {
    struct Accounts {
        address admin;
        address operator;
        address pauser;
        address stranger;
    }

    struct Signed {
        SettlementTerms terms;
        uint256 validAfter;
        uint256 validBefore;
        bytes signature;
        bool used;
    }

    struct SignedCap {
        SpendingCap cap;
        bytes signature;
    }

    /// A settlement under a cap, which is `caps()[index]`.
    struct Taken {
        uint256 index;
        uint256 time;
        uint256 amount;
    }

    uint256 public constant PAYERS = 3;
    uint256 public constant MERCHANTS = 3;
    uint256 public constant FUNDS = 1_000_000_000;

    DevUSDC private immutable usdc;
    SettlementRegistry private immutable registry;
    SettlementCollector private immutable collector;
    Accounts private accounts;

    Signed[] private _signed;
    SignedCap[] private _caps;
    mapping(bytes32 capHash => uint256) private _capIndex;
    Taken[] private _taken;
    /// The latest start of a cap of the payer's subscription that was used or sent.
    mapping(address payer => mapping(bytes32 subscriptionHash => uint256)) private _latest;
    SettlementTerms[] private _settled;
    /// The amounts that the payer paid by authorizations and under caps.
    mapping(address payer => uint256) public authorized;
    mapping(address payer => uint256) public taken;

    constructor(
        DevUSDC usdc_,
        SettlementRegistry registry_,
        SettlementCollector collector_,
        Accounts memory accounts_
    ) {
        usdc = usdc_;
        registry = registry_;
        collector = collector_;
        accounts = accounts_;
        for (uint256 i = 0; i < PAYERS; i++) {
            usdc.mint(payerAt(i), FUNDS);
            vm.prank(payerAt(i));
            usdc.approve(address(collector), type(uint256).max);
        }
    }

    function payerAt(uint256 index) public pure returns (address) {
        return vm.addr(keyAt(index));
    }

    function merchantAt(uint256 index) public pure returns (address) {
        return vm.addr(0xB0B0 + index);
    }

    /// The settlements in the registry's events, in order.
    function settled() external view returns (SettlementTerms[] memory) {
        return _settled;
    }

    function caps() external view returns (SignedCap[] memory) {
        return _caps;
    }

    function takenUnderCaps() external view returns (Taken[] memory) {
        return _taken;
    }

    /// A payer signs terms, and nothing is sent yet. References and invoices sometimes collide.
    function signTerms(uint256 seed, uint256 amount, uint256 secondsLeft) external {
        SettlementTerms memory terms = SettlementTerms({
            referenceHash: keccak256(abi.encode("reference", _signed.length, seed % 4)),
            invoiceHash: keccak256(abi.encode("invoice", seed % 64)),
            payer: payerAt(seed % PAYERS),
            merchant: merchantAt((seed >> 8) % MERCHANTS),
            token: address(usdc),
            amount: bound(amount, 0, FUNDS / 8),
            validUntil: uint64(block.timestamp + bound(secondsLeft, 0, 3 days))
        });
        Signed storage signed = _signed.push();
        signed.terms = terms;
        signed.validAfter = block.timestamp - (seed >> 16) % 2;
        signed.validBefore = block.timestamp + bound(secondsLeft, 1, 3 days);
        signed.signature = signReceive(
            keyAt(seed % PAYERS),
            address(usdc),
            Authorization({
                from: terms.payer,
                to: address(collector),
                value: terms.amount,
                validAfter: signed.validAfter,
                validBefore: signed.validBefore,
                nonce: collector.nonceOf(terms)
            })
        );
    }

    /// The signed terms, or those with one term changed; used before or not; by an operator or not.
    function settleWithAuthorization(uint256 index, uint256 change) external {
        if (_signed.length == 0) return;
        Signed storage signed = _signed[index % _signed.length];
        SettlementTerms memory terms = signed.terms;
        change %= 16;
        if (change == 1) terms.referenceHash = keccak256(abi.encode("changed", index));
        if (change == 2) terms.invoiceHash = keccak256(abi.encode("changed", index));
        if (change == 3) terms.payer = payerAt(index % PAYERS);
        if (change == 4) terms.merchant = merchantAt(index % MERCHANTS);
        if (change == 5) terms.amount += 1;
        if (change == 6) terms.validUntil += 1;
        bool asSigned = keccak256(abi.encode(terms)) == keccak256(abi.encode(signed.terms));
        bool paused = collector.paused();

        vm.recordLogs();
        vm.prank(change == 7 ? accounts.stranger : accounts.operator);
        try collector.settleWithAuthorization(
            terms, signed.validAfter, signed.validBefore, signed.signature
        ) {
            vm.assertTrue(asSigned && !signed.used && !paused && change != 7);
            vm.assertTrue(block.timestamp > signed.validAfter && block.timestamp < signed.validBefore);
            signed.used = true;
            authorized[terms.payer] += terms.amount;
            vm.assertEq(keepEvents(), 1);
        } catch {}
    }

    /// A payer signs a transfer, which is sent at once: as signed or with a changed field, by an operator or not.
    function settleTransfer(uint256 seed, uint256 amount, uint256 change) external {
        SettlementTerms memory terms = SettlementTerms({
            referenceHash: keccak256(abi.encode("transfer reference", seed % 4)),
            invoiceHash: keccak256(abi.encode("invoice", seed % 64)),
            payer: payerAt(seed % PAYERS),
            merchant: merchantAt((seed >> 8) % MERCHANTS),
            token: address(usdc),
            amount: bound(amount, 0, FUNDS / 8),
            validUntil: uint64(block.timestamp)
        });
        Authorization memory signed = Authorization({
            from: terms.payer,
            to: terms.merchant,
            value: terms.amount,
            validAfter: block.timestamp - 1,
            validBefore: block.timestamp + 1,
            nonce: bytes32(seed % 128)
        });
        bytes memory signature = signTransfer(keyAt(seed % PAYERS), address(usdc), signed);
        change %= 8;
        if (change == 1) terms.payer = payerAt(((seed % PAYERS) + 1) % PAYERS);
        if (change == 2) terms.merchant = merchantAt(((seed >> 8) + 1) % MERCHANTS);
        if (change == 3) terms.amount += 1;
        bool used = usdc.authorizationState(signed.from, signed.nonce);
        bool paused = collector.paused();

        vm.recordLogs();
        vm.prank(change == 4 ? accounts.stranger : accounts.operator);
        try collector.settleTransfer(terms, signed.validAfter, signed.validBefore, signed.nonce, signature) {
            vm.assertTrue((change == 0 || change > 4) && !used && !paused);
            authorized[terms.payer] += terms.amount;
            vm.assertEq(keepEvents(), 1);
        } catch {}
    }

    /// Few, and with few subscriptions, starts and lengths of periods, so that caps meet and are used up. Those of the first payer
    /// have periods of the same length; a third of the others has calendar months.
    function signCap(uint256 seed, uint256 limit) external {
        if (_caps.length == 8) return;
        // Forge likes small numbers and large ones, of which most bits are equal.
        seed = uint256(keccak256(abi.encode(seed)));
        limit = uint256(keccak256(abi.encode(limit)));
        SpendingCap memory cap = SpendingCap({
            payer: payerAt(seed % PAYERS),
            merchant: merchantAt((seed >> 8) % MERCHANTS),
            subscriptionHash: keccak256(abi.encode("subscription", (seed >> 16) % 2)),
            token: address(usdc),
            perCharge: bound(limit, 0, FUNDS / 16),
            perPeriod: bound(limit >> 64, 0, FUNDS / 8),
            total: bound(limit >> 128, 0, FUNDS / 8),
            periodSeconds: seed % PAYERS == 0 ? 10 days : uint64((seed >> 24) % 3) * 10 days,
            start: uint64((block.timestamp / 1 days + (seed >> 32) % 3 - 1) * 1 days),
            validUntil: uint64(block.timestamp + (seed >> 40) % 100 days),
            rateCards: bytes32(_caps.length)
        });
        SignedCap storage signed = _caps.push();
        signed.cap = cap;
        bytes32 capHash = collector.capHashOf(cap);
        signed.signature = sign(keyAt(seed % PAYERS), capHash);
        _capIndex[capHash] = _caps.length - 1;
    }

    /// The signed cap, or one with a changed field; by an operator or not.
    function settleWithAllowance(uint256 index, uint256 change, uint256 invoiceSeed, uint256 amount)
        external
    {
        if (_caps.length == 0) return;
        SignedCap storage signed = _caps[index % _caps.length];
        SpendingCap memory cap = signed.cap;
        change %= 24;
        if (change == 1) cap.payer = payerAt(amount % PAYERS);
        if (change == 2) cap.merchant = merchantAt(amount % MERCHANTS);
        if (change == 3) cap.subscriptionHash = bytes32(amount);
        if (change == 4) cap.perCharge += bound(amount, 1, FUNDS);
        if (change == 5) cap.perPeriod += bound(amount, 1, FUNDS);
        if (change == 6) cap.total += bound(amount, 1, FUNDS);
        if (change == 7) cap.periodSeconds += 1;
        if (change == 8) cap.start -= 1;
        if (change == 9) cap.validUntil += 1;
        if (change == 10) cap.rateCards = bytes32(amount);
        bool asSigned = keccak256(abi.encode(cap)) == keccak256(abi.encode(signed.cap));
        bool paused = collector.paused();
        amount = bound(uint256(keccak256(abi.encode(amount))), 0, 2 * signed.cap.perCharge);

        vm.recordLogs();
        vm.prank(change == 11 ? accounts.stranger : accounts.operator);
        try collector.settleWithAllowance(
            keccak256(abi.encode("cap reference", invoiceSeed % 4)),
            keccak256(abi.encode("invoice", invoiceSeed % 64)),
            amount,
            uint64(block.timestamp),
            cap,
            signed.signature,
            noPermit()
        ) {
            vm.assertTrue(asSigned && !paused && change != 11);
            taken[cap.payer] += amount;
            vm.assertEq(keepEvents(), 1);
        } catch {}
    }

    /// Four settlements under signed caps, of invoices that sometimes collide. The amounts that move are those of the events.
    function settleBatch(uint256 index, uint256 invoiceSeed, uint256 amount) external {
        if (_caps.length == 0 || collector.paused()) return;
        bytes[] memory calls = new bytes[](4);
        for (uint256 i = 0; i < calls.length; i++) {
            SignedCap storage signed = _caps[(index % _caps.length + i) % _caps.length];
            calls[i] = abi.encodeCall(
                collector.settleWithAllowance,
                (
                    keccak256("batch reference"),
                    keccak256(abi.encode("invoice", (invoiceSeed % 64 + i * (amount % 4)) % 64)),
                    bound(uint256(keccak256(abi.encode(amount, i))), 0, 2 * signed.cap.perCharge),
                    uint64(block.timestamp),
                    signed.cap,
                    signed.signature,
                    noPermit()
                )
            );
        }
        uint256[PAYERS] memory held = balances();
        uint256 before = _settled.length;
        vm.recordLogs();
        vm.prank(accounts.operator);
        collector.settleBatch(calls, 500_000);
        keepEvents();

        uint256[PAYERS] memory moved;
        for (uint256 i = before; i < _settled.length; i++) {
            for (uint256 j = 0; j < PAYERS; j++) {
                if (_settled[i].payer == payerAt(j)) moved[j] += _settled[i].amount;
            }
        }
        for (uint256 j = 0; j < PAYERS; j++) {
            vm.assertEq(held[j] - usdc.balanceOf(payerAt(j)), moved[j]);
            taken[payerAt(j)] += moved[j];
        }
    }

    /// By its payer, by a stranger with the payer's signature, or by one with another.
    function replaceCap(uint256 index, uint256 seed) external {
        if (_caps.length == 0) return;
        SignedCap storage signed = _caps[index % _caps.length];
        SpendingCap memory cap = signed.cap;
        bool asPayer = seed % 3 == 0;
        bool asSigned = seed % 3 == 1;
        bool replaces = cap.start <= block.timestamp && cap.start > _latest[cap.payer][cap.subscriptionHash];
        vm.prank(asPayer ? cap.payer : accounts.stranger);
        try collector.replaceCap(
            cap, asSigned ? signed.signature : _caps[(index % _caps.length + 1) % _caps.length].signature
        ) {
            vm.assertTrue(replaces && (asPayer || asSigned || _caps.length == 1));
            _latest[cap.payer][cap.subscriptionHash] = cap.start;
        } catch {
            vm.assertTrue(!replaces || !(asPayer || asSigned));
        }
    }

    /// A stranger tries to take a payer's tokens through the collector, without a signature.
    function settleUnsigned(uint256 seed, bytes calldata signature) external {
        SpendingCap memory cap = SpendingCap({
            payer: payerAt(seed % PAYERS),
            merchant: merchantAt(seed % MERCHANTS),
            subscriptionHash: bytes32(seed),
            token: address(usdc),
            perCharge: type(uint256).max,
            perPeriod: type(uint256).max,
            total: type(uint256).max,
            periodSeconds: seed % 2 == 0 ? 0 : 1 days,
            start: 0,
            validUntil: type(uint64).max,
            rateCards: bytes32(seed)
        });
        vm.prank(accounts.operator);
        try collector.settleWithAllowance(
            keccak256(abi.encode("unsigned", seed)),
            keccak256(abi.encode("unsigned", seed)),
            1,
            type(uint64).max,
            cap,
            signature,
            noPermit()
        ) {
            vm.assertTrue(false);
        } catch {}
    }

    function setPaused(uint256 seed) external {
        bool paused = collector.paused();
        if (seed % 8 == 0 && !paused) {
            vm.prank(accounts.pauser);
            collector.pause();
        } else if (seed % 8 != 0 && paused) {
            vm.prank(accounts.admin);
            collector.unpause();
        }
    }

    /// Mostly little, since most of what is signed lasts for days.
    function passTime(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, time % 4 == 0 ? 10 days : 1 hours));
    }

    /// Stores the registry's events, and the collector's settlements under caps.
    function keepEvents() private returns (uint256 count) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics[0] == CapSettlements.SettledWithAllowance.selector) countSpent(logs[i]);
            if (logs[i].topics[0] != SettlementRegistry.SettlementRecorded.selector) continue;
            vm.assertEq(logs[i].emitter, address(registry));
            SettlementTerms storage entry = _settled.push();
            entry.referenceHash = logs[i].topics[1];
            entry.invoiceHash = logs[i].topics[2];
            entry.payer = address(uint160(uint256(logs[i].topics[3])));
            address operator;
            (entry.merchant, entry.token, entry.amount, operator) =
                abi.decode(logs[i].data, (address, address, uint256, address));
            vm.assertEq(operator, address(collector));
            count++;
        }
    }

    /// The registry's event comes right before it, and has the amount.
    function countSpent(Vm.Log memory log) private {
        uint256 index = _capIndex[log.topics[2]];
        SpendingCap memory cap = _caps[index].cap;
        vm.assertTrue(cap.start <= block.timestamp && block.timestamp <= cap.validUntil);
        vm.assertTrue(cap.start >= _latest[cap.payer][cap.subscriptionHash]);
        _latest[cap.payer][cap.subscriptionHash] = cap.start;
        _taken.push(Taken(index, block.timestamp, _settled[_settled.length - 1].amount));
    }

    function balances() private view returns (uint256[PAYERS] memory held) {
        for (uint256 i = 0; i < PAYERS; i++) {
            held[i] = usdc.balanceOf(payerAt(i));
        }
    }

    function noPermit() private pure returns (Permit memory) {
        return Permit({value: 0, deadline: 0, signature: ""});
    }

    function keyAt(uint256 index) private pure returns (uint256) {
        return 0xFA1E + index;
    }
}
