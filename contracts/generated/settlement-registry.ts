// Generated from src/SettlementRegistry.sol by `pnpm --filter @usance/contracts run generate`. Do not edit.

export const settlementRegistryAbi = [
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
        "name": "settler",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "pauser",
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
    "name": "MAX_AMOUNT",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
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
    "name": "SETTLER_ROLE",
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
    "name": "VERSION",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
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
    "name": "proves",
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
        "name": "operator",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "proven",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "recordHashOf",
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
        "name": "operator",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "recordHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "pure"
  },
  {
    "type": "function",
    "name": "recordOf",
    "inputs": [
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "recordHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "recordSettlement",
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
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
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
    "name": "SettlementRecorded",
    "inputs": [
      {
        "name": "referenceHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "payer",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "merchant",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      },
      {
        "name": "token",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      },
      {
        "name": "amount",
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
    "name": "InvalidReference",
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
    "name": "SettlementExpired",
    "inputs": [
      {
        "name": "validUntil",
        "type": "uint64",
        "internalType": "uint64"
      }
    ]
  }
] as const;

/** Creation bytecode: append the ABI-encoded constructor arguments to deploy. */
export const settlementRegistryBytecode: `0x${string}` =
  "0x608060405234801561000f575f5ffd5b50604051611bd4380380611bd483398101604081905261002e91610254565b83836001600160a01b03811661005d57604051636116401160e11b81525f600482015260240160405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff8516021790556100865f82610123565b5050506001600160a01b03821615806100a657506001600160a01b038116155b156100c45760405163e6c4247b60e01b815260040160405180910390fd5b6100ee7f6666bf5bfee463d10a7fc50448047f8a53b7762d7e28fbc5c643182785f3fd3f83610123565b506101197f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a82610123565b50505050506102b1565b5f8261017f575f61013c6002546001600160a01b031690565b6001600160a01b03161461016357604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b6101898383610192565b90505b92915050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610232575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556101ea3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161018c565b505f61018c565b80516001600160a01b038116811461024f575f5ffd5b919050565b5f5f5f5f60808587031215610267575f5ffd5b845165ffffffffffff8116811461027c575f5ffd5b935061028a60208601610239565b925061029860408601610239565b91506102a660608601610239565b905092959194509250565b611916806102be5f395ff3fe608060405234801561000f575f5ffd5b50600436106101c6575f3560e01c806384ef8ffc116100fe578063cf6eefb71161009e578063d602b9fd1161006e578063d602b9fd146104bc578063e63ab1e9146104c4578063f1dcbd24146104eb578063ffa1ad7414610575575f5ffd5b8063cf6eefb71461042b578063d1c60a3a14610477578063d40dc87014610496578063d547741f146104a9575f5ffd5b8063a1eda53c116100d9578063a1eda53c146103ed578063a217fddf14610414578063cc8463c81461041b578063cefc142914610423575f5ffd5b806384ef8ffc146103635780638da5cb5b146103a257806391d14854146103aa575f5ffd5b806336568abe11610169578063634e93da11610144578063634e93da1461030e578063649a5ec7146103215780637445e85c146103345780638456cb591461035b575f5ffd5b806336568abe146102e85780633f4ba83a146102fb5780635c975abb14610303575f5ffd5b80630b572485116101a45780630b572485146102185780631fa9e8ee146102a0578063248a9ca3146102b35780632f2ff15d146102d5575f5ffd5b806301ffc9a7146101ca578063022d63fb146101f25780630aa6220b1461020e575b5f5ffd5b6101dd6101d83660046116df565b61057d565b60405190151581526020015b60405180910390f35b620697805b60405165ffffffffffff90911681526020016101e9565b6102166105d8565b005b610292610226366004611746565b604080516020808201999099528082019790975273ffffffffffffffffffffffffffffffffffffffff9586166060880152938516608087015291841660a086015260c085015290911660e080840191909152815180840390910181526101009092019052805191012090565b6040519081526020016101e9565b6102166102ae3660046117b2565b6105ed565b6102926102c136600461182e565b5f9081526020819052604090206001015490565b6102166102e3366004611845565b6108bd565b6102166102f6366004611845565b610902565b610216610a07565b60035460ff166101dd565b61021661031c36600461186f565b610a19565b61021661032f366004611888565b610a2c565b6102927f6666bf5bfee463d10a7fc50448047f8a53b7762d7e28fbc5c643182785f3fd3f81565b610216610a3f565b60025473ffffffffffffffffffffffffffffffffffffffff165b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016101e9565b61037d610a71565b6101dd6103b8366004611845565b5f9182526020828152604080842073ffffffffffffffffffffffffffffffffffffffff93909316845291905290205460ff1690565b6103f5610a96565b6040805165ffffffffffff9384168152929091166020830152016101e9565b6102925f81565b6101f7610b10565b610216610bad565b6001546040805173ffffffffffffffffffffffffffffffffffffffff831681527401000000000000000000000000000000000000000090920465ffffffffffff166020830152016101e9565b61029261048536600461182e565b60046020525f908152604090205481565b6102926bffffffffffffffffffffffff81565b6102166104b7366004611845565b610c09565b610216610c4a565b6102927f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a81565b6101dd6104f9366004611746565b6040805160208082019990995280820188905273ffffffffffffffffffffffffffffffffffffffff9687166060820152948616608086015292851660a085015260c084019190915290921660e0808301919091528251808303909101815261010090910182528051908401205f92835260049093529020541490565b610292600281565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f314987860000000000000000000000000000000000000000000000000000000014806105d257506105d282610c5c565b92915050565b5f6105e281610cf2565b6105ea610cfc565b50565b7f6666bf5bfee463d10a7fc50448047f8a53b7762d7e28fbc5c643182785f3fd3f61061781610cf2565b61061f610d08565b87158061062a575086155b15610661576040517f5f41ff9200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b73ffffffffffffffffffffffffffffffffffffffff86161580610698575073ffffffffffffffffffffffffffffffffffffffff8516155b156106cf576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6bffffffffffffffffffffffff83111561072f576040517f7f162703000000000000000000000000000000000000000000000000000000008152600481018490526bffffffffffffffffffffffff60248201526044015b60405180910390fd5b5f87815260046020526040902054801561077f576040517f786bed570000000000000000000000000000000000000000000000000000000081526004810189905260248101829052604401610726565b8267ffffffffffffffff164211156107cf576040517fb235f7cd00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff84166004820152602401610726565b6040805160208082018c90528183018b905273ffffffffffffffffffffffffffffffffffffffff808b166060840152808a166080840152881660a083015260c082018790523360e0808401919091528351808403909101815261010090920190925280519101205f8981526004602090815260409182902092909255805173ffffffffffffffffffffffffffffffffffffffff8981168252888116938201939093529081018690523360608201529088169089908b907f47fd82c041567ea613953656acfdf02e0fbac089739b23d5d9e2b754d123b8209060800160405180910390a4505050505050505050565b816108f4576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6108fe8282610d45565b5050565b8115801561092a575060025473ffffffffffffffffffffffffffffffffffffffff8281169116145b156109fd5760015473ffffffffffffffffffffffffffffffffffffffff81169074010000000000000000000000000000000000000000900465ffffffffffff168115158061097e575065ffffffffffff8116155b8061099157504265ffffffffffff821610155b156109d2576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff82166004820152602401610726565b5050600180547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b6108fe8282610d6f565b5f610a1181610cf2565b6105ea610dcd565b5f610a2381610cf2565b6108fe82610e4a565b5f610a3681610cf2565b6108fe82610ec9565b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a610a6981610cf2565b6105ea610f38565b5f610a9160025473ffffffffffffffffffffffffffffffffffffffff1690565b905090565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015158015610ad857504265ffffffffffff821610155b610ae3575f5f610b08565b60025474010000000000000000000000000000000000000000900465ffffffffffff16815b915091509091565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015158015610b5157504265ffffffffffff8216105b610b83576001547a010000000000000000000000000000000000000000000000000000900465ffffffffffff16610ba7565b60025474010000000000000000000000000000000000000000900465ffffffffffff165b91505090565b60015473ffffffffffffffffffffffffffffffffffffffff16338114610c01576040517fc22c8022000000000000000000000000000000000000000000000000000000008152336004820152602401610726565b6105ea610f93565b81610c40576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6108fe8282611084565b5f610c5481610cf2565b6105ea6110a8565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f7965db0b0000000000000000000000000000000000000000000000000000000014806105d257507f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316146105d2565b6105ea81336110b2565b610d065f5f611137565b565b60035460ff1615610d06576040517fd93c066500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f82815260208190526040902060010154610d5f81610cf2565b610d698383611290565b50505050565b73ffffffffffffffffffffffffffffffffffffffff81163314610dbe576040517f6697b23200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610dc88282611355565b505050565b610dd56113b6565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200160405180910390a1565b5f610e53610b10565b610e5c426113f2565b610e6691906118da565b9050610e728282611441565b60405165ffffffffffff8216815273ffffffffffffffffffffffffffffffffffffffff8316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200160405180910390a25050565b5f610ed3826114dc565b610edc426113f2565b610ee691906118da565b9050610ef28282611137565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b610f40610d08565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258610e203390565b60015473ffffffffffffffffffffffffffffffffffffffff81169074010000000000000000000000000000000000000000900465ffffffffffff16801580610fe357504265ffffffffffff821610155b15611024576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff82166004820152602401610726565b61104c5f61104760025473ffffffffffffffffffffffffffffffffffffffff1690565b611355565b506110575f83611290565b5050600180547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f8281526020819052604090206001015461109e81610cf2565b610d698383611355565b610d065f5f611441565b5f8281526020818152604080832073ffffffffffffffffffffffffffffffffffffffff8516845290915290205460ff166108fe576040517fe2517d3f00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8216600482015260248101839052604401610726565b6002547a010000000000000000000000000000000000000000000000000000900465ffffffffffff16801561120b574265ffffffffffff821610156111e2576002546001805479ffffffffffffffffffffffffffffffffffffffffffffffffffff167401000000000000000000000000000000000000000090920465ffffffffffff167a0100000000000000000000000000000000000000000000000000000291909117905561120b565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b506002805473ffffffffffffffffffffffffffffffffffffffff167401000000000000000000000000000000000000000065ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff16177a0100000000000000000000000000000000000000000000000000009290931691909102919091179055565b5f82611344575f6112b660025473ffffffffffffffffffffffffffffffffffffffff1690565b73ffffffffffffffffffffffffffffffffffffffff1614611303576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600280547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff84161790555b61134e838361152d565b9392505050565b5f8215801561137e575060025473ffffffffffffffffffffffffffffffffffffffff8381169116145b156113ac57600280547fffffffffffffffffffffffff00000000000000000000000000000000000000001690555b61134e8383611626565b60035460ff16610d06576040517f8dfc202b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f65ffffffffffff82111561143d576040517f6dfcc6500000000000000000000000000000000000000000000000000000000081526030600482015260248101839052604401610726565b5090565b600180547401000000000000000000000000000000000000000065ffffffffffff84811682027fffffffffffff0000000000000000000000000000000000000000000000000000841673ffffffffffffffffffffffffffffffffffffffff881617179093559004168015610dc8576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b5f5f6114e6610b10565b90508065ffffffffffff168365ffffffffffff161161150e5761150983826118f8565b61134e565b61134e65ffffffffffff8416620697805f82821882841002821861134e565b5f8281526020818152604080832073ffffffffffffffffffffffffffffffffffffffff8516845290915281205460ff1661161f575f8381526020818152604080832073ffffffffffffffffffffffffffffffffffffffff86168452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556115bd3390565b73ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016105d2565b505f6105d2565b5f8281526020818152604080832073ffffffffffffffffffffffffffffffffffffffff8516845290915281205460ff161561161f575f8381526020818152604080832073ffffffffffffffffffffffffffffffffffffffff8616808552925280832080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a45060016105d2565b5f602082840312156116ef575f5ffd5b81357fffffffff000000000000000000000000000000000000000000000000000000008116811461134e575f5ffd5b803573ffffffffffffffffffffffffffffffffffffffff81168114611741575f5ffd5b919050565b5f5f5f5f5f5f5f60e0888a03121561175c575f5ffd5b87359650602088013595506117736040890161171e565b94506117816060890161171e565b935061178f6080890161171e565b925060a088013591506117a460c0890161171e565b905092959891949750929550565b5f5f5f5f5f5f5f60e0888a0312156117c8575f5ffd5b87359650602088013595506117df6040890161171e565b94506117ed6060890161171e565b93506117fb6080890161171e565b925060a0880135915060c088013567ffffffffffffffff8116811461181e575f5ffd5b8091505092959891949750929550565b5f6020828403121561183e575f5ffd5b5035919050565b5f5f60408385031215611856575f5ffd5b823591506118666020840161171e565b90509250929050565b5f6020828403121561187f575f5ffd5b61134e8261171e565b5f60208284031215611898575f5ffd5b813565ffffffffffff8116811461134e575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b65ffffffffffff81811683821601908111156105d2576105d26118ad565b65ffffffffffff82811682821603908111156105d2576105d26118ad56";
