// Generated from src/SettlementCollector.sol by `pnpm --filter @usance/contracts run generate`. Do not edit.

export const settlementCollectorAbi = [
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
        "internalType": "contract SettlementRegistry"
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
        "internalType": "struct SettlementCollector.SpendingCap",
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
    "name": "factoryCaller",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address",
        "internalType": "contract FactoryCaller"
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
        "internalType": "struct SettlementCollector.SettlementTerms",
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
        "internalType": "contract SettlementRegistry"
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
        "internalType": "struct SettlementCollector.SpendingCap",
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
    "name": "settleBatch",
    "inputs": [
      {
        "name": "calls",
        "type": "bytes[]",
        "internalType": "bytes[]"
      },
      {
        "name": "gasEach",
        "type": "uint256",
        "internalType": "uint256"
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
        "internalType": "struct SettlementCollector.SpendingCap",
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
        "internalType": "struct SettlementCollector.SettlementTerms",
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
        "internalType": "struct SettlementCollector.Spending",
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
    "name": "SettlementSkipped",
    "inputs": [
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "referenceHash",
        "type": "bytes32",
        "indexed": false,
        "internalType": "bytes32"
      },
      {
        "name": "reason",
        "type": "bytes",
        "indexed": false,
        "internalType": "bytes"
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
    "name": "AccountBlacklisted",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "AllowanceTooLow",
    "inputs": [
      {
        "name": "allowance",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "AmountTooLarge",
    "inputs": [
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "maxAmount",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "AuthorizationAlreadyUsed",
    "inputs": [
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "BalanceTooLow",
    "inputs": [
      {
        "name": "balance",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
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
    "name": "InsufficientGas",
    "inputs": [
      {
        "name": "available",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "gasEach",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidAddress",
    "inputs": []
  },
  {
    "type": "error",
    "name": "InvalidReference",
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
    "name": "InvoiceAlreadySettled",
    "inputs": [
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "recordHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotASettlement",
    "inputs": [
      {
        "name": "index",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
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
    "name": "SettlementExpired",
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
export const settlementCollectorBytecode: `0x${string}` =
  "0x6101a0604052348015610010575f5ffd5b506040516143cb3803806143cb83398101604081905261002f9161047e565b604080518082018252601b81527f5573616e636520536574746c656d656e7420436f6c6c6563746f720000000000602080830191909152825180840190935260018352601960f91b908301529087876001600160a01b0381166100ac57604051636116401160e11b81525f60048201526024015b60405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff8516021790556100d55f82610283565b5050506100e7826102f260201b60201c565b610120526100f4816102f2565b61014052815160208084019190912060e052815190820120610100524660a05261018060e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c0526001600160a01b03841615806101a657506001600160a01b038316155b806101b857506001600160a01b038216155b156101d65760405163e6c4247b60e01b815260040160405180910390fd5b6102007f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b92985610283565b5061022b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a84610283565b506001600160a01b038216610160526040516102469061045b565b604051809103905ff08015801561025f573d5f5f3e3d5ffd5b506001600160a01b03166101805261027881600161032f565b505050505050610566565b5f826102df575f61029c6002546001600160a01b031690565b6001600160a01b0316146102c357604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b6102e983836103b4565b90505b92915050565b5f5f829050601f8151111561031c578260405163305a27a960e01b81526004016100a3919061050b565b805161032782610540565b179392505050565b6001600160a01b0382166103565760405163e6c4247b60e01b815260040160405180910390fd5b6001600160a01b0382165f81815260066020908152604091829020805460ff191685151590811790915591519182527f9a8e30a8658b96ab3f034ce4bac6806278b4aee5880ccdd1ac35e4ed5bb31d23910160405180910390a25050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610454575f838152602081815260408083206001600160a01b03861684529091529020805460ff1916600117905561040c3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016102ec565b505f6102ec565b60fe806142cd83390190565b6001600160a01b038116811461047b575f5ffd5b50565b5f5f5f5f5f5f60c08789031215610493575f5ffd5b865165ffffffffffff811681146104a8575f5ffd5b60208801519096506104b981610467565b60408801519095506104ca81610467565b60608801519094506104db81610467565b60808801519093506104ec81610467565b60a08801519092506104fd81610467565b809150509295509295509295565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b80516020808301519190811015610560575f198160200360031b1b821691505b50919050565b60805160a05160c05160e0516101005161012051610140516101605161018051613ce66105e75f395f818161033d0152611d7601525f818161041501528181610e5b0152818161180c015261205e01525f6121d701525f6121ac01525f612ed801525f612eb001525f612e0b01525f612e3501525f612e5f0152613ce65ff3fe608060405234801561000f575f5ffd5b5060043610610269575f3560e01c806384b0196e11610157578063cc8463c8116100d2578063e63ab1e911610088578063f5b541a61161006e578063f5b541a61461066e578063f9eaee0d14610695578063ff2a52b1146106b7575f5ffd5b8063e63ab1e914610634578063eb07a3e91461065b575f5ffd5b8063cf6eefb7116100b8578063cf6eefb7146105da578063d547741f14610619578063d602b9fd1461062c575f5ffd5b8063cc8463c8146105ca578063cefc1429146105d2575f5ffd5b806391d1485411610127578063a217fddf1161010d578063a217fddf146104e3578063a7acfdd3146104ea578063a97ccced146104fd575f5ffd5b806391d1485414610486578063a1eda53c146104bc575f5ffd5b806384b0196e1461043f57806384ef8ffc1461045a5780638da5cb5b1461046b5780638ea022fe14610473575f5ffd5b806336568abe116101e7578063635d3c91116101b75780637845a2131161019d5780637845a213146103e95780637b103999146104105780638456cb5914610437575f5ffd5b8063635d3c91146103c3578063649a5ec7146103d6575f5ffd5b806336568abe1461038a5780633f4ba83a1461039d5780635c975abb146103a5578063634e93da146103b0575f5ffd5b806315f690121161023c578063248a9ca311610222578063248a9ca3146103165780632a5d695d146103385780632f2ff15d14610377575f5ffd5b806315f69012146102f057806322ede30c14610303575f5ffd5b806301ffc9a71461026d578063022d63fb146102955780630aa6220b146102b15780631535ccea146102bb575b5f5ffd5b61028061027b3660046133c4565b6106ca565b60405190151581526020015b60405180910390f35b620697805b60405165ffffffffffff909116815260200161028c565b6102b9610725565b005b6102e27f1434a5f1df306c73426749a58a6b9fa65ce6c8897c84d21a734d7d9e9efc417e81565b60405190815260200161028c565b6102b96102fe36600461341e565b61073a565b6102b9610311366004613457565b610753565b6102e26103243660046134cc565b5f9081526020819052604090206001015490565b61035f7f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b03909116815260200161028c565b6102b96103853660046134e3565b61094c565b6102b96103983660046134e3565b610991565b6102b9610a7c565b60035460ff16610280565b6102b96103be36600461350d565b610a8e565b6102b96103d1366004613598565b610aa1565b6102b96103e4366004613617565b610d79565b6102e27f7fe110f8089ed60dd026bfb5446939c66c1c5344ae0f0e4ae5606cc78f9de03d81565b61035f7f000000000000000000000000000000000000000000000000000000000000000081565b6102b9610d8c565b610447610dbe565b60405161028c979695949392919061366a565b6002546001600160a01b031661035f565b61035f610e1c565b6102e261048136600461371c565b610e34565b6102806104943660046134e3565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b6104c4610ea8565b6040805165ffffffffffff93841681529290911660208301520161028c565b6102e25f81565b6102b96104f8366004613736565b610f22565b61058c61050b3660046134cc565b604080518082019091525f8082526020820152505f908152600760209081526040918290208251808401909352547effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811683527f0100000000000000000000000000000000000000000000000000000000000000900460ff1615159082015290565b6040805182517effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1681526020928301511515928101929092520161028c565b61029a6110e1565b6102b961117e565b600154604080516001600160a01b03831681527401000000000000000000000000000000000000000090920465ffffffffffff1660208301520161028c565b6102b96106273660046134e3565b6111cd565b6102b961120e565b6102e27f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a81565b6102b961066936600461371c565b611220565b6102e27f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b92981565b6102806106a336600461350d565b60066020525f908152604090205460ff1681565b6102e26106c536600461371c565b6113a4565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f3149878600000000000000000000000000000000000000000000000000000000148061071f575061071f826113db565b92915050565b5f61072f81611471565b61073761147b565b50565b5f61074481611471565b61074e8383611487565b505050565b7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b92961077d81611471565b610785611544565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156107de576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5b8381101561094557365f8686848181106107fc576107fc61379d565b905060200281019061080e91906137ca565b9092509050604481108061087957507f635d3c910000000000000000000000000000000000000000000000000000000061084b60045f848661382b565b61085491613852565b7fffffffff000000000000000000000000000000000000000000000000000000001614155b156108b8576040517f042218b6000000000000000000000000000000000000000000000000000000008152600481018490526024015b60405180910390fd5b5f5f6108c5848489611581565b9150915081610935576108dc60446024858761382b565b6108e5916138b8565b7f8357ac8f6d80024d3f01a2cbbb81d46373330527532d41ea7c783730e38fb72d61091460246004878961382b565b61091d916138b8565b8360405161092c9291906138f4565b60405180910390a25b5050600190920191506107e09050565b5050505050565b81610983576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61098d828261164f565b5050565b811580156109ac57506002546001600160a01b038281169116145b15610a72576001546001600160a01b0381169074010000000000000000000000000000000000000000900465ffffffffffff16811515806109f3575065ffffffffffff8116155b80610a0657504265ffffffffffff821610155b15610a47576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff821660048201526024016108af565b5050600180547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b61098d8282611679565b5f610a8681611471565b6107376116c5565b5f610a9881611471565b61098d82611735565b7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b929610acb81611471565b610ad3611544565b610adb6117a0565b6040805160e08101825289815260208082018a90525f92820190610b019088018861350d565b6001600160a01b03168152602001866020016020810190610b22919061350d565b6001600160a01b03168152602001610b40608088016060890161350d565b6001600160a01b031681526020018881526020018767ffffffffffffffff168152509050610b6d816117d5565b5f610b77866113a4565b9050610b8486828a611aab565b610b8d82611c03565b365f610ba6610b9f60208a018a61350d565b8888611d06565b90925090505f610bbc60808a0160608b0161350d565b6001600160a01b031663dd62ed3e610bd760208c018c61350d565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b1681526001600160a01b039091166004820152306024820152604401602060405180830381865afa158015610c37573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610c5b919061390c565b90508a811015610ca1576040517fb7f077b900000000000000000000000000000000000000000000000000000000815260048101829052602481018c90526044016108af565b610cb9610cb160208b018b61350d565b858585611de8565b610cef576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f610cfb8a868e611e5e565b9050610d0686611ef7565b610d0f86611fd0565b8960400135858f7f8c693df583cf50a131378ef560da33f811ecd96e08068ad5a20d8c4b9b4e2aa88433604051610d599291909182526001600160a01b0316602082015260400190565b60405180910390a4505050505050610d6f6120b1565b5050505050505050565b5f610d8381611471565b61098d826120db565b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a610db681611471565b61073761214a565b5f6060805f5f5f6060610dcf6121a5565b610dd76121d0565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b5f610e2f6002546001600160a01b031690565b905090565b5f61071f7f7fe110f8089ed60dd026bfb5446939c66c1c5344ae0f0e4ae5606cc78f9de03d7f000000000000000000000000000000000000000000000000000000000000000084604051602001610e8d93929190613923565b604051602081830303815290604052805190602001206121fb565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015158015610eea57504265ffffffffffff821610155b610ef5575f5f610f1a565b60025474010000000000000000000000000000000000000000900465ffffffffffff16815b915091509091565b7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b929610f4c81611471565b610f54611544565b610f5c6117a0565b5f610f6c368890038801886139cd565b9050610f77816117d5565b610f8081611c03565b5f610f8a88610e34565b90505f610f9d60608a0160408b0161350d565b6040516001600160a01b0390911660248201526044810183905260640160408051601f198184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fe94a010200000000000000000000000000000000000000000000000000000000179052905061102d61102760a08b0160808c0161350d565b82612242565b15611067576040517f232555ae000000000000000000000000000000000000000000000000000000008152600481018390526024016108af565b61108d89898985611088611081606086016040870161350d565b8c8c611d06565b612265565b61109683611fd0565b60405133815282908a35907f9034a058d7cea41d7f2e7caf0f7c2e6b4e54ffa1067bb4120ef61821d21ef2349060200160405180910390a35050506110d96120b1565b505050505050565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff16801515801561112257504265ffffffffffff8216105b611154576001547a010000000000000000000000000000000000000000000000000000900465ffffffffffff16611178565b60025474010000000000000000000000000000000000000000900465ffffffffffff165b91505090565b6001546001600160a01b03163381146111c5576040517fc22c80220000000000000000000000000000000000000000000000000000000081523360048201526024016108af565b610737612487565b81611204576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61098d828261255e565b5f61121881611471565b610737612582565b61122d602082018261350d565b6001600160a01b0316336001600160a01b0316146112985733611253602083018361350d565b6040517f425eba300000000000000000000000000000000000000000000000000000000081526001600160a01b039283166004820152911660248201526044016108af565b5f6112a2826113a4565b5f8181526007602052604090208054919250907f0100000000000000000000000000000000000000000000000000000000000000900460ff1615611315576040517f4a1c3e16000000000000000000000000000000000000000000000000000000008152600481018390526024016108af565b80547effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f0100000000000000000000000000000000000000000000000000000000000000178155611369602084018461350d565b6001600160a01b0316827f1a951061a4c1c6e97dda55aa21cf47ba50e89c09c6fbcd0bd1951fc1230f797d60405160405180910390a3505050565b5f61071f7f1434a5f1df306c73426749a58a6b9fa65ce6c8897c84d21a734d7d9e9efc417e83604051602001610e8d929190613a8e565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f7965db0b00000000000000000000000000000000000000000000000000000000148061071f57507f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff0000000000000000000000000000000000000000000000000000000083161461071f565b610737813361258c565b6114855f5f6125f7565b565b6001600160a01b0382166114c7576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0382165f8181526006602090815260409182902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001685151590811790915591519182527f9a8e30a8658b96ab3f034ce4bac6806278b4aee5880ccdd1ac35e4ed5bb31d2391015b60405180910390a25050565b60035460ff1615611485576040517fd93c066500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6040515f90606090848682375f5a905061159c604082613b5b565b6115a69082613b93565b905061271081116115b7575f6115c3565b6115c361271082613b93565b905084811015611609576040517f23e228cb00000000000000000000000000000000000000000000000000000000815260048101829052602481018690526044016108af565b5f5f87843089f493506060925083611645573d61010481111561162b57506101045b829350808452805f602086013e8301603f01601f19166040525b5050935093915050565b5f8281526020819052604090206001015461166981611471565b6116738383612743565b50505050565b6001600160a01b03811633146116bb576040517f6697b23200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61074e82826127e1565b6116cd612835565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b5f61173e6110e1565b61174742612871565b6117519190613ba6565b905061175d82826128c0565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed690602001611538565b6117a861294e565b61148560017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b906129a7565b60208101516040517fd1c60a3a0000000000000000000000000000000000000000000000000000000081525f916001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000169163d1c60a3a916118439160040190815260200190565b602060405180830381865afa15801561185e573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611882919061390c565b905080156118cc5760208201516040517f786bed570000000000000000000000000000000000000000000000000000000081526004810191909152602481018290526044016108af565b8160c0015167ffffffffffffffff164211156119265760c08201516040517fb235f7cd00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201526024016108af565b8151158061193657506020820151155b1561196d576040517f5f41ff9200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60408201516001600160a01b03161580611992575060608201516001600160a01b0316155b806119a9575060608201516001600160a01b031630145b156119e0576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60a08201516bffffffffffffffffffffffff1015611a455760a08201516040517f7f16270300000000000000000000000000000000000000000000000000000000815260048101919091526bffffffffffffffffffffffff60248201526044016108af565b60808201516001600160a01b03165f9081526006602052604090205460ff1661098d5760808201516040517f94403b700000000000000000000000000000000000000000000000000000000081526001600160a01b0390911660048201526024016108af565b5f82815260076020526040902080547f0100000000000000000000000000000000000000000000000000000000000000900460ff1615611b1a576040517f4a1c3e16000000000000000000000000000000000000000000000000000000008152600481018490526024016108af565b611b2a60c0850160a08601613bc4565b67ffffffffffffffff16421115611b8a57611b4b60c0850160a08601613bc4565b6040517f0efa54eb00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201526024016108af565b80545f90611bbd907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff166080870135613b93565b905080831115610945576040517ff480e28500000000000000000000000000000000000000000000000000000000815260048101849052602481018290526044016108af565b608081015160408083015190517f70a082310000000000000000000000000000000000000000000000000000000081526001600160a01b0391821660048201525f9291909116906370a0823190602401602060405180830381865afa158015611c6e573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611c92919061390c565b90508160a00151811015611ce25760a08201516040517f367ed1bc0000000000000000000000000000000000000000000000000000000081526108af918391600401918252602082015260400190565b611cf4826080015183604001516129ae565b61098d826080015183606001516129ae565b365f5f365f611d158787612a68565b9098509650919450925090506001600160a01b03831615801590611d4157506001600160a01b0388163b155b15611ddd576040517f067da0d60000000000000000000000000000000000000000000000000000000081526001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000169063067da0d690611daf90869086908690600401613c06565b5f604051808303815f87803b158015611dc6575f5ffd5b505af1158015611dd8573d5f5f3e3d5ffd5b505050505b505050935093915050565b5f846001600160a01b03163b5f03611e47575f5f611e07868686612b8b565b5090925090505f816003811115611e2057611e20613c31565b148015611e3e5750866001600160a01b0316826001600160a01b0316145b92505050611e56565b611e5385858585612bd2565b90505b949350505050565b5f611e6a848484611aab565b5f8381526007602052604090208054611ea59084907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff16613c5e565b81547fff00000000000000000000000000000000000000000000000000000000000000167effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff821617909155949350505050565b608081015160608201516040517f70a082310000000000000000000000000000000000000000000000000000000081526001600160a01b0391821660048201525f918316906370a0823190602401602060405180830381865afa158015611f60573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611f84919061390c565b9050611fb2836040015184606001518560a00151856001600160a01b0316612c55909392919063ffffffff16565b61074e8284606001518560a0015184611fcb9190613c5e565b612ca4565b805160208201516040808401516060850151608086015160a087015160c088015194517f1fa9e8ee000000000000000000000000000000000000000000000000000000008152600481019790975260248701959095526001600160a01b03928316604487015290821660648601528116608485015260a484019290925267ffffffffffffffff1660c48301527f00000000000000000000000000000000000000000000000000000000000000001690631fa9e8ee9060e4015f604051808303815f87803b15801561209f575f5ffd5b505af1158015610945573d5f5f3e3d5ffd5b6114855f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f006117cf565b5f6120e582612d7b565b6120ee42612871565b6120f89190613ba6565b905061210482826125f7565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b612152611544565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a2586117183390565b6060610e2f7f0000000000000000000000000000000000000000000000000000000000000000612dc2565b6060610e2f7f0000000000000000000000000000000000000000000000000000000000000000612dc2565b5f61071f612207612dff565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f60205f8351602085018661c350fa5f511515601f3d1182161691505092915050565b5f61227660a088016080890161350d565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201529091505f906001600160a01b038316906370a0823190602401602060405180830381865afa1580156122d6573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906122fa919061390c565b90505f6001600160a01b0383166370a0823161231c60808c0160608d0161350d565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b1681526001600160a01b039091166004820152602401602060405180830381865afa158015612376573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061239a919061390c565b90506123ac60a08a0160808b0161350d565b6001600160a01b03166388b7ab636123ca60608c0160408d0161350d565b308c60a001358c8c8c8c8c6040518963ffffffff1660e01b81526004016123f8989796959493929190613c71565b5f604051808303815f87803b15801561240f575f5ffd5b505af1158015612421573d5f5f3e3d5ffd5b5061244f925061243a91505060808b0160608c0161350d565b6001600160a01b0385169060a08c0135612f28565b6124718361246360808c0160608d0161350d565b611fcb60a08d013585613c5e565b61247c833084612ca4565b505050505050505050565b6001546001600160a01b0381169074010000000000000000000000000000000000000000900465ffffffffffff168015806124ca57504265ffffffffffff821610155b1561250b576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff821660048201526024016108af565b6125265f6125216002546001600160a01b031690565b6127e1565b506125315f83612743565b5050600180547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f8281526020819052604090206001015461257881611471565b61167383836127e1565b6114855f5f6128c0565b5f828152602081815260408083206001600160a01b038516845290915290205460ff1661098d576040517fe2517d3f0000000000000000000000000000000000000000000000000000000081526001600160a01b0382166004820152602481018390526044016108af565b6002547a010000000000000000000000000000000000000000000000000000900465ffffffffffff1680156126cb574265ffffffffffff821610156126a2576002546001805479ffffffffffffffffffffffffffffffffffffffffffffffffffff167401000000000000000000000000000000000000000090920465ffffffffffff167a010000000000000000000000000000000000000000000000000000029190911790556126cb565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600280546001600160a01b03167401000000000000000000000000000000000000000065ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff16177a0100000000000000000000000000000000000000000000000000009290931691909102919091179055565b5f826127d0575f61275c6002546001600160a01b031690565b6001600160a01b03161461279c576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600280547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0384161790555b6127da8383612f76565b9392505050565b5f821580156127fd57506002546001600160a01b038381169116145b1561282b57600280547fffffffffffffffffffffffff00000000000000000000000000000000000000001690555b6127da838361303b565b60035460ff16611485576040517f8dfc202b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f65ffffffffffff8211156128bc576040517f6dfcc65000000000000000000000000000000000000000000000000000000000815260306004820152602481018390526044016108af565b5090565b600180547401000000000000000000000000000000000000000065ffffffffffff84811682027fffffffffffff000000000000000000000000000000000000000000000000000084166001600160a01b0388161717909355900416801561074e576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c15611485576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b6040516001600160a01b0382166024820152612a2690839060440160408051601f198184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167ffe575a8700000000000000000000000000000000000000000000000000000000179052612242565b1561098d576040517f571f7b490000000000000000000000000000000000000000000000000000000081526001600160a01b03821660048201526024016108af565b5f36818181612a798180888a61382b565b909450925086915085905060a0811080612ad357507f64926492649264926492649264926492649264926492649264926492649264928787612abc602082613b93565b612ac792829061382b565b612ad0916138b8565b14155b612b8157365f888189612ae7602082613b93565b92612af49392919061382b565b90925090505f612b07602082848661382b565b612b10916138b8565b90505f3681612b21868660206130da565b9250925092505f365f612b36898960406130da565b925092509250858015612b465750825b8015612b5957506001600160a01b038711155b15612b7757959c50929a50909850909650919450612b819350505050565b5050505050505050505b9295509295909350565b5f80806041849003612bbf578435602086013560408701355f1a612bb1898285856131ac565b955095509550505050612bc9565b505f915060029050825b93509350939050565b604080517f1626ba7e00000000000000000000000000000000000000000000000000000000808252600482018690526024820192909252604481018390525f91908390818660648301375f82606483010152601f820160051c60051b915060205f60648401838b5afa9050825f5114601f3d111681169350505050949350505050565b612c63848484846001613274565b611673576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024016108af565b6040517f70a082310000000000000000000000000000000000000000000000000000000081526001600160a01b0383811660048301525f91908516906370a0823190602401602060405180830381865afa158015612d04573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612d28919061390c565b9050818114611673576040517eed1ed70000000000000000000000000000000000000000000000000000000081526001600160a01b038416600482015260248101829052604481018390526064016108af565b5f5f612d856110e1565b90508065ffffffffffff168365ffffffffffff1611612dad57612da88382613cc8565b6127da565b6127da65ffffffffffff8416620697806132fa565b60605f612dce83613309565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f306001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016148015612e5757507f000000000000000000000000000000000000000000000000000000000000000046145b15612e8157507f000000000000000000000000000000000000000000000000000000000000000090565b610e2f604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b612f358383836001613349565b61074e576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016108af565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16613034575f838152602081815260408083206001600160a01b0386168452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055612fec3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161071f565b505f61071f565b5f828152602081815260408083206001600160a01b038516845290915281205460ff1615613034575f838152602081815260408083206001600160a01b038616808552925280832080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a450600161071f565b5f36816130e98180878961382b565b90925090505f8685876130fd826020613c5e565b9261310a9392919061382b565b613113916138b8565b9050613120602087613b93565b811115613130575f935050612bc9565b5f87828861313f826020613c5e565b9261314c9392919061382b565b613155916138b8565b9050613162602083613c5e565b915061316e8288613b93565b81111561317f575f94505050612bc9565b600188838961318e8583613c5e565b9261319b9392919061382b565b945094509450505093509350939050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156131e557505f9150600390508261326a565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613236573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661326157505f92506001915082905061326a565b92505f91508190505b9450945094915050565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038781166004528616602452604485905291602083606481808c5af1925060015f511483166132e95783831516156132dd573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b5f8282188284100282186127da565b5f60ff8216601f81111561071f576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f511483166133b85783831516156133ac573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f602082840312156133d4575f5ffd5b81357fffffffff00000000000000000000000000000000000000000000000000000000811681146127da575f5ffd5b80356001600160a01b0381168114613419575f5ffd5b919050565b5f5f6040838503121561342f575f5ffd5b61343883613403565b91506020830135801515811461344c575f5ffd5b809150509250929050565b5f5f5f60408486031215613469575f5ffd5b833567ffffffffffffffff81111561347f575f5ffd5b8401601f8101861361348f575f5ffd5b803567ffffffffffffffff8111156134a5575f5ffd5b8660208260051b84010111156134b9575f5ffd5b6020918201979096509401359392505050565b5f602082840312156134dc575f5ffd5b5035919050565b5f5f604083850312156134f4575f5ffd5b8235915061350460208401613403565b90509250929050565b5f6020828403121561351d575f5ffd5b6127da82613403565b803567ffffffffffffffff81168114613419575f5ffd5b5f60e0828403121561354d575f5ffd5b50919050565b5f5f83601f840112613563575f5ffd5b50813567ffffffffffffffff81111561357a575f5ffd5b602083019150836020828501011115613591575f5ffd5b9250929050565b5f5f5f5f5f5f5f610180888a0312156135af575f5ffd5b8735965060208801359550604088013594506135cd60608901613526565b93506135dc8960808a0161353d565b925061016088013567ffffffffffffffff8111156135f8575f5ffd5b6136048a828b01613553565b989b979a50959850939692959293505050565b5f60208284031215613627575f5ffd5b813565ffffffffffff811681146127da575f5ffd5b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f6136a460e083018961363c565b82810360408401526136b6818961363c565b606084018890526001600160a01b038716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b8181101561370b5783518352602093840193909201916001016136ed565b50909b9a5050505050505050505050565b5f60e0828403121561372c575f5ffd5b6127da838361353d565b5f5f5f5f5f610140868803121561374b575f5ffd5b613755878761353d565b945060e08601359350610100860135925061012086013567ffffffffffffffff811115613780575f5ffd5b61378c88828901613553565b969995985093965092949392505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe18436030181126137fd575f5ffd5b83018035915067ffffffffffffffff821115613817575f5ffd5b602001915036819003821315613591575f5ffd5b5f5f85851115613839575f5ffd5b83861115613845575f5ffd5b5050820193919092039150565b80357fffffffff0000000000000000000000000000000000000000000000000000000081169060048410156138b1577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505b5092915050565b8035602083101561071f577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b828152604060208201525f611e56604083018461363c565b5f6020828403121561391c575f5ffd5b5051919050565b8381526001600160a01b03838116602080840191909152833560408085019190915290840135606084015261012083019190613960908501613403565b1660808301526001600160a01b0361397a60608501613403565b1660a08301526001600160a01b0361399460808501613403565b1660c08301525f60a084013590508060e08401525067ffffffffffffffff6139be60c08501613526565b16610100830152949350505050565b5f60e08284031280156139de575f5ffd5b5060405160e0810167ffffffffffffffff81118282101715613a27577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60409081528335825260208085013590830152613a45908401613403565b6040820152613a5660608401613403565b6060820152613a6760808401613403565b608082015260a08381013590820152613a8260c08401613526565b60c08201529392505050565b82815261010081016001600160a01b03613aa784613403565b1660208301526001600160a01b03613ac160208501613403565b1660408301525f60408401359050806060840152506001600160a01b03613aea60608501613403565b1660808301525f608084013590508060a08401525067ffffffffffffffff613b1460a08501613526565b1660c083810191909152929092013560e090910152919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f82613b8e577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b8181038181111561071f5761071f613b2e565b65ffffffffffff818116838216019081111561071f5761071f613b2e565b5f60208284031215613bd4575f5ffd5b6127da82613526565b81835281816020850137505f602082840101525f6020601f19601f840116840101905092915050565b6001600160a01b0384168152604060208201525f613c28604083018486613bdd565b95945050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b8082018082111561071f5761071f613b2e565b6001600160a01b03891681526001600160a01b03881660208201528660408201528560608201528460808201528360a082015260e060c08201525f613cba60e083018486613bdd565b9a9950505050505050505050565b65ffffffffffff828116828216039081111561071f5761071f613b2e566080604052348015600e575f5ffd5b5060e38061001b5f395ff3fe6080604052348015600e575f5ffd5b50600436106026575f3560e01c8063067da0d614602a575b5f5ffd5b603960353660046051565b603b565b005b604051818382375f5f83835f885af15050505050565b5f5f5f604084860312156062575f5ffd5b833573ffffffffffffffffffffffffffffffffffffffff811681146084575f5ffd5b9250602084013567ffffffffffffffff811115609e575f5ffd5b8401601f8101861360ad575f5ffd5b803567ffffffffffffffff81111560c2575f5ffd5b86602082840101111560d2575f5ffd5b93966020919091019550929350505056";
