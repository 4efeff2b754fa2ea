// Generated from src/v1/SettlementRegistryV1.sol by `pnpm --filter @usance/contracts run generate`. Do not edit.

export const settlementRegistryV1Abi = [
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
    "name": "referenceOf",
    "inputs": [
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "referenceHash",
        "type": "bytes32",
        "internalType": "bytes32"
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
    "name": "settlementOf",
    "inputs": [
      {
        "name": "referenceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "settlement",
        "type": "tuple",
        "internalType": "struct SettlementRegistryV1.Settlement",
        "components": [
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
            "name": "amount",
            "type": "uint96",
            "internalType": "uint96"
          },
          {
            "name": "merchant",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "recordedAt",
            "type": "uint64",
            "internalType": "uint64"
          },
          {
            "name": "token",
            "type": "address",
            "internalType": "address"
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
        "name": "referenceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "ReferenceAlreadySettled",
    "inputs": [
      {
        "name": "referenceHash",
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
export const settlementRegistryV1Bytecode: `0x${string}` =
  "0x608060405234801561000f575f5ffd5b50604051611c48380380611c4883398101604081905261002e91610254565b83836001600160a01b03811661005d57604051636116401160e11b81525f600482015260240160405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff8516021790556100865f82610123565b5050506001600160a01b03821615806100a657506001600160a01b038116155b156100c45760405163e6c4247b60e01b815260040160405180910390fd5b6100ee7f6666bf5bfee463d10a7fc50448047f8a53b7762d7e28fbc5c643182785f3fd3f83610123565b506101197f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a82610123565b50505050506102b1565b5f8261017f575f61013c6002546001600160a01b031690565b6001600160a01b03161461016357604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b6101898383610192565b90505b92915050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610232575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556101ea3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161018c565b505f61018c565b80516001600160a01b038116811461024f575f5ffd5b919050565b5f5f5f5f60808587031215610267575f5ffd5b845165ffffffffffff8116811461027c575f5ffd5b935061028a60208601610239565b925061029860408601610239565b91506102a660608601610239565b905092959194509250565b61198a806102be5f395ff3fe608060405234801561000f575f5ffd5b50600436106101b0575f3560e01c806384ef8ffc116100f3578063cefc142911610093578063d547741f1161006e578063d547741f14610419578063d602b9fd1461042c578063e63ab1e914610434578063f1d3d3811461045b575f5ffd5b8063cefc1429146103b2578063cf6eefb7146103ba578063d40dc87014610406575f5ffd5b8063930d129b116100ce578063930d129b1461035d578063a1eda53c1461037c578063a217fddf146103a3578063cc8463c8146103aa575f5ffd5b806384ef8ffc146102d35780638da5cb5b1461031257806391d148541461031a575f5ffd5b806336568abe1161015e578063634e93da11610139578063634e93da1461027e578063649a5ec7146102915780637445e85c146102a45780638456cb59146102cb575f5ffd5b806336568abe146102585780633f4ba83a1461026b5780635c975abb14610273575f5ffd5b80631fa9e8ee1161018e5780631fa9e8ee14610202578063248a9ca3146102155780632f2ff15d14610245575f5ffd5b806301ffc9a7146101b4578063022d63fb146101dc5780630aa6220b146101f8575b5f5ffd5b6101c76101c23660046117bf565b6105dd565b60405190151581526020015b60405180910390f35b620697805b60405165ffffffffffff90911681526020016101d3565b610200610638565b005b610200610210366004611826565b61064d565b6102376102233660046118a2565b5f9081526020819052604090206001015490565b6040519081526020016101d3565b6102006102533660046118b9565b61099d565b6102006102663660046118b9565b6109e2565b610200610ae7565b60035460ff166101c7565b61020061028c3660046118e3565b610af9565b61020061029f3660046118fc565b610b0c565b6102377f6666bf5bfee463d10a7fc50448047f8a53b7762d7e28fbc5c643182785f3fd3f81565b610200610b1f565b60025473ffffffffffffffffffffffffffffffffffffffff165b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016101d3565b6102ed610b51565b6101c76103283660046118b9565b5f9182526020828152604080842073ffffffffffffffffffffffffffffffffffffffff93909316845291905290205460ff1690565b61023761036b3660046118a2565b60056020525f908152604090205481565b610384610b76565b6040805165ffffffffffff9384168152929091166020830152016101d3565b6102375f81565b6101e1610bf0565b610200610c8d565b6001546040805173ffffffffffffffffffffffffffffffffffffffff831681527401000000000000000000000000000000000000000090920465ffffffffffff166020830152016101d3565b6102376bffffffffffffffffffffffff81565b6102006104273660046118b9565b610ce9565b610200610d2a565b6102377f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a81565b6105386104693660046118a2565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810191909152505f90815260046020908152604091829020825160c08101845281548152600182015473ffffffffffffffffffffffffffffffffffffffff8082169483019490945274010000000000000000000000000000000000000000908190046bffffffffffffffffffffffff1694820194909452600282015480841660608301529390930467ffffffffffffffff166080840152600301541660a082015290565b6040516101d391905f60c0820190508251825273ffffffffffffffffffffffffffffffffffffffff60208401511660208301526bffffffffffffffffffffffff604084015116604083015273ffffffffffffffffffffffffffffffffffffffff606084015116606083015267ffffffffffffffff608084015116608083015273ffffffffffffffffffffffffffffffffffffffff60a08401511660a083015292915050565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f31498786000000000000000000000000000000000000000000000000000000001480610632575061063282610d3c565b92915050565b5f61064281610dd2565b61064a610ddc565b50565b7f6666bf5bfee463d10a7fc50448047f8a53b7762d7e28fbc5c643182785f3fd3f61067781610dd2565b61067f610de8565b87158061068a575086155b156106c1576040517f5f41ff9200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b73ffffffffffffffffffffffffffffffffffffffff861615806106f8575073ffffffffffffffffffffffffffffffffffffffff8516155b1561072f576040517fe6c4247b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6bffffffffffffffffffffffff83111561078f576040517f7f162703000000000000000000000000000000000000000000000000000000008152600481018490526bffffffffffffffffffffffff60248201526044015b60405180910390fd5b5f8881526004602052604090208054156107d8576040517f20e5a81a000000000000000000000000000000000000000000000000000000008152600481018a9052602401610786565b5f888152600560205260409020548015610828576040517f786bed57000000000000000000000000000000000000000000000000000000008152600481018a905260248101829052604401610786565b8367ffffffffffffffff16421115610878576040517fb235f7cd00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff85166004820152602401610786565b5f898152600560209081526040918290208c90558a845573ffffffffffffffffffffffffffffffffffffffff8a8116740100000000000000000000000000000000000000006bffffffffffffffffffffffff8a168102821760018801556002870180548d85167fffffffff0000000000000000000000000000000000000000000000000000000090911681174267ffffffffffffffff169093029290921790556003870180547fffffffffffffffffffffffff000000000000000000000000000000000000000016938c1693841790558451908152928301919091529181018790523360608201528a908c907f47fd82c041567ea613953656acfdf02e0fbac089739b23d5d9e2b754d123b8209060800160405180910390a450505050505050505050565b816109d4576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6109de8282610e25565b5050565b81158015610a0a575060025473ffffffffffffffffffffffffffffffffffffffff8281169116145b15610add5760015473ffffffffffffffffffffffffffffffffffffffff81169074010000000000000000000000000000000000000000900465ffffffffffff1681151580610a5e575065ffffffffffff8116155b80610a7157504265ffffffffffff821610155b15610ab2576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff82166004820152602401610786565b5050600180547fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff1690555b6109de8282610e4f565b5f610af181610dd2565b61064a610ead565b5f610b0381610dd2565b6109de82610f2a565b5f610b1681610dd2565b6109de82610fa9565b7f65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a610b4981610dd2565b61064a611018565b5f610b7160025473ffffffffffffffffffffffffffffffffffffffff1690565b905090565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015158015610bb857504265ffffffffffff821610155b610bc3575f5f610be8565b60025474010000000000000000000000000000000000000000900465ffffffffffff16815b915091509091565b6002545f907a010000000000000000000000000000000000000000000000000000900465ffffffffffff168015158015610c3157504265ffffffffffff8216105b610c63576001547a010000000000000000000000000000000000000000000000000000900465ffffffffffff16610c87565b60025474010000000000000000000000000000000000000000900465ffffffffffff165b91505090565b60015473ffffffffffffffffffffffffffffffffffffffff16338114610ce1576040517fc22c8022000000000000000000000000000000000000000000000000000000008152336004820152602401610786565b61064a611073565b81610d20576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6109de8282611164565b5f610d3481610dd2565b61064a611188565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f7965db0b00000000000000000000000000000000000000000000000000000000148061063257507f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff00000000000000000000000000000000000000000000000000000000831614610632565b61064a8133611192565b610de65f5f611217565b565b60035460ff1615610de6576040517fd93c066500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f82815260208190526040902060010154610e3f81610dd2565b610e498383611370565b50505050565b73ffffffffffffffffffffffffffffffffffffffff81163314610e9e576040517f6697b23200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610ea88282611435565b505050565b610eb5611496565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200160405180910390a1565b5f610f33610bf0565b610f3c426114d2565b610f46919061194e565b9050610f528282611521565b60405165ffffffffffff8216815273ffffffffffffffffffffffffffffffffffffffff8316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200160405180910390a25050565b5f610fb3826115bc565b610fbc426114d2565b610fc6919061194e565b9050610fd28282611217565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b611020610de8565b600380547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258610f003390565b60015473ffffffffffffffffffffffffffffffffffffffff81169074010000000000000000000000000000000000000000900465ffffffffffff168015806110c357504265ffffffffffff821610155b15611104576040517f19ca5ebb00000000000000000000000000000000000000000000000000000000815265ffffffffffff82166004820152602401610786565b61112c5f61112760025473ffffffffffffffffffffffffffffffffffffffff1690565b611435565b506111375f83611370565b5050600180547fffffffffffff000000000000000000000000000000000000000000000000000016905550565b5f8281526020819052604090206001015461117e81610dd2565b610e498383611435565b610de65f5f611521565b5f8281526020818152604080832073ffffffffffffffffffffffffffffffffffffffff8516845290915290205460ff166109de576040517fe2517d3f00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8216600482015260248101839052604401610786565b6002547a010000000000000000000000000000000000000000000000000000900465ffffffffffff1680156112eb574265ffffffffffff821610156112c2576002546001805479ffffffffffffffffffffffffffffffffffffffffffffffffffff167401000000000000000000000000000000000000000090920465ffffffffffff167a010000000000000000000000000000000000000000000000000000029190911790556112eb565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b506002805473ffffffffffffffffffffffffffffffffffffffff167401000000000000000000000000000000000000000065ffffffffffff9485160279ffffffffffffffffffffffffffffffffffffffffffffffffffff16177a0100000000000000000000000000000000000000000000000000009290931691909102919091179055565b5f82611424575f61139660025473ffffffffffffffffffffffffffffffffffffffff1690565b73ffffffffffffffffffffffffffffffffffffffff16146113e3576040517f3fc3c27a00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600280547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff84161790555b61142e838361160d565b9392505050565b5f8215801561145e575060025473ffffffffffffffffffffffffffffffffffffffff8381169116145b1561148c57600280547fffffffffffffffffffffffff00000000000000000000000000000000000000001690555b61142e8383611706565b60035460ff16610de6576040517f8dfc202b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f65ffffffffffff82111561151d576040517f6dfcc6500000000000000000000000000000000000000000000000000000000081526030600482015260248101839052604401610786565b5090565b600180547401000000000000000000000000000000000000000065ffffffffffff84811682027fffffffffffff0000000000000000000000000000000000000000000000000000841673ffffffffffffffffffffffffffffffffffffffff881617179093559004168015610ea8576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b5f5f6115c6610bf0565b90508065ffffffffffff168365ffffffffffff16116115ee576115e9838261196c565b61142e565b61142e65ffffffffffff8416620697805f82821882841002821861142e565b5f8281526020818152604080832073ffffffffffffffffffffffffffffffffffffffff8516845290915281205460ff166116ff575f8381526020818152604080832073ffffffffffffffffffffffffffffffffffffffff86168452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016600117905561169d3390565b73ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610632565b505f610632565b5f8281526020818152604080832073ffffffffffffffffffffffffffffffffffffffff8516845290915281205460ff16156116ff575f8381526020818152604080832073ffffffffffffffffffffffffffffffffffffffff8616808552925280832080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a4506001610632565b5f602082840312156117cf575f5ffd5b81357fffffffff000000000000000000000000000000000000000000000000000000008116811461142e575f5ffd5b803573ffffffffffffffffffffffffffffffffffffffff81168114611821575f5ffd5b919050565b5f5f5f5f5f5f5f60e0888a03121561183c575f5ffd5b8735965060208801359550611853604089016117fe565b9450611861606089016117fe565b935061186f608089016117fe565b925060a0880135915060c088013567ffffffffffffffff81168114611892575f5ffd5b8091505092959891949750929550565b5f602082840312156118b2575f5ffd5b5035919050565b5f5f604083850312156118ca575f5ffd5b823591506118da602084016117fe565b90509250929050565b5f602082840312156118f3575f5ffd5b61142e826117fe565b5f6020828403121561190c575f5ffd5b813565ffffffffffff8116811461142e575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b65ffffffffffff818116838216019081111561063257610632611921565b65ffffffffffff82811682821603908111156106325761063261192156";
