// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {Test} from "../Test.sol";

interface ISigned {
    function DOMAIN_SEPARATOR() external view returns (bytes32);
    function nonces(address owner) external view returns (uint256);
}

/// Signs as wallets do. The types are repeated here, so that a change in a contract fails a test.
abstract contract Signing is Test {
    /// The typed data that a payer signs for the token.
    struct Authorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    function signReceive(uint256 key, address token, Authorization memory authorization)
        internal
        view
        returns (bytes memory)
    {
        return signAuthorization("ReceiveWithAuthorization", key, token, authorization);
    }

    function signTransfer(uint256 key, address token, Authorization memory authorization)
        internal
        view
        returns (bytes memory)
    {
        return signAuthorization("TransferWithAuthorization", key, token, authorization);
    }

    function signCancel(uint256 key, address token, address authorizer, bytes32 nonce)
        internal
        view
        returns (bytes memory)
    {
        bytes32 typeHash = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
        return sign(
            key,
            typedDataHash(
                ISigned(token).DOMAIN_SEPARATOR(), keccak256(abi.encode(typeHash, authorizer, nonce))
            )
        );
    }

    /// With the owner's next nonce.
    function signPermit(
        uint256 key,
        address token,
        address owner,
        address spender,
        uint256 value,
        uint256 deadline
    ) internal view returns (bytes memory) {
        bytes32 typeHash = keccak256(
            "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
        );
        uint256 nonce = ISigned(token).nonces(owner);
        bytes32 structHash = keccak256(abi.encode(typeHash, owner, spender, value, nonce, deadline));
        return sign(key, typedDataHash(ISigned(token).DOMAIN_SEPARATOR(), structHash));
    }

    function termsHash(uint256 chainId, address collector, address registry, SettlementTerms memory terms)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typeHash = keccak256(
            "SettlementTerms(address registry,bytes32 referenceHash,bytes32 invoiceHash,address payer,address merchant,address token,uint256 amount,uint64 validUntil)"
        );
        return
            typedDataHash(
                collectorDomain(chainId, collector), keccak256(abi.encode(typeHash, registry, terms))
            );
    }

    function capHash(uint256 chainId, address collector, SpendingCap memory cap)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typeHash = keccak256(
            "SpendingCap(address payer,address merchant,bytes32 subscriptionHash,address token,uint256 perCharge,uint256 perPeriod,uint256 total,uint64 periodSeconds,uint64 start,uint64 validUntil,bytes32[] rateCards)"
        );
        return typedDataHash(collectorDomain(chainId, collector), keccak256(abi.encode(typeHash, cap)));
    }

    function sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function signAuthorization(
        string memory primaryType,
        uint256 key,
        address token,
        Authorization memory authorization
    ) private view returns (bytes memory) {
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                primaryType,
                "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
            )
        );
        return sign(
            key,
            typedDataHash(ISigned(token).DOMAIN_SEPARATOR(), keccak256(abi.encode(typeHash, authorization)))
        );
    }

    function collectorDomain(uint256 chainId, address collector) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("Usance Settlement Collector"),
                keccak256("2"),
                chainId,
                collector
            )
        );
    }

    function typedDataHash(bytes32 domainSeparator, bytes32 structHash) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", domainSeparator, structHash));
    }
}
