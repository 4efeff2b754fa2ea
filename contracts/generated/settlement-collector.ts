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
  "0x6101a0604052348015610010575f5ffd5b5060405161475938038061475983398101604081905261002f91610518565b604080518082018252601b81527f5573616e636520536574746c656d656e7420436f6c6c6563746f720000000000602080830191909152825180840190935260018352601960f91b908301529087876001600160a01b0381166100ac57604051636116401160e11b81525f60048201526024015b60405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff8516021790556100d55f82610283565b5050506100e7826102f260201b60201c565b610120526100f4816102f2565b61014052815160208084019190912060e052815190820120610100524660a05261018060e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c0526001600160a01b03841615806101a657506001600160a01b038316155b806101b857506001600160a01b038216155b156101d65760405163e6c4247b60e01b815260040160405180910390fd5b6102007f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b92985610283565b5061022b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a84610283565b506001600160a01b03821661016052604051610246906104f5565b604051809103905ff08015801561025f573d5f5f3e3d5ffd5b506001600160a01b03166101805261027881600161032f565b505050505050610600565b5f826102df575f61029c6002546001600160a01b031690565b6001600160a01b0316146102c357604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b6102e983836103c6565b90505b92915050565b5f5f829050601f8151111561031c578260405163305a27a960e01b81526004016100a391906105a5565b8051610327826105da565b179392505050565b6001600160a01b0382166103565760405163e6c4247b60e01b815260040160405180910390fd5b80610361575f61036a565b61036a8261046d565b6001600160a01b0383165f81815260066020526040908190209290925590517f9a8e30a8658b96ab3f034ce4bac6806278b4aee5880ccdd1ac35e4ed5bb31d23906103ba90841515815260200190565b60405180910390a25050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610466575f838152602081815260408083206001600160a01b03861684529091529020805460ff1916600117905561041e3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016102ec565b505f6102ec565b6040805160048152602481019091526020810180516001600160e01b03908116633644e51560e01b179091525f91829182916104ac918691906104d116565b915091508180156104bc57508015155b6104c75760016104c9565b805b949350505050565b5f5f60205f8451602086018761c350fa601f3d1181169250505f5190509250929050565b60fe8061465b83390190565b6001600160a01b0381168114610515575f5ffd5b50565b5f5f5f5f5f5f60c0878903121561052d575f5ffd5b865165ffffffffffff81168114610542575f5ffd5b602088015190965061055381610501565b604088015190955061056481610501565b606088015190945061057581610501565b608088015190935061058681610501565b60a088015190925061059781610501565b809150509295509295509295565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b805160208083015191908110156105fa575f198160200360031b1b821691505b50919050565b60805160a05160c05160e0516101005161012051610140516101605161018051613fda6106815f395f818161033d0152611ddc01525f818161041501528181610e630152818161181f01526120c401525f61223d01525f61221201525f6131b101525f61318901525f6130e401525f61310e01525f6131380152613fda5ff3fe608060405234801561000f575f5ffd5b5060043610610269575f3560e01c806384b0196e11610157578063cc8463c8116100d2578063e63ab1e911610088578063f5b541a61161006e578063f5b541a61461066e578063f9eaee0d14610695578063ff2a52b1146106bf575f5ffd5b8063e63ab1e914610634578063eb07a3e91461065b575f5ffd5b8063cf6eefb7116100b8578063cf6eefb7146105da578063d547741f14610619578063d602b9fd1461062c575f5ffd5b8063cc8463c8146105ca578063cefc1429146105d2575f5ffd5b806391d1485411610127578063a217fddf1161010d578063a217fddf146104e3578063a7acfdd3146104ea578063a97ccced146104fd575f5ffd5b806391d1485414610486578063a1eda53c146104bc575f5ffd5b806384b0196e1461043f57806384ef8ffc1461045a5780638da5cb5b1461046b5780638ea022fe14610473575f5ffd5b806336568abe116101e7578063635d3c91116101b75780637845a2131161019d5780637845a213146103e95780637b103999146104105780638456cb5914610437575f5ffd5b8063635d3c91146103c3578063649a5ec7146103d6575f5ffd5b806336568abe1461038a5780633f4ba83a1461039d5780635c975abb146103a5578063634e93da146103b0575f5ffd5b806315f690121161023c578063248a9ca311610222578063248a9ca3146103165780632a5d695d146103385780632f2ff15d14610377575f5ffd5b806315f69012146102f057806322ede30c14610303575f5ffd5b806301ffc9a71461026d578063022d63fb146102955780630aa6220b146102b15780631535ccea146102bb575b5f5ffd5b61028061027b3660046136c1565b6106d2565b60405190151581526020015b60405180910390f35b620697805b60405165ffffffffffff909116815260200161028c565b6102b961072d565b005b6102e27f1434a5f1df306c73426749a58a6b9fa65ce6c8897c84d21a734d7d9e9efc417e81565b60405190815260200161028c565b6102b96102fe36600461371b565b610742565b6102b9610311366004613754565b61075b565b6102e26103243660046137c9565b5f9081526020819052604090206001015490565b61035f7f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b03909116815260200161028c565b6102b96103853660046137e0565b610954565b6102b96103983660046137e0565b610999565b6102b9610a84565b60035460ff16610280565b6102b96103be36600461380a565b610a96565b6102b96103d1366004613895565b610aa9565b6102b96103e4366004613914565b610d81565b6102e27f7fe110f8089ed60dd026bfb5446939c66c1c5344ae0f0e4ae5606cc78f9de03d81565b61035f7f000000000000000000000000000000000000000000000000000000000000000081565b6102b9610d94565b610447610dc6565b60405161028c9796959493929190613967565b6002546001600160a01b031661035f565b61035f610e24565b6102e2610481366004613a19565b610e3c565b6102806104943660046137e0565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b6104c4610eb0565b6040805165ffffffffffff93841681529290911660208301520161028c565b6102e25f81565b6102b96104f8366004613a33565b610f2a565b61058c61050b3660046137c9565b604080518082019091525f8082526020820152505f908152600760209081526040918290208251808401909352547effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff811683527f0100000000000000000000000000000000000000000000000000000000000000900460ff1615159082015290565b6040805182517effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1681526020928301511515928101929092520161028c565b61029a611101565b6102b961119e565b600154604080516001600160a01b03831681527401000000000000000000000000000000000000000090920465ffffffffffff1660208301520161028c565b6102b96106273660046137e0565b6111ed565b6102b961122e565b6102e27f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a81565b6102b9610669366004613a19565b611240565b6102e27f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b92981565b6102806106a336600461380a565b6001600160a01b03165f90815260066020526040902054151590565b6102e26106cd366004613a19565b6113c4565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f314987860000000000000000000000000000000000000000000000000000000014806107275750610727826113fb565b92915050565b5f61073781611491565b61073f61149b565b50565b5f61074c81611491565b61075683836114a7565b505050565b7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b92961078581611491565b61078d611557565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156107e6576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5b8381101561094d57365f86868481811061080457610804613a9a565b90506020028101906108169190613ac7565b9092509050604481108061088157507f635d3c910000000000000000000000000000000000000000000000000000000061085360045f8486613b28565b61085c91613b4f565b7fffffffff000000000000000000000000000000000000000000000000000000001614155b156108c0576040517f042218b6000000000000000000000000000000000000000000000000000000008152600481018490526024015b60405180910390fd5b5f5f6108cd848489611594565b915091508161093d576108e4604460248587613b28565b6108ed91613bb5565b7f8357ac8f6d80024d3f01a2cbbb81d46373330527532d41ea7c783730e38fb72d61091c602460048789613b28565b61092591613bb5565b83604051610934929190613bf1565b60405180910390a25b5050600190920191506107e89050565b5050505050565b8161098b576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6109958282611662565b5050565b811580156109b457506002546001600160a01b038281169116145b15610a7a576001546001600160a01b0381169074010000000000000000000000000000000000000000900465ffffffffffff16811515806109fb575065ffffffffffff8116155b80610a0e57504265ffffffffffff821610155b15610a4f576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff821660048201526024016108b7565b5050600180547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b610995828261168c565b5f610a8e81611491565b61073f6116d8565b5f610aa081611491565b61099582611748565b7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b929610ad381611491565b610adb611557565b610ae36117b3565b6040805160e08101825289815260208082018a90525f92820190610b099088018861380a565b6001600160a01b03168152602001866020016020810190610b2a919061380a565b6001600160a01b03168152602001610b48608088016060890161380a565b6001600160a01b031681526020018881526020018767ffffffffffffffff168152509050610b75816117e8565b5f610b7f866113c4565b9050610b8c86828a611b11565b610b9582611c69565b365f610bae610ba760208a018a61380a565b8888611d6c565b90925090505f610bc460808a0160608b0161380a565b6001600160a01b031663dd62ed3e610bdf60208c018c61380a565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b1681526001600160a01b039091166004820152306024820152604401602060405180830381865afa158015610c3f573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610c639190613c09565b90508a811015610ca9576040517fb7f077b900000000000000000000000000000000000000000000000000000000815260048101829052602481018c90526044016108b7565b610cc1610cb960208b018b61380a565b858585611e4e565b610cf7576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f610d038a868e611ec4565b9050610d0e86611f5d565b610d1786612036565b8960400135858f7f8c693df583cf50a131378ef560da33f811ecd96e08068ad5a20d8c4b9b4e2aa88433604051610d619291909182526001600160a01b0316602082015260400190565b60405180910390a4505050505050610d77612117565b5050505050505050565b5f610d8b81611491565b61099582612141565b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a610dbe81611491565b61073f6121b0565b5f6060805f5f5f6060610dd761220b565b610ddf612236565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b5f610e376002546001600160a01b031690565b905090565b5f6107277f7fe110f8089ed60dd026bfb5446939c66c1c5344ae0f0e4ae5606cc78f9de03d7f000000000000000000000000000000000000000000000000000000000000000084604051602001610e9593929190613c20565b60405160208183030381529060405280519060200120612261565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015158015610ef257504265ffffffffffff821610155b610efd575f5f610f22565b60025474010000000000000000000000000000000000000000900465ffffffffffff16815b915091509091565b7f97667070c54ef182b0f5858b034beac1b6f3089aa2d3188bb1e8929f4fa9b929610f5481611491565b610f5c611557565b610f646117b3565b5f610f7436889003880188613cca565b9050610f7f816117e8565b610f8881611c69565b5f610f9288610e3c565b90505f610fa560608a0160408b0161380a565b6040516001600160a01b0390911660248201526044810183905260640160408051601f198184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fe94a010200000000000000000000000000000000000000000000000000000000179052905061103561102f60a08b0160808c0161380a565b826122a8565b1561106f576040517f232555ae000000000000000000000000000000000000000000000000000000008152600481018390526024016108b7565b365f61108b61108460608d0160408e0161380a565b8989611d6c565b9150915061109d8b8b8b8786866122ce565b6110ab8b8b8b8786866124bc565b6110b485612036565b60405133815284908c35907f9034a058d7cea41d7f2e7caf0f7c2e6b4e54ffa1067bb4120ef61821d21ef2349060200160405180910390a350505050506110f9612117565b505050505050565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff16801515801561114257504265ffffffffffff8216105b611174576001547a010000000000000000000000000000000000000000000000000000900465ffffffffffff16611198565b60025474010000000000000000000000000000000000000000900465ffffffffffff165b91505090565b6001546001600160a01b03163381146111e5576040517fc22c80220000000000000000000000000000000000000000000000000000000081523360048201526024016108b7565b61073f6126dd565b81611224576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61099582826127b4565b5f61123881611491565b61073f6127d8565b61124d602082018261380a565b6001600160a01b0316336001600160a01b0316146112b85733611273602083018361380a565b6040517f425eba300000000000000000000000000000000000000000000000000000000081526001600160a01b039283166004820152911660248201526044016108b7565b5f6112c2826113c4565b5f8181526007602052604090208054919250907f0100000000000000000000000000000000000000000000000000000000000000900460ff1615611335576040517f4a1c3e16000000000000000000000000000000000000000000000000000000008152600481018390526024016108b7565b80547effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f0100000000000000000000000000000000000000000000000000000000000000178155611389602084018461380a565b6001600160a01b0316827f1a951061a4c1c6e97dda55aa21cf47ba50e89c09c6fbcd0bd1951fc1230f797d60405160405180910390a3505050565b5f6107277f1434a5f1df306c73426749a58a6b9fa65ce6c8897c84d21a734d7d9e9efc417e83604051602001610e95929190613d8b565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f7965db0b00000000000000000000000000000000000000000000000000000000148061072757507f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff00000000000000000000000000000000000000000000000000000000831614610727565b61073f81336127e2565b6114a55f5f61284d565b565b6001600160a01b0382166114e7576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b806114f2575f6114fb565b6114fb82612999565b6001600160a01b0383165f81815260066020526040908190209290925590517f9a8e30a8658b96ab3f034ce4bac6806278b4aee5880ccdd1ac35e4ed5bb31d239061154b90841515815260200190565b60405180910390a25050565b60035460ff16156114a5576040517fd93c066500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6040515f90606090848682375f5a90506115af604082613e58565b6115b99082613e90565b905061271081116115ca575f6115d6565b6115d661271082613e90565b90508481101561161c576040517f23e228cb00000000000000000000000000000000000000000000000000000000815260048101829052602481018690526044016108b7565b5f5f87843089f493506060925083611658573d61010481111561163e57506101045b829350808452805f602086013e8301603f01601f19166040525b5050935093915050565b5f8281526020819052604090206001015461167c81611491565b6116868383612a23565b50505050565b6001600160a01b03811633146116ce576040517f6697b23200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6107568282612aba565b6116e0612b0e565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b5f611751611101565b61175a42612b4a565b6117649190613ea3565b90506117708282612b99565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200161154b565b6117bb612c27565b6114a560017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b90612c80565b60208101516040517fd1c60a3a0000000000000000000000000000000000000000000000000000000081525f916001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000169163d1c60a3a916118569160040190815260200190565b602060405180830381865afa158015611871573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906118959190613c09565b905080156118df5760208201516040517f786bed570000000000000000000000000000000000000000000000000000000081526004810191909152602481018290526044016108b7565b8160c0015167ffffffffffffffff164211156119395760c08201516040517fb235f7cd00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201526024016108b7565b8151158061194957506020820151155b15611980576040517f5f41ff9200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60408201516001600160a01b031615806119a5575060608201516001600160a01b0316155b156119dc576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608201516001600160a01b0316301480611a10575081604001516001600160a01b031682606001516001600160a01b0316145b15611a47576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60a08201516bffffffffffffffffffffffff1015611aac5760a08201516040517f7f16270300000000000000000000000000000000000000000000000000000000815260048101919091526bffffffffffffffffffffffff60248201526044016108b7565b60808201516001600160a01b03165f9081526006602052604081205490036109955760808201516040517f94403b700000000000000000000000000000000000000000000000000000000081526001600160a01b0390911660048201526024016108b7565b5f82815260076020526040902080547f0100000000000000000000000000000000000000000000000000000000000000900460ff1615611b80576040517f4a1c3e16000000000000000000000000000000000000000000000000000000008152600481018490526024016108b7565b611b9060c0850160a08601613ec1565b67ffffffffffffffff16421115611bf057611bb160c0850160a08601613ec1565b6040517f0efa54eb00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201526024016108b7565b80545f90611c23907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff166080870135613e90565b90508083111561094d576040517ff480e28500000000000000000000000000000000000000000000000000000000815260048101849052602481018290526044016108b7565b608081015160408083015190517f70a082310000000000000000000000000000000000000000000000000000000081526001600160a01b0391821660048201525f9291909116906370a0823190602401602060405180830381865afa158015611cd4573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611cf89190613c09565b90508160a00151811015611d485760a08201516040517f367ed1bc0000000000000000000000000000000000000000000000000000000081526108b7918391600401918252602082015260400190565b611d5a82608001518360400151612c87565b61099582608001518360600151612c87565b365f5f365f611d7b8787612d41565b9098509650919450925090506001600160a01b03831615801590611da757506001600160a01b0388163b155b15611e43576040517f067da0d60000000000000000000000000000000000000000000000000000000081526001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000169063067da0d690611e1590869086908690600401613f03565b5f604051808303815f87803b158015611e2c575f5ffd5b505af1158015611e3e573d5f5f3e3d5ffd5b505050505b505050935093915050565b5f846001600160a01b03163b5f03611ead575f5f611e6d868686612e64565b5090925090505f816003811115611e8657611e86613f25565b148015611ea45750866001600160a01b0316826001600160a01b0316145b92505050611ebc565b611eb985858585612eab565b90505b949350505050565b5f611ed0848484611b11565b5f8381526007602052604090208054611f0b9084907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff16613f52565b81547fff00000000000000000000000000000000000000000000000000000000000000167effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff821617909155949350505050565b608081015160608201516040517f70a082310000000000000000000000000000000000000000000000000000000081526001600160a01b0391821660048201525f918316906370a0823190602401602060405180830381865afa158015611fc6573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611fea9190613c09565b9050612018836040015184606001518560a00151856001600160a01b0316612f2e909392919063ffffffff16565b6107568284606001518560a00151846120319190613f52565b612f7d565b805160208201516040808401516060850151608086015160a087015160c088015194517f1fa9e8ee000000000000000000000000000000000000000000000000000000008152600481019790975260248701959095526001600160a01b03928316604487015290821660648601528116608485015260a484019290925267ffffffffffffffff1660c48301527f00000000000000000000000000000000000000000000000000000000000000001690631fa9e8ee9060e4015f604051808303815f87803b158015612105575f5ffd5b505af115801561094d573d5f5f3e3d5ffd5b6114a55f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f006117e2565b5f61214b82613054565b61215442612b4a565b61215e9190613ea3565b905061216a828261284d565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b6121b8611557565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a25861172b3390565b6060610e377f000000000000000000000000000000000000000000000000000000000000000061309b565b6060610e377f000000000000000000000000000000000000000000000000000000000000000061309b565b5f61072761226d6130d8565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f5f5f6122b58585613201565b915091508180156122c557508015155b95945050505050565b5f6006816122e260a08a0160808b0161380a565b6001600160a01b0316815260208101919091526040015f205490507fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff810161232a57506110f9565b5f7fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de861235c60608a0160408b0161380a565b6040805160208101939093526001600160a01b039091169082015230606082015260a0808a01356080830152810188905260c0810187905260e08101869052610100016040516020818303038152906040528051906020012090505f6123f783836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b90505f612405828787612e64565b5090915061241b905060608b0160408c0161380a565b6001600160a01b0316816001600160a01b03161480612452575061244560608b0160408c0161380a565b6001600160a01b03163b15155b1561246057505050506110f9565b8361247961247460a08d0160808e0161380a565b612999565b036124b0576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50505050505050505050565b5f6124cd60a088016080890161380a565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201529091505f906001600160a01b038316906370a0823190602401602060405180830381865afa15801561252d573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906125519190613c09565b905061256360a0890160808a0161380a565b6001600160a01b03166388b7ab6361258160608b0160408c0161380a565b308b60a001358b8b8b8b8b6040518963ffffffff1660e01b81526004016125af989796959493929190613f65565b5f604051808303815f87803b1580156125c6575f5ffd5b505af11580156125d8573d5f5f3e3d5ffd5b505f925050506001600160a01b0383166370a082316125fd60808c0160608d0161380a565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b1681526001600160a01b039091166004820152602401602060405180830381865afa158015612657573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061267b9190613c09565b90506126a561269060808b0160608c0161380a565b6001600160a01b0385169060a08c0135613225565b6126c7836126b960808c0160608d0161380a565b61203160a08d013585613f52565b6126d2833084612f7d565b505050505050505050565b6001546001600160a01b0381169074010000000000000000000000000000000000000000900465ffffffffffff1680158061272057504265ffffffffffff821610155b15612761576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff821660048201526024016108b7565b61277c5f6127776002546001600160a01b031690565b612aba565b506127875f83612a23565b5050600180547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f828152602081905260409020600101546127ce81611491565b6116868383612aba565b6114a55f5f612b99565b5f828152602081815260408083206001600160a01b038516845290915290205460ff16610995576040517fe2517d3f0000000000000000000000000000000000000000000000000000000081526001600160a01b0382166004820152602481018390526044016108b7565b6002547a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015612921574265ffffffffffff821610156128f8576002546001805479ffffffffffffffffffffffffffffffffffffffffffffffffffff167401000000000000000000000000000000000000000090920465ffffffffffff167a01000000000000000000000000000000000000000000000000000002919091179055612921565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600280546001600160a01b03167401000000000000000000000000000000000000000065ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff16177a0100000000000000000000000000000000000000000000000000009290931691909102919091179055565b6040805160048152602481019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f3644e515000000000000000000000000000000000000000000000000000000001790525f9081908190612a01908590613201565b91509150818015612a1157508015155b612a1c576001611ebc565b9392505050565b5f82612ab0575f612a3c6002546001600160a01b031690565b6001600160a01b031614612a7c576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600280547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0384161790555b612a1c8383613273565b5f82158015612ad657506002546001600160a01b038381169116145b15612b0457600280547fffffffffffffffffffffffff00000000000000000000000000000000000000001690555b612a1c8383613338565b60035460ff166114a5576040517f8dfc202b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f65ffffffffffff821115612b95576040517f6dfcc65000000000000000000000000000000000000000000000000000000000815260306004820152602481018390526044016108b7565b5090565b600180547401000000000000000000000000000000000000000065ffffffffffff84811682027fffffffffffff000000000000000000000000000000000000000000000000000084166001600160a01b03881617179093559004168015610756576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156114a5576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b6040516001600160a01b0382166024820152612cff90839060440160408051601f198184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167ffe575a87000000000000000000000000000000000000000000000000000000001790526122a8565b15610995576040517f571f7b490000000000000000000000000000000000000000000000000000000081526001600160a01b03821660048201526024016108b7565b5f36818181612d528180888a613b28565b909450925086915085905060a0811080612dac57507f64926492649264926492649264926492649264926492649264926492649264928787612d95602082613e90565b612da0928290613b28565b612da991613bb5565b14155b612e5a57365f888189612dc0602082613e90565b92612dcd93929190613b28565b90925090505f612de06020828486613b28565b612de991613bb5565b90505f3681612dfa868660206133d7565b9250925092505f365f612e0f898960406133d7565b925092509250858015612e1f5750825b8015612e3257506001600160a01b038711155b15612e5057959c50929a50909850909650919450612e5a9350505050565b5050505050505050505b9295509295909350565b5f80806041849003612e98578435602086013560408701355f1a612e8a898285856134a9565b955095509550505050612ea2565b505f915060029050825b93509350939050565b604080517f1626ba7e00000000000000000000000000000000000000000000000000000000808252600482018690526024820192909252604481018390525f91908390818660648301375f82606483010152601f820160051c60051b915060205f60648401838b5afa9050825f5114601f3d111681169350505050949350505050565b612f3c848484846001613571565b611686576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024016108b7565b6040517f70a082310000000000000000000000000000000000000000000000000000000081526001600160a01b0383811660048301525f91908516906370a0823190602401602060405180830381865afa158015612fdd573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906130019190613c09565b9050818114611686576040517eed1ed70000000000000000000000000000000000000000000000000000000081526001600160a01b038416600482015260248101829052604481018390526064016108b7565b5f5f61305e611101565b90508065ffffffffffff168365ffffffffffff1611613086576130818382613fbc565b612a1c565b612a1c65ffffffffffff8416620697806135f7565b60605f6130a783613606565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f306001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001614801561313057507f000000000000000000000000000000000000000000000000000000000000000046145b1561315a57507f000000000000000000000000000000000000000000000000000000000000000090565b610e37604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b5f5f60205f8451602086018761c350fa601f3d1181169250505f5190509250929050565b6132328383836001613646565b610756576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016108b7565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16613331575f838152602081815260408083206001600160a01b0386168452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556132e93390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610727565b505f610727565b5f828152602081815260408083206001600160a01b038516845290915281205460ff1615613331575f838152602081815260408083206001600160a01b038616808552925280832080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a4506001610727565b5f36816133e681808789613b28565b90925090505f8685876133fa826020613f52565b9261340793929190613b28565b61341091613bb5565b905061341d602087613e90565b81111561342d575f935050612ea2565b5f87828861343c826020613f52565b9261344993929190613b28565b61345291613bb5565b905061345f602083613f52565b915061346b8288613e90565b81111561347c575f94505050612ea2565b600188838961348b8583613f52565b9261349893929190613b28565b945094509450505093509350939050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156134e257505f91506003905082613567565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613533573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661355e57505f925060019150829050613567565b92505f91508190505b9450945094915050565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038781166004528616602452604485905291602083606481808c5af1925060015f511483166135e65783831516156135da573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b5f828218828410028218612a1c565b5f60ff8216601f811115610727576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f511483166136b55783831516156136a9573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f602082840312156136d1575f5ffd5b81357fffffffff0000000000000000000000000000000000000000000000000000000081168114612a1c575f5ffd5b80356001600160a01b0381168114613716575f5ffd5b919050565b5f5f6040838503121561372c575f5ffd5b61373583613700565b915060208301358015158114613749575f5ffd5b809150509250929050565b5f5f5f60408486031215613766575f5ffd5b833567ffffffffffffffff81111561377c575f5ffd5b8401601f8101861361378c575f5ffd5b803567ffffffffffffffff8111156137a2575f5ffd5b8660208260051b84010111156137b6575f5ffd5b6020918201979096509401359392505050565b5f602082840312156137d9575f5ffd5b5035919050565b5f5f604083850312156137f1575f5ffd5b8235915061380160208401613700565b90509250929050565b5f6020828403121561381a575f5ffd5b612a1c82613700565b803567ffffffffffffffff81168114613716575f5ffd5b5f60e0828403121561384a575f5ffd5b50919050565b5f5f83601f840112613860575f5ffd5b50813567ffffffffffffffff811115613877575f5ffd5b60208301915083602082850101111561388e575f5ffd5b9250929050565b5f5f5f5f5f5f5f610180888a0312156138ac575f5ffd5b8735965060208801359550604088013594506138ca60608901613823565b93506138d98960808a0161383a565b925061016088013567ffffffffffffffff8111156138f5575f5ffd5b6139018a828b01613850565b989b979a50959850939692959293505050565b5f60208284031215613924575f5ffd5b813565ffffffffffff81168114612a1c575f5ffd5b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f6139a160e0830189613939565b82810360408401526139b38189613939565b606084018890526001600160a01b038716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015613a085783518352602093840193909201916001016139ea565b50909b9a5050505050505050505050565b5f60e08284031215613a29575f5ffd5b612a1c838361383a565b5f5f5f5f5f6101408688031215613a48575f5ffd5b613a52878761383a565b945060e08601359350610100860135925061012086013567ffffffffffffffff811115613a7d575f5ffd5b613a8988828901613850565b969995985093965092949392505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112613afa575f5ffd5b83018035915067ffffffffffffffff821115613b14575f5ffd5b60200191503681900382131561388e575f5ffd5b5f5f85851115613b36575f5ffd5b83861115613b42575f5ffd5b5050820193919092039150565b80357fffffffff000000000000000000000000000000000000000000000000000000008116906004841015613bae577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505b5092915050565b80356020831015610727577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b828152604060208201525f611ebc6040830184613939565b5f60208284031215613c19575f5ffd5b5051919050565b8381526001600160a01b03838116602080840191909152833560408085019190915290840135606084015261012083019190613c5d908501613700565b1660808301526001600160a01b03613c7760608501613700565b1660a08301526001600160a01b03613c9160808501613700565b1660c08301525f60a084013590508060e08401525067ffffffffffffffff613cbb60c08501613823565b16610100830152949350505050565b5f60e0828403128015613cdb575f5ffd5b5060405160e0810167ffffffffffffffff81118282101715613d24577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60409081528335825260208085013590830152613d42908401613700565b6040820152613d5360608401613700565b6060820152613d6460808401613700565b608082015260a08381013590820152613d7f60c08401613823565b60c08201529392505050565b82815261010081016001600160a01b03613da484613700565b1660208301526001600160a01b03613dbe60208501613700565b1660408301525f60408401359050806060840152506001600160a01b03613de760608501613700565b1660808301525f608084013590508060a08401525067ffffffffffffffff613e1160a08501613823565b1660c083810191909152929092013560e090910152919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f82613e8b577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b8181038181111561072757610727613e2b565b65ffffffffffff818116838216019081111561072757610727613e2b565b5f60208284031215613ed1575f5ffd5b612a1c82613823565b81835281816020850137505f602082840101525f6020601f19601f840116840101905092915050565b6001600160a01b0384168152604060208201525f6122c5604083018486613eda565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b8082018082111561072757610727613e2b565b6001600160a01b03891681526001600160a01b03881660208201528660408201528560608201528460808201528360a082015260e060c08201525f613fae60e083018486613eda565b9a9950505050505050505050565b65ffffffffffff828116828216039081111561072757610727613e2b566080604052348015600e575f5ffd5b5060e38061001b5f395ff3fe6080604052348015600e575f5ffd5b50600436106026575f3560e01c8063067da0d614602a575b5f5ffd5b603960353660046051565b603b565b005b604051818382375f5f83835f885af15050505050565b5f5f5f604084860312156062575f5ffd5b833573ffffffffffffffffffffffffffffffffffffffff811681146084575f5ffd5b9250602084013567ffffffffffffffff811115609e575f5ffd5b8401601f8101861360ad575f5ffd5b803567ffffffffffffffff81111560c2575f5ffd5b86602082840101111560d2575f5ffd5b93966020919091019550929350505056";
