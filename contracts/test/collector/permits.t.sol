// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CapSettlements, Permit, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {DevUSDC} from "../../src/DevUSDC.sol";
import {HostileWallet} from "../wallets/HostileWallet.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
import {WalletFactory} from "../wallets/WalletFactory.sol";
import {PermitToken} from "./tokens/PermitToken.sol";
import {PlainToken} from "./tokens/PlainToken.sol";
import {UsdcCollectorTest} from "./UsdcCollectorTest.sol";

/// Permits that come with settlements under caps. Each test runs with our token and with one like USDC.
abstract contract PermitsTest is UsdcCollectorTest {
    uint256 internal constant AMOUNT = 12_500_000;

    function token() internal view virtual returns (DevUSDC);

    function setUp() public override {
        super.setUp();
        approve(0);
    }

    function test_settlesWithoutAnApproval_andLaterFromTheRest() public {
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(1), validPermit(100_000_000));
        vm.assertEq(token().allowance(payer, address(collector)), 100_000_000 - AMOUNT);
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(2));
        vm.assertEq(token().balanceOf(MERCHANT), 2 * AMOUNT);
    }

    function test_settles_whenSomebodyElseSentThePermitBefore() public {
        Permit memory permit = validPermit(100_000_000);
        vm.prank(STRANGER);
        token().permit(payer, address(collector), permit.value, permit.deadline, permit.signature);
        // It is lower than the permit's value, so the permit is sent again.
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(1), permit);
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(2), permit);
        vm.assertEq(token().balanceOf(MERCHANT), 2 * AMOUNT);
        vm.assertEq(token().allowance(payer, address(collector)), 100_000_000 - 2 * AMOUNT);
        vm.assertEq(token().nonces(payer), 1);
    }

    /// Each fails without an allowance, and does no harm beside one.
    function test_ignoresAPermit_thatTheTokenRefuses() public {
        Permit[6] memory refused;
        for (uint256 i = 0; i < refused.length; i++) {
            refused[i] = validPermit(AMOUNT);
        }
        refused[0].deadline = NOW - 1;
        refused[0].signature =
            signPermit(PAYER_KEY, address(token()), payer, address(collector), AMOUNT, NOW - 1);
        refused[1].signature =
            signPermit(OTHER_KEY, address(token()), payer, address(collector), AMOUNT, VALID_BEFORE);
        refused[2].signature = signPermit(PAYER_KEY, address(token()), payer, STRANGER, AMOUNT, VALID_BEFORE);
        refused[3].value = AMOUNT + 1;
        refused[4].signature = "not a signature";
        refused[5].signature = new bytes(65);
        for (uint256 i = 0; i < refused.length; i++) {
            approve(0);
            expectAllowanceTooLow(0);
            settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(i), refused[i]);
            approve(AMOUNT - 1);
            expectAllowanceTooLow(AMOUNT - 1);
            settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(i), refused[i]);
            refused[i].value = AMOUNT + 1;
            approve(AMOUNT);
            settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(i), refused[i]);
        }
        vm.assertEq(token().nonces(payer), 0);
    }

    function test_ignoresAPermit_thatWasUsedBefore() public {
        Permit memory permit = validPermit(AMOUNT);
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(1), permit);
        expectAllowanceTooLow(0);
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(2), permit);
    }

    function test_sendsNoPermit_whenThePayerAllowsItsValueAlready() public {
        approve(50_000_000);
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(1), validPermit(50_000_000));
        vm.assertEq(token().nonces(payer), 0);
        vm.assertEq(token().allowance(payer, address(collector)), 50_000_000 - AMOUNT);
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(2), validPermit(50_000_000 - AMOUNT + 1));
        vm.assertEq(token().nonces(payer), 1);
    }

    function test_reverts_whenThePermitsValueIsTooLow_andSetsNoAllowance() public {
        Permit memory permit = validPermit(AMOUNT - 1);
        expectAllowanceTooLow(AMOUNT - 1);
        settleUnder(tokenCap(), signCap(tokenCap()), nthTerms(1), permit);
        vm.assertEq(token().allowance(payer, address(collector)), 0);
    }

    /// A permit is for the collector, not for a merchant: it lets nothing be taken without a cap.
    function test_reverts_whenThePayerSignedAPermitButNoCap() public {
        Permit memory permit = validPermit(AMOUNT);
        expectInvalidSignature();
        settleUnder(tokenCap(), sign(OTHER_KEY, capHashOf(tokenCap())), nthTerms(1), permit);
        vm.assertEq(token().nonces(payer), 0);
        vm.assertEq(token().balanceOf(payer), FUNDS);
    }

    function test_settlesInABatch_firstWithAPermit() public {
        bytes memory signature = signCap(tokenCap());
        bytes[] memory calls = new bytes[](3);
        calls[0] = callOf(0, tokenCap(), signature);
        calls[1] = callOf(1, tokenCap(), signature, validPermit(2 * AMOUNT));
        calls[2] = callOf(2, tokenCap(), signature);
        vm.prank(OPERATOR);
        collector.settleBatch(calls, 300_000);
        assertNotRecorded(0);
        vm.assertEq(token().balanceOf(MERCHANT), 2 * AMOUNT);
    }

    function tokenCap() internal view returns (SpendingCap memory cap) {
        cap = validCap();
        cap.token = address(token());
    }

    function validPermit(uint256 value) internal view returns (Permit memory) {
        return permitOf(PAYER_KEY, address(token()), value);
    }

    function approve(uint256 value) internal {
        vm.prank(payer);
        token().approve(address(collector), value);
    }

    function expectAllowanceTooLow(uint256 allowance) internal {
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.AllowanceTooLow.selector, allowance, AMOUNT));
    }
}

contract PermitsOfDevUsdcTest is PermitsTest {
    function token() internal view override returns (DevUSDC) {
        return usdc;
    }
}

/// USDC takes permits of payers that are contracts too.
contract PermitsOfUsdcTest is PermitsTest {
    /// USDC has the functions of our token that are called here.
    function token() internal view override returns (DevUSDC) {
        return DevUSDC(address(like));
    }

    function test_settles_whenThePayerIsAContract() public {
        SpendingCap memory cap = capOf(address(new SmartWallet(payer, address(0), "")));
        settleUnder(cap, signCap(cap), nthTerms(1), permitBy(PAYER_KEY, cap.payer));
        vm.assertEq(like.balanceOf(MERCHANT), AMOUNT);
    }

    function test_settles_whenThePayersSignaturesHaveAnotherLength() public {
        SpendingCap memory cap = capOf(address(new TaggingWallet(payer)));
        Permit memory permit = permitBy(PAYER_KEY, cap.payer);
        permit.signature = bytes.concat(hex"01", permit.signature);
        settleUnder(cap, bytes.concat(hex"01", signCap(cap)), nthTerms(1), permit);
        vm.assertEq(like.balanceOf(MERCHANT), AMOUNT);
    }

    function test_reverts_whenThePayerIsAContract_andSomebodyElseSignedThePermit() public {
        SpendingCap memory cap = capOf(address(new SmartWallet(payer, address(0), "")));
        Permit memory permit = permitBy(OTHER_KEY, cap.payer);
        bytes memory signature = signCap(cap);
        expectAllowanceTooLow(0);
        settleUnder(cap, signature, nthTerms(1), permit);
    }

    /// The permit itself is not wrapped: by the time it is sent the payer has code.
    function test_settles_whenTheSameCallDeploysThePayer() public {
        WalletFactory factory = new WalletFactory();
        SpendingCap memory cap = capOf(factory.addressOf(payer, "salt", address(0), ""));
        bytes memory deployment = abi.encodeCall(factory.deploy, (payer, "salt", address(0), ""));
        bytes memory signature = wrap(address(factory), deployment, signCap(cap));
        Permit memory permit = permitBy(PAYER_KEY, cap.payer);
        settleUnder(cap, signature, nthTerms(1), permit);
        vm.assertEq(like.balanceOf(MERCHANT), AMOUNT);
    }

    function test_settlesTheOthersOfABatch_whenAPayersContractBurnsItsGas() public {
        HostileWallet wallet = new HostileWallet(payer);
        vm.prank(payer);
        wallet.setMode(HostileWallet.Mode.Burn, type(uint256).max);
        SpendingCap memory cap = capOf(address(wallet));
        bytes[] memory calls = new bytes[](2);
        calls[0] = callOf(0, cap, signCap(cap), permitBy(PAYER_KEY, cap.payer));
        calls[1] = callOf(1, tokenCap(), signCap(tokenCap()), validPermit(AMOUNT));
        vm.prank(OPERATOR);
        collector.settleBatch(calls, 300_000);
        assertNotRecorded(0);
        vm.assertEq(like.balanceOf(MERCHANT), AMOUNT);
    }

    function test_settles_whenTheTokenTakesPermitsOfKeysAlone() public {
        PermitToken standard = new PermitToken();
        allow(address(standard));
        standard.mint(payer, FUNDS);
        SpendingCap memory cap = validCap();
        cap.token = address(standard);
        settleUnder(cap, signCap(cap), nthTerms(1), permitOf(PAYER_KEY, address(standard), AMOUNT));
        vm.assertEq(standard.balanceOf(MERCHANT), AMOUNT);
    }

    function test_ignoresPermits_whenTheTokenHasNone() public {
        PlainToken plain = new PlainToken();
        allow(address(plain));
        plain.mint(payer, FUNDS);
        SpendingCap memory cap = validCap();
        cap.token = address(plain);
        bytes memory signature = signCap(cap);
        Permit memory permit = validPermit(FUNDS);
        for (uint256 i = 0; i < 2; i++) {
            vm.prank(payer);
            plain.approve(address(collector), 0);
            expectAllowanceTooLow(0);
            settleUnder(cap, signature, nthTerms(i), permit);
            vm.prank(payer);
            plain.approve(address(collector), AMOUNT);
            settleUnder(cap, signature, nthTerms(i), permit);
            // A signature that is not sent by v, r, s.
            permit.signature = bytes.concat(hex"01", permit.signature);
        }
        vm.assertEq(plain.balanceOf(MERCHANT), 2 * AMOUNT);
    }

    function capOf(address wallet) private returns (SpendingCap memory cap) {
        cap = tokenCap();
        cap.payer = wallet;
        mint(wallet, FUNDS);
    }

    function permitBy(uint256 key, address owner) private view returns (Permit memory) {
        bytes memory signature =
            signPermit(key, address(like), owner, address(collector), 50_000_000, VALID_BEFORE);
        return Permit({value: 50_000_000, deadline: VALID_BEFORE, signature: signature});
    }
}

/// Its signatures are its owner's after one byte, as some wallets name a key or a module first.
contract TaggingWallet is SmartWallet {
    constructor(address owner_) SmartWallet(owner_, address(0), "") {}

    function isValidSignature(bytes32 hash, bytes calldata signature)
        external
        view
        override
        returns (bytes4)
    {
        bool signed = signature[0] == 0x01 && _isOwners(hash, signature[1:]);
        return signed ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}
