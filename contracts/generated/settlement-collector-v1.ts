// Generated from src/v1/SettlementCollectorV1.sol by `pnpm --filter @usance/contracts run generate`. Do not edit.

export const settlementCollectorV1Abi = [
  {
    "type": "constructor",
    "inputs": [
      {
        "name": "initialDelay",
        "type": "uint48",
        "internalType": "uint48"
      },
      {
        "name": "admin",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "operator",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "pauser",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "registry_",
        "type": "address",
        "internalType": "contract SettlementRegistryV1"
      },
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "DEFAULT_ADMIN_ROLE",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "OPERATOR_ROLE",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "PAUSER_ROLE",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "SETTLEMENT_TERMS_TYPEHASH",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "SPENDING_CAP_TYPEHASH",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "acceptDefaultAdminTransfer",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "beginDefaultAdminTransfer",
    "inputs": [
      {
        "name": "newAdmin",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "cancelDefaultAdminTransfer",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "capHashOf",
    "inputs": [
      {
        "name": "cap",
        "type": "tuple",
        "internalType": "struct SettlementCollectorV1.SpendingCap",
        "components": [
          {
            "name": "payer",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "merchant",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "subscriptionHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "token",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "cap",
            "type": "uint256",
            "internalType": "uint256"
          },
          {
            "name": "validUntil",
            "type": "uint64",
            "internalType": "uint64"
          },
          {
            "name": "nonce",
            "type": "bytes32",
            "internalType": "bytes32"
          }
        ]
      }
    ],
    "outputs": [
      {
        "name": "capHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "changeDefaultAdminDelay",
    "inputs": [
      {
        "name": "newDelay",
        "type": "uint48",
        "internalType": "uint48"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "defaultAdmin",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address",
        "internalType": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "defaultAdminDelay",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint48",
        "internalType": "uint48"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "defaultAdminDelayIncreaseWait",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint48",
        "internalType": "uint48"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "eip712Domain",
    "inputs": [],
    "outputs": [
      {
        "name": "fields",
        "type": "bytes1",
        "internalType": "bytes1"
      },
      {
        "name": "name",
        "type": "string",
        "internalType": "string"
      },
      {
        "name": "version",
        "type": "string",
        "internalType": "string"
      },
      {
        "name": "chainId",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "verifyingContract",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "salt",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "extensions",
        "type": "uint256[]",
        "internalType": "uint256[]"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "getRoleAdmin",
    "inputs": [
      {
        "name": "role",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "grantRole",
    "inputs": [
      {
        "name": "role",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "hasRole",
    "inputs": [
      {
        "name": "role",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "isTokenAllowed",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "nonceOf",
    "inputs": [
      {
        "name": "terms",
        "type": "tuple",
        "internalType": "struct SettlementCollectorV1.SettlementTerms",
        "components": [
          {
            "name": "referenceHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "invoiceHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "payer",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "merchant",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "token",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "amount",
            "type": "uint256",
            "internalType": "uint256"
          },
          {
            "name": "validUntil",
            "type": "uint64",
            "internalType": "uint64"
          }
        ]
      }
    ],
    "outputs": [
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "owner",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address",
        "internalType": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "pause",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "paused",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "pendingDefaultAdmin",
    "inputs": [],
    "outputs": [
      {
        "name": "newAdmin",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "schedule",
        "type": "uint48",
        "internalType": "uint48"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "pendingDefaultAdminDelay",
    "inputs": [],
    "outputs": [
      {
        "name": "newDelay",
        "type": "uint48",
        "internalType": "uint48"
      },
      {
        "name": "schedule",
        "type": "uint48",
        "internalType": "uint48"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "registry",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address",
        "internalType": "contract SettlementRegistryV1"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "renounceRole",
    "inputs": [
      {
        "name": "role",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "revokeCap",
    "inputs": [
      {
        "name": "cap",
        "type": "tuple",
        "internalType": "struct SettlementCollectorV1.SpendingCap",
        "components": [
          {
            "name": "payer",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "merchant",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "subscriptionHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "token",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "cap",
            "type": "uint256",
            "internalType": "uint256"
          },
          {
            "name": "validUntil",
            "type": "uint64",
            "internalType": "uint64"
          },
          {
            "name": "nonce",
            "type": "bytes32",
            "internalType": "bytes32"
          }
        ]
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "revokeRole",
    "inputs": [
      {
        "name": "role",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "rollbackDefaultAdminDelay",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "setTokenAllowed",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "allowed",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "settleWithAllowance",
    "inputs": [
      {
        "name": "referenceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validUntil",
        "type": "uint64",
        "internalType": "uint64"
      },
      {
        "name": "cap",
        "type": "tuple",
        "internalType": "struct SettlementCollectorV1.SpendingCap",
        "components": [
          {
            "name": "payer",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "merchant",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "subscriptionHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "token",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "cap",
            "type": "uint256",
            "internalType": "uint256"
          },
          {
            "name": "validUntil",
            "type": "uint64",
            "internalType": "uint64"
          },
          {
            "name": "nonce",
            "type": "bytes32",
            "internalType": "bytes32"
          }
        ]
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "settleWithAuthorization",
    "inputs": [
      {
        "name": "terms",
        "type": "tuple",
        "internalType": "struct SettlementCollectorV1.SettlementTerms",
        "components": [
          {
            "name": "referenceHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "invoiceHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "payer",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "merchant",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "token",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "amount",
            "type": "uint256",
            "internalType": "uint256"
          },
          {
            "name": "validUntil",
            "type": "uint64",
            "internalType": "uint64"
          }
        ]
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "spendingOf",
    "inputs": [
      {
        "name": "capHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "spending",
        "type": "tuple",
        "internalType": "struct SettlementCollectorV1.Spending",
        "components": [
          {
            "name": "spent",
            "type": "uint248",
            "internalType": "uint248"
          },
          {
            "name": "revoked",
            "type": "bool",
            "internalType": "bool"
          }
        ]
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "supportsInterface",
    "inputs": [
      {
        "name": "interfaceId",
        "type": "bytes4",
        "internalType": "bytes4"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "unpause",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "event",
    "name": "CapRevoked",
    "inputs": [
      {
        "name": "capHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "payer",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "DefaultAdminDelayChangeCanceled",
    "inputs": [],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "DefaultAdminDelayChangeScheduled",
    "inputs": [
      {
        "name": "newDelay",
        "type": "uint48",
        "indexed": false,
        "internalType": "uint48"
      },
      {
        "name": "effectSchedule",
        "type": "uint48",
        "indexed": false,
        "internalType": "uint48"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "DefaultAdminTransferCanceled",
    "inputs": [],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "DefaultAdminTransferScheduled",
    "inputs": [
      {
        "name": "newAdmin",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "acceptSchedule",
        "type": "uint48",
        "indexed": false,
        "internalType": "uint48"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "EIP712DomainChanged",
    "inputs": [],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "Paused",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "RoleAdminChanged",
    "inputs": [
      {
        "name": "role",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "previousAdminRole",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "newAdminRole",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "RoleGranted",
    "inputs": [
      {
        "name": "role",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "account",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "sender",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "RoleRevoked",
    "inputs": [
      {
        "name": "role",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "account",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "sender",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "SettledWithAllowance",
    "inputs": [
      {
        "name": "referenceHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "capHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "subscriptionHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "spent",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      },
      {
        "name": "operator",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "SettledWithAuthorization",
    "inputs": [
      {
        "name": "referenceHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "operator",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "TokenAllowed",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "allowed",
        "type": "bool",
        "indexed": false,
        "internalType": "bool"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "Unpaused",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "error",
    "name": "AccessControlBadConfirmation",
    "inputs": []
  },
  {
    "type": "error",
    "name": "AccessControlEnforcedDefaultAdminDelay",
    "inputs": [
      {
        "name": "schedule",
        "type": "uint48",
        "internalType": "uint48"
      }
    ]
  },
  {
    "type": "error",
    "name": "AccessControlEnforcedDefaultAdminRules",
    "inputs": []
  },
  {
    "type": "error",
    "name": "AccessControlInvalidDefaultAdmin",
    "inputs": [
      {
        "name": "defaultAdmin",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "AccessControlUnauthorizedAccount",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "neededRole",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "CapAlreadyRevoked",
    "inputs": [
      {
        "name": "capHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "CapExceeded",
    "inputs": [
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "left",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "CapExpired",
    "inputs": [
      {
        "name": "validUntil",
        "type": "uint64",
        "internalType": "uint64"
      }
    ]
  },
  {
    "type": "error",
    "name": "EnforcedPause",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ExpectedPause",
    "inputs": []
  },
  {
    "type": "error",
    "name": "InvalidAddress",
    "inputs": []
  },
  {
    "type": "error",
    "name": "InvalidShortString",
    "inputs": []
  },
  {
    "type": "error",
    "name": "InvalidSignature",
    "inputs": []
  },
  {
    "type": "error",
    "name": "NotThePayer",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "payer",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ReentrancyGuardReentrantCall",
    "inputs": []
  },
  {
    "type": "error",
    "name": "SafeCastOverflowedUintDowncast",
    "inputs": [
      {
        "name": "bits",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "SafeERC20FailedOperation",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "StringTooLong",
    "inputs": [
      {
        "name": "str",
        "type": "string",
        "internalType": "string"
      }
    ]
  },
  {
    "type": "error",
    "name": "TokenNotAllowed",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "UnexpectedBalance",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "balance",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "expected",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  }
] as const;

/** Creation bytecode: append the ABI-encoded constructor arguments to deploy. */
export const settlementCollectorV1Bytecode: `0x${string}` =
  "0x610180604052348015610010575f5ffd5b5060405161341a38038061341a83398101604081905261002f9161043f565b604080518082018252601b81527f5573616e636520536574746c656d656e7420436f6c6c6563746f720000000000602080830191909152825180840190935260018352603160f81b908301529087876001600160a01b0381166100ac57604051636116401160e11b81525f60048201526024015b60405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff8516021790556100d55f82610250565b5050506100e7826102bf60201b60201c565b610120526100f4816102bf565b61014052815160208084019190912060e052815190820120610100524660a05261018060e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c0526001600160a01b03841615806101a657506001600160a01b038316155b806101b857506001600160a01b038216155b156101d65760405163e6c4247b60e01b815260040160405180910390fd5b6102007f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b92985610250565b5061022b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a84610250565b506001600160a01b038216610160526102458160016102fc565b505050505050610527565b5f826102ac575f6102696002546001600160a01b031690565b6001600160a01b03161461029057604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b6102b68383610381565b90505b92915050565b5f5f829050601f815111156102e9578260405163305a27a960e01b81526004016100a391906104cc565b80516102f482610501565b179392505050565b6001600160a01b0382166103235760405163e6c4247b60e01b815260040160405180910390fd5b6001600160a01b0382165f81815260066020908152604091829020805460ff191685151590811790915591519182527f9a8e30a8658b96ab3f034ce4bac6806278b4aee5880ccdd1ac35e4ed5bb31d23910160405180910390a25050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610421575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556103d93390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016102b9565b505f6102b9565b6001600160a01b038116811461043c575f5ffd5b50565b5f5f5f5f5f5f60c08789031215610454575f5ffd5b865165ffffffffffff81168114610469575f5ffd5b602088015190965061047a81610428565b604088015190955061048b81610428565b606088015190945061049c81610428565b60808801519093506104ad81610428565b60a08801519092506104be81610428565b809150509295509295509295565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b80516020808301519190811015610521575f198160200360031b1b821691505b50919050565b60805160a05160c05160e05161010051610120516101405161016051612e8a6105905f395f818161038f01528181610b64015261159f01525f611b2001525f611af501525f61235901525f61233101525f61228c01525f6122b601525f6122e00152612e8a5ff3fe608060405234801561000f575f5ffd5b5060043610610235575f3560e01c806384ef8ffc1161013d578063cefc1429116100b8578063e63ab1e911610088578063f5b541a61161006e578063f5b541a614610600578063f9eaee0d14610627578063ff2a52b114610649575f5ffd5b8063e63ab1e9146105c6578063eb07a3e9146105ed575f5ffd5b8063cefc142914610564578063cf6eefb71461056c578063d547741f146105ab578063d602b9fd146105be575f5ffd5b8063a1eda53c1161010d578063a7acfdd3116100f3578063a7acfdd31461047c578063a97ccced1461048f578063cc8463c81461055c575f5ffd5b8063a1eda53c1461044e578063a217fddf14610475575f5ffd5b806384ef8ffc146103ec5780638da5cb5b146103fd5780638ea022fe1461040557806391d1485414610418575f5ffd5b80633f4ba83a116101cd578063649a5ec71161019d5780637b103999116101835780637b1039991461038a5780638456cb59146103c957806384b0196e146103d1575f5ffd5b8063649a5ec7146103505780637845a21314610363575f5ffd5b80633f4ba83a146103175780635c975abb1461031f578063634e93da1461032a578063635d3c911461033d575f5ffd5b806315f690121161020857806315f69012146102bc578063248a9ca3146102cf5780632f2ff15d146102f157806336568abe14610304575f5ffd5b806301ffc9a714610239578063022d63fb146102615780630aa6220b1461027d5780631535ccea14610287575b5f5ffd5b61024c610247366004612787565b61065c565b60405190151581526020015b60405180910390f35b620697805b60405165ffffffffffff9091168152602001610258565b6102856106b7565b005b6102ae7f1434a5f1df306c73426749a58a6b9fa65ce6c8897c84d21a734d7d9e9efc417e81565b604051908152602001610258565b6102856102ca3660046127e1565b6106cc565b6102ae6102dd36600461281a565b5f9081526020819052604090206001015490565b6102856102ff366004612831565b6106e5565b610285610312366004612831565b61072a565b61028561081a565b60035460ff1661024c565b61028561033836600461285b565b61082c565b61028561034b3660046128e6565b61083f565b61028561035e366004612965565b610a82565b6102ae7f7fe110f8089ed60dd026bfb5446939c66c1c5344ae0f0e4ae5606cc78f9de03d81565b6103b17f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b039091168152602001610258565b610285610a95565b6103d9610ac7565b60405161025897969594939291906129d6565b6002546001600160a01b03166103b1565b6103b1610b25565b6102ae610413366004612a88565b610b3d565b61024c610426366004612831565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b610456610bb1565b6040805165ffffffffffff938416815292909116602083015201610258565b6102ae5f81565b61028561048a366004612aa2565b610c2b565b61051e61049d36600461281a565b604080518082019091525f8082526020820152505f908152600760209081526040918290208251808401909352547effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811683527f0100000000000000000000000000000000000000000000000000000000000000900460ff1615159082015290565b6040805182517effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff16815260209283015115159281019290925201610258565b610266610eeb565b610285610f88565b600154604080516001600160a01b03831681527401000000000000000000000000000000000000000090920465ffffffffffff16602083015201610258565b6102856105b9366004612831565b610fd7565b610285611018565b6102ae7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a81565b6102856105fb366004612a88565b61102a565b6102ae7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b92981565b61024c61063536600461285b565b60066020525f908152604090205460ff1681565b6102ae610657366004612a88565b6111ae565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f314987860000000000000000000000000000000000000000000000000000000014806106b157506106b1826111e5565b92915050565b5f6106c18161127b565b6106c9611285565b50565b5f6106d68161127b565b6106e08383611291565b505050565b8161071c576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610726828261134e565b5050565b8115801561074557506002546001600160a01b038281169116145b15610810576001546001600160a01b0381169074010000000000000000000000000000000000000000900465ffffffffffff168115158061078c575065ffffffffffff8116155b8061079f57504265ffffffffffff821610155b156107e5576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff821660048201526024015b60405180910390fd5b5050600180547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b6107268282611378565b5f6108248161127b565b6106c96113c4565b5f6108368161127b565b61072682611434565b7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b9296108698161127b565b61087161149f565b6108796114dc565b6040805160e08101825289815260208082018a9052610907928201906108a19088018861285b565b6001600160a01b031681526020018660200160208101906108c2919061285b565b6001600160a01b031681526020016108e0608088016060890161285b565b6001600160a01b031681526020018881526020018767ffffffffffffffff16815250611511565b5f610911856111ae565b90505f61092186838a88886116ab565b90505f610934608088016060890161285b565b90505f6001600160a01b0382166370a0823161095660408b0160208c0161285b565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b1681526001600160a01b039091166004820152602401602060405180830381865afa1580156109b0573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906109d49190612b09565b9050610a086109e660208a018a61285b565b6109f660408b0160208c0161285b565b6001600160a01b03851691908d6118d4565b610a2b82610a1c60408b0160208c0161285b565b610a268d85612b4d565b611923565b60408051848152336020820152818a01359186918f917f8c693df583cf50a131378ef560da33f811ecd96e08068ad5a20d8c4b9b4e2aa8910160405180910390a450505050610a786119fa565b5050505050505050565b5f610a8c8161127b565b61072682611a24565b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a610abf8161127b565b6106c9611a93565b5f6060805f5f5f6060610ad8611aee565b610ae0611b19565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b5f610b386002546001600160a01b031690565b905090565b5f6106b17f7fe110f8089ed60dd026bfb5446939c66c1c5344ae0f0e4ae5606cc78f9de03d7f000000000000000000000000000000000000000000000000000000000000000084604051602001610b9693929190612b60565b60405160208183030381529060405280519060200120611b44565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015158015610bf357504265ffffffffffff821610155b610bfe575f5f610c23565b60025474010000000000000000000000000000000000000000900465ffffffffffff16815b915091509091565b7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b929610c558161127b565b610c5d61149f565b610c656114dc565b610c7c610c7736889003880188612c0a565b611511565b5f610c8d60a088016080890161285b565b90505f610c9988610b3d565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201529091505f906001600160a01b038416906370a0823190602401602060405180830381865afa158015610cf9573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610d1d9190612b09565b90505f6001600160a01b0384166370a08231610d3f60808d0160608e0161285b565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b1681526001600160a01b039091166004820152602401602060405180830381865afa158015610d99573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610dbd9190612b09565b9050610dcf60a08b0160808c0161285b565b6001600160a01b03166388b7ab63610ded60608d0160408e0161285b565b308d60a001358d8d898e8e6040518963ffffffff1660e01b8152600401610e1b989796959493929190612ccb565b5f604051808303815f87803b158015610e32575f5ffd5b505af1158015610e44573d5f5f3e3d5ffd5b50610e729250610e5d91505060808c0160608d0161285b565b6001600160a01b0386169060a08d0135611b8b565b610e9484610e8660808d0160608e0161285b565b610a2660a08e013585612b4d565b610e9f843084611923565b60405133815283908b35907f9034a058d7cea41d7f2e7caf0f7c2e6b4e54ffa1067bb4120ef61821d21ef2349060200160405180910390a350505050610ee36119fa565b505050505050565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015158015610f2c57504265ffffffffffff8216105b610f5e576001547a010000000000000000000000000000000000000000000000000000900465ffffffffffff16610f82565b60025474010000000000000000000000000000000000000000900465ffffffffffff165b91505090565b6001546001600160a01b0316338114610fcf576040517fc22c80220000000000000000000000000000000000000000000000000000000081523360048201526024016107dc565b6106c9611bd9565b8161100e576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6107268282611cb0565b5f6110228161127b565b6106c9611cd4565b611037602082018261285b565b6001600160a01b0316336001600160a01b0316146110a2573361105d602083018361285b565b6040517f425eba300000000000000000000000000000000000000000000000000000000081526001600160a01b039283166004820152911660248201526044016107dc565b5f6110ac826111ae565b5f8181526007602052604090208054919250907f0100000000000000000000000000000000000000000000000000000000000000900460ff161561111f576040517f4a1c3e16000000000000000000000000000000000000000000000000000000008152600481018390526024016107dc565b80547effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f0100000000000000000000000000000000000000000000000000000000000000178155611173602084018461285b565b6001600160a01b0316827f1a951061a4c1c6e97dda55aa21cf47ba50e89c09c6fbcd0bd1951fc1230f797d60405160405180910390a3505050565b5f6106b17f1434a5f1df306c73426749a58a6b9fa65ce6c8897c84d21a734d7d9e9efc417e83604051602001610b96929190612d55565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f7965db0b0000000000000000000000000000000000000000000000000000000014806106b157507f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316146106b1565b6106c98133611cde565b61128f5f5f611d49565b565b6001600160a01b0382166112d1576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0382165f8181526006602090815260409182902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001685151590811790915591519182527f9a8e30a8658b96ab3f034ce4bac6806278b4aee5880ccdd1ac35e4ed5bb31d2391015b60405180910390a25050565b5f828152602081905260409020600101546113688161127b565b6113728383611e95565b50505050565b6001600160a01b03811633146113ba576040517f6697b23200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6106e08282611f33565b6113cc611f87565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b5f61143d610eeb565b61144642611fc3565b6114509190612df5565b905061145c8282612012565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed690602001611342565b60035460ff161561128f576040517fd93c066500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6114e46120a0565b61128f60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b906120f9565b805160208201516040808401516060850151608086015160a087015160c088015194517f1fa9e8ee000000000000000000000000000000000000000000000000000000008152600481019790975260248701959095526001600160a01b03928316604487015290821660648601528116608485015260a484019290925267ffffffffffffffff1660c48301527f00000000000000000000000000000000000000000000000000000000000000001690631fa9e8ee9060e4015f604051808303815f87803b1580156115e0575f5ffd5b505af11580156115f2573d5f5f3e3d5ffd5b5050505060808101516001600160a01b03165f9081526006602052604090205460ff1661165c5760808101516040517f94403b700000000000000000000000000000000000000000000000000000000081526001600160a01b0390911660048201526024016107dc565b306001600160a01b031681606001516001600160a01b0316036106c9576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f84815260076020526040812080547f0100000000000000000000000000000000000000000000000000000000000000900460ff161561171a576040517f4a1c3e16000000000000000000000000000000000000000000000000000000008152600481018790526024016107dc565b61172a60c0880160a08901612e13565b67ffffffffffffffff1642111561178a5761174b60c0880160a08901612e13565b6040517f0efa54eb00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201526024016107dc565b6117a261179a602089018961285b565b878686612100565b6117d8576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80545f9061180b907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1660808a0135612e2c565b905080861115611851576040517ff480e28500000000000000000000000000000000000000000000000000000000815260048101879052602481018290526044016107dc565b815461187f9087907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff16612b4d565b82547fff00000000000000000000000000000000000000000000000000000000000000167effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff821617909255509695505050505050565b6118e2848484846001612176565b611372576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024016107dc565b6040517f70a082310000000000000000000000000000000000000000000000000000000081526001600160a01b0383811660048301525f91908516906370a0823190602401602060405180830381865afa158015611983573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906119a79190612b09565b9050818114611372576040517eed1ed70000000000000000000000000000000000000000000000000000000081526001600160a01b038416600482015260248101829052604481018390526064016107dc565b61128f5f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0061150b565b5f611a2e826121fc565b611a3742611fc3565b611a419190612df5565b9050611a4d8282611d49565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b611a9b61149f565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a2586114173390565b6060610b387f0000000000000000000000000000000000000000000000000000000000000000612243565b6060610b387f0000000000000000000000000000000000000000000000000000000000000000612243565b5f6106b1611b50612280565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b611b9883838360016123a9565b6106e0576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016107dc565b6001546001600160a01b0381169074010000000000000000000000000000000000000000900465ffffffffffff16801580611c1c57504265ffffffffffff821610155b15611c5d576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff821660048201526024016107dc565b611c785f611c736002546001600160a01b031690565b611f33565b50611c835f83611e95565b5050600180547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f82815260208190526040902060010154611cca8161127b565b6113728383611f33565b61128f5f5f612012565b5f828152602081815260408083206001600160a01b038516845290915290205460ff16610726576040517fe2517d3f0000000000000000000000000000000000000000000000000000000081526001600160a01b0382166004820152602481018390526044016107dc565b6002547a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015611e1d574265ffffffffffff82161015611df4576002546001805479ffffffffffffffffffffffffffffffffffffffffffffffffffff167401000000000000000000000000000000000000000090920465ffffffffffff167a01000000000000000000000000000000000000000000000000000002919091179055611e1d565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600280546001600160a01b03167401000000000000000000000000000000000000000065ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff16177a0100000000000000000000000000000000000000000000000000009290931691909102919091179055565b5f82611f22575f611eae6002546001600160a01b031690565b6001600160a01b031614611eee576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600280547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0384161790555b611f2c8383612424565b9392505050565b5f82158015611f4f57506002546001600160a01b038381169116145b15611f7d57600280547fffffffffffffffffffffffff00000000000000000000000000000000000000001690555b611f2c83836124e9565b60035460ff1661128f576040517f8dfc202b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f65ffffffffffff82111561200e576040517f6dfcc65000000000000000000000000000000000000000000000000000000000815260306004820152602481018390526044016107dc565b5090565b600180547401000000000000000000000000000000000000000065ffffffffffff84811682027fffffffffffff000000000000000000000000000000000000000000000000000084166001600160a01b038816171790935590041680156106e0576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c1561128f576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b5f846001600160a01b03163b5f0361215f575f5f61211f868686612588565b5090925090505f81600381111561213857612138612e3f565b1480156121565750866001600160a01b0316826001600160a01b0316145b9250505061216e565b61216b858585856125cf565b90505b949350505050565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038781166004528616602452604485905291602083606481808c5af1925060015f511483166121eb5783831516156121df573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b5f5f612206610eeb565b90508065ffffffffffff168365ffffffffffff161161222e576122298382612e6c565b611f2c565b611f2c65ffffffffffff841662069780612652565b60605f61224f83612661565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f306001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000161480156122d857507f000000000000000000000000000000000000000000000000000000000000000046145b1561230257507f000000000000000000000000000000000000000000000000000000000000000090565b610b38604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f5114831661241857838315161561240c573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff166124e2575f838152602081815260408083206001600160a01b0386168452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016600117905561249a3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016106b1565b505f6106b1565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16156124e2575f838152602081815260408083206001600160a01b038616808552925280832080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a45060016106b1565b5f808060418490036125bc578435602086013560408701355f1a6125ae898285856126a1565b9550955095505050506125c6565b505f915060029050825b93509350939050565b604080517f1626ba7e00000000000000000000000000000000000000000000000000000000808252600482018690526024820192909252604481018390525f91908390818660648301375f82606483010152601f820160051c60051b915060205f60648401838b5afa9050825f5114601f3d111681169350505050949350505050565b5f828218828410028218611f2c565b5f60ff8216601f8111156106b1576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156126da57505f9150600390508261277d565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa15801561272b573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe001519150506001600160a01b03811661277457505f92506001915082905061277d565b92505f91508190505b9450945094915050565b5f60208284031215612797575f5ffd5b81357fffffffff0000000000000000000000000000000000000000000000000000000081168114611f2c575f5ffd5b80356001600160a01b03811681146127dc575f5ffd5b919050565b5f5f604083850312156127f2575f5ffd5b6127fb836127c6565b91506020830135801515811461280f575f5ffd5b809150509250929050565b5f6020828403121561282a575f5ffd5b5035919050565b5f5f60408385031215612842575f5ffd5b82359150612852602084016127c6565b90509250929050565b5f6020828403121561286b575f5ffd5b611f2c826127c6565b803567ffffffffffffffff811681146127dc575f5ffd5b5f60e0828403121561289b575f5ffd5b50919050565b5f5f83601f8401126128b1575f5ffd5b50813567ffffffffffffffff8111156128c8575f5ffd5b6020830191508360208285010111156128df575f5ffd5b9250929050565b5f5f5f5f5f5f5f610180888a0312156128fd575f5ffd5b87359650602088013595506040880135945061291b60608901612874565b935061292a8960808a0161288b565b925061016088013567ffffffffffffffff811115612946575f5ffd5b6129528a828b016128a1565b989b979a50959850939692959293505050565b5f60208284031215612975575f5ffd5b813565ffffffffffff81168114611f2c575f5ffd5b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f612a1060e083018961298a565b8281036040840152612a22818961298a565b606084018890526001600160a01b038716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015612a77578351835260209384019390920191600101612a59565b50909b9a5050505050505050505050565b5f60e08284031215612a98575f5ffd5b611f2c838361288b565b5f5f5f5f5f6101408688031215612ab7575f5ffd5b612ac1878761288b565b945060e08601359350610100860135925061012086013567ffffffffffffffff811115612aec575f5ffd5b612af8888289016128a1565b969995985093965092949392505050565b5f60208284031215612b19575f5ffd5b5051919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808201808211156106b1576106b1612b20565b8381526001600160a01b03838116602080840191909152833560408085019190915290840135606084015261012083019190612b9d9085016127c6565b1660808301526001600160a01b03612bb7606085016127c6565b1660a08301526001600160a01b03612bd1608085016127c6565b1660c08301525f60a084013590508060e08401525067ffffffffffffffff612bfb60c08501612874565b16610100830152949350505050565b5f60e0828403128015612c1b575f5ffd5b5060405160e0810167ffffffffffffffff81118282101715612c64577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60409081528335825260208085013590830152612c829084016127c6565b6040820152612c93606084016127c6565b6060820152612ca4608084016127c6565b608082015260a08381013590820152612cbf60c08401612874565b60c08201529392505050565b6001600160a01b03891681526001600160a01b03881660208201528660408201528560608201528460808201528360a082015260e060c08201528160e082015281836101008301375f81830161010090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0160101979650505050505050565b82815261010081016001600160a01b03612d6e846127c6565b1660208301526001600160a01b03612d88602085016127c6565b1660408301525f60408401359050806060840152506001600160a01b03612db1606085016127c6565b1660808301525f608084013590508060a08401525067ffffffffffffffff612ddb60a08501612874565b1660c083810191909152929092013560e090910152919050565b65ffffffffffff81811683821601908111156106b1576106b1612b20565b5f60208284031215612e23575f5ffd5b611f2c82612874565b818103818111156106b1576106b1612b20565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b65ffffffffffff82811682821603908111156106b1576106b1612b2056";
