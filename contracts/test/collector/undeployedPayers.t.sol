// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementCollector} from "../../src/SettlementCollector.sol";
import {CapSettlements, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {ProxyWallet} from "../wallets/ProxyWallet.sol";
import {ProxyWalletFactory} from "../wallets/ProxyWalletFactory.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
import {WalletFactory} from "../wallets/WalletFactory.sol";
import {UsdcCollectorTest} from "./UsdcCollectorTest.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";

/// Payers that are smart accounts without code yet, whose signatures are wrapped as in ERC-6492.
contract UndeployedPayersTest is UsdcCollectorTest {
    WalletFactory private factory;

    function setUp() public override {
        super.setUp();
        factory = new WalletFactory();
    }

    function test_authorization_deploysThePayer_andSettles() public {
        SettlementTerms memory terms = walletTerms(1);
        settle(terms, wrap(address(factory), plainDeployment(), authorize(terms)));
        assertRecorded(terms);
        vm.assertTrue(terms.payer.code.length > 0);
        vm.assertEq(like.balanceOf(MERCHANT), terms.amount);
    }

    function test_authorization_settles_whenThePayerWasDeployedAfterSigning() public {
        SettlementTerms memory terms = walletTerms(1);
        factory.deploy(payer, "salt", address(0), "");
        settle(terms, wrap(address(factory), plainDeployment(), authorize(terms)));
        assertRecorded(terms);
    }

    function test_authorization_callsNoFactory_whenThePayerHasCode() public {
        SettlementTerms memory terms = walletTerms(1);
        factory.deploy(payer, "salt", address(0), "");
        CallCounter counter = new CallCounter();
        settle(terms, wrap(address(counter), "", authorize(terms)));
        vm.assertEq(counter.calls(), 0);
    }

    function test_authorization_settles_whenTheFactoryFails_andThePayerHasAKey() public {
        SettlementTerms memory terms = likeTerms(1);
        CallCounter counter = new CallCounter();
        // The payer is an account with a key, which needs no factory.
        settle(terms, wrap(address(counter), abi.encodeCall(counter.fail, (1_000_000)), authorize(terms)));
        assertRecorded(terms);
    }

    function test_authorization_reverts_whenTheFactoryDeploysNothing() public {
        SettlementTerms memory terms = walletTerms(1);
        bytes memory signature = wrap(address(factory), "", authorize(terms));
        expectInvalidSignature();
        settle(terms, signature);
    }

    function test_authorization_reverts_whenSomebodyElseSigned() public {
        SettlementTerms memory terms = walletTerms(1);
        bytes memory signature = wrap(address(factory), plainDeployment(), authorizeBy(OTHER_KEY, terms));
        expectRevertWith("FiatTokenV2: invalid signature");
        settle(terms, signature);
        vm.assertEq(terms.payer.code.length, 0);
    }

    /// The factory is called by a contract without rights, so it cannot use the collector's or the operator's.
    function test_authorization_callsTheFactoryFromAContractWithoutRights() public {
        SettlementTerms memory terms = likeTerms(1);
        CallCounter counter = new CallCounter();
        settle(terms, wrap(address(counter), "", authorize(terms)));
        vm.assertEq(counter.calls(), 1);
        vm.assertEq(counter.sender(), address(collector.factoryCaller()));
        vm.assertEq(like.balanceOf(counter.sender()), 0);
        vm.assertFalse(collector.hasRole(collector.OPERATOR_ROLE(), counter.sender()));
        vm.assertFalse(registry.hasRole(registry.SETTLER_ROLE(), counter.sender()));
    }

    /// A payer approved the collector; somebody else's signature names the token as its factory.
    function test_authorization_takesNoAllowance_whenTheFactoryCallAsksForIt() public {
        SettlementTerms memory terms = likeTerms(1);
        terms.payer = vm.addr(OTHER_KEY);
        mint(terms.payer, terms.amount);
        bytes memory theft = abi.encodeCall(like.transferFrom, (payer, STRANGER, 1));
        settle(terms, wrap(address(like), theft, authorizeBy(OTHER_KEY, terms)));
        vm.assertEq(like.balanceOf(STRANGER), 0);
        vm.assertEq(like.balanceOf(payer), FUNDS);
    }

    function test_allowance_deploysAPayerThatApproves_andSettlesNowAndLater() public {
        SpendingCap memory cap = approvingCap();
        bytes memory signature = wrap(address(factory), approvingDeployment(), signCap(cap));
        settleUnder(cap, signature, nthTerms(1));
        vm.assertTrue(cap.payer.code.length > 0);
        settleUnder(cap, signature, nthTerms(2));
        vm.assertEq(like.balanceOf(MERCHANT), 2 * 12_500_000);
        vm.assertEq(collector.spendingOf(cap).spent, 2 * 12_500_000);
    }

    function test_allowance_deploysAPayerThatIsAProxy_andSettlesLaterWithoutDeployment() public {
        ProxyWalletFactory proxies = new ProxyWalletFactory();
        SpendingCap memory cap = likeCap();
        cap.payer = proxies.addressOf(payer, "salt", address(like), approval());
        mint(cap.payer, FUNDS);
        settleUnder(cap, wrap(address(proxies), approvingDeployment(), signCap(cap)), nthTerms(1));
        vm.assertEq(cap.payer.code.length, 45);
        settleUnder(cap, signCap(cap), nthTerms(2));
        vm.assertEq(like.balanceOf(MERCHANT), 2 * 12_500_000);
    }

    function test_aProxyAcceptsOnlyItsOwner() public {
        ProxyWalletFactory proxies = new ProxyWalletFactory();
        ProxyWallet wallet = ProxyWallet(payable(proxies.deploy(payer, "salt", address(0), "")));
        vm.assertEq(wallet.owner(), payer);
        vm.expectRevert(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        wallet.initialize(STRANGER, address(0), "");
        ProxyWallet implementation = ProxyWallet(payable(proxies.IMPLEMENTATION()));
        vm.expectRevert(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        implementation.initialize(STRANGER, address(0), "");
    }

    function test_allowance_settlesInABatch() public {
        SpendingCap memory cap = approvingCap();
        bytes[] memory calls = new bytes[](2);
        calls[0] = callOf(1, cap, wrap(address(factory), approvingDeployment(), signCap(cap)));
        calls[1] = callOf(2, likeCap(), signCap(likeCap()));
        vm.prank(OPERATOR);
        collector.settleBatch(calls, 1_500_000);
        vm.assertEq(like.balanceOf(MERCHANT), 2 * 12_500_000);
    }

    function test_allowance_settlesTheOthersOfABatch_whenAFactoryBurnsItsGas() public {
        SpendingCap memory cap = approvingCap();
        CallCounter counter = new CallCounter();
        bytes[] memory calls = new bytes[](2);
        calls[0] = callOf(1, cap, wrap(address(counter), abi.encodeCall(counter.burn, ()), signCap(cap)));
        calls[1] = callOf(2, likeCap(), signCap(likeCap()));
        vm.prank(OPERATOR);
        collector.settleBatch(calls, 300_000);
        assertNotRecorded(1);
        vm.assertEq(like.balanceOf(MERCHANT), 12_500_000);
    }

    /// The payer's own signature names the collector as its factory, to settle another payer's invoice.
    function test_allowance_settlesNothingElse_whenTheFactoryCallAsksForIt() public {
        SpendingCap memory cap = likeCap();
        cap.subscriptionHash = keccak256("another subscription");
        bytes memory theft = callOf(2, likeCap(), signCap(likeCap()));
        settleUnder(cap, wrap(address(collector), theft, signCap(cap)), nthTerms(1));
        assertNotRecorded(2);
        vm.assertEq(like.balanceOf(MERCHANT), 12_500_000);
    }

    function test_allowance_reverts_whenTheDeployedPayerApprovedNothing() public {
        SpendingCap memory cap = likeCap();
        cap.payer = walletTerms(1).payer;
        bytes memory signature = wrap(address(factory), plainDeployment(), signCap(cap));
        vm.expectRevert(
            abi.encodeWithSelector(CapSettlements.AllowanceTooLow.selector, 0, nthTerms(1).amount)
        );
        settleUnder(cap, signature, nthTerms(1));
        vm.assertEq(cap.payer.code.length, 0);
    }

    function test_allowance_reverts_whenSomebodyElseSigned() public {
        SpendingCap memory cap = approvingCap();
        bytes memory signature =
            wrap(address(factory), approvingDeployment(), sign(OTHER_KEY, capHashOf(cap)));
        expectInvalidSignature();
        settleUnder(cap, signature, nthTerms(1));
    }

    function test_allowance_reverts_whenThePayerReplacesTheCapWhileItIsDeployed() public {
        ReplacingFactory replacing = new ReplacingFactory();
        vm.warp(NOW + 1);
        SpendingCap memory cap = likeCap();
        cap.payer = replacing.walletOf();
        mint(cap.payer, FUNDS);
        SpendingCap memory later = likeCap();
        later.payer = cap.payer;
        later.start = NOW + 1;
        bytes memory data = abi.encodeCall(replacing.deploy, (collector, address(like), later, payer));
        bytes memory signature = wrap(address(replacing), data, signCap(cap));
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapAlreadyReplaced.selector, NOW + 1));
        settleUnder(cap, signature, nthTerms(1));
        assertNotRecorded(1);
    }

    function test_callsNoFactory_whenAnEarlierCheckFails() public {
        SettlementTerms memory terms = likeTerms(1);
        CallCounter counter = new CallCounter();
        bytes memory signature = wrap(address(counter), "", authorize(terms));
        blacklist(payer);
        expectBlacklisted(payer);
        settle(terms, signature);
        vm.assertEq(counter.calls(), 0);
    }

    /// A wrapped signature that cannot be decoded is passed on, and refused as a signature.
    function testFuzz_reverts_whenTheSignatureCannotBeUnwrapped(bytes memory start) public {
        SpendingCap memory cap = likeCap();
        expectInvalidSignature();
        settleUnder(cap, bytes.concat(start, SUFFIX), nthTerms(1));
    }

    /// Terms of a payer that has money and no code.
    function walletTerms(uint256 n) private returns (SettlementTerms memory terms) {
        terms = likeTerms(n);
        terms.payer = factory.addressOf(payer, "salt", address(0), "");
        mint(terms.payer, FUNDS);
    }

    function plainDeployment() private view returns (bytes memory) {
        return abi.encodeCall(factory.deploy, (payer, "salt", address(0), ""));
    }

    /// A cap of a payer that has money, no code, and approves the collector once it is deployed.
    function approvingCap() private returns (SpendingCap memory cap) {
        cap = likeCap();
        cap.payer = factory.addressOf(payer, "salt", address(like), approval());
        mint(cap.payer, FUNDS);
    }

    function approvingDeployment() private view returns (bytes memory) {
        return abi.encodeCall(factory.deploy, (payer, "salt", address(like), approval()));
    }

    function approval() private view returns (bytes memory) {
        return abi.encodeCall(like.approve, (address(collector), FUNDS));
    }
}

/// Counts its calls, and stores the last caller.
contract CallCounter {
    uint256 public calls;
    address public sender;

    fallback() external {
        calls++;
        sender = msg.sender;
    }

    function burn() external pure {
        while (true) {}
    }

    function fail(uint256 size) external pure {
        assembly {
            revert(mload(0x40), size)
        }
    }
}

/// Deploys a wallet that approves the collector and replaces its cap, before it is given to its owner.
contract ReplacingFactory {
    function walletOf() external view returns (address) {
        bytes32 codeHash = keccak256(
            abi.encodePacked(type(SmartWallet).creationCode, abi.encode(address(this), address(0), ""))
        );
        return
            address(
                uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), bytes32(0), codeHash))))
            );
    }

    function deploy(SettlementCollector collector, address token, SpendingCap calldata cap, address owner)
        external
    {
        SmartWallet wallet = new SmartWallet{salt: 0}(address(this), address(0), "");
        wallet.execute(
            token, abi.encodeWithSignature("approve(address,uint256)", address(collector), type(uint256).max)
        );
        wallet.execute(address(collector), abi.encodeCall(collector.replaceCap, (cap, "")));
        wallet.setOwner(owner);
    }
}
